import { describe, expect, it } from 'vitest'
import { secondStepOf } from './second-step-rules.ts'

const user = { factors: [], isKnownDevice: false, hasEmail: true } as const
const newDevice = { requires: 'new_device', sendsLinks: true } as const

describe('the second step of a sign-in', () => {
  it.each([
    ['a new device of a user without a factor', newDevice, user, ['mail']],
    ['a known device', newDevice, { ...user, isKnownDevice: true }, null],
    ['a new device where links are off', { ...newDevice, sendsLinks: false }, user, null],
    ['a user without an e-mail address, who could never answer', newDevice, { ...user, hasEmail: false }, null],
    ['a new device of a user with a passkey', newDevice, { ...user, factors: ['passkey'] }, ['passkey', 'code']],
    ['a new device of a user with codes', newDevice, { ...user, factors: ['code'] }, ['code']],
    ['a known device of a user with a factor', newDevice, { ...user, factors: ['code'], isKnownDevice: true }, null],
    [
      'always, a known device',
      { ...newDevice, requires: 'always' },
      { ...user, factors: ['code'], isKnownDevice: true },
      ['code'],
    ],
    [
      'always, a known device without a factor',
      { ...newDevice, requires: 'always' },
      { ...user, isKnownDevice: true },
      null,
    ],
    ['never, a new device with a factor', { ...newDevice, requires: 'never' }, { ...user, factors: ['passkey'] }, null],
  ] as const)('%s', (_, policy, who, expected) => {
    expect(secondStepOf(policy, who)).toEqual(expected)
  })
})
