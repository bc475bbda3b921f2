import { expect, it } from 'vitest'
import { readOpen } from './writing.ts'

it('reads the draft of an open message', () => {
  const general = { account: 'a', writing: { about: null, subject: '' } }
  const aboutTransfer = { account: 'a', writing: { about: { kind: 'transfer', id: 't' }, subject: 'Virement' } }
  const aboutError = { account: 'a', writing: { about: { kind: 'fault', request_id: 'r' }, subject: '' } }
  for (const kept of [general, aboutTransfer, aboutError]) expect(readOpen(kept)).toEqual(kept)
})

it('ignores a draft of another form', () => {
  for (const kept of [
    null,
    'text',
    {},
    { account: 'a' },
    { account: 1, writing: { about: null, subject: '' } },
    { account: 'a', writing: { about: null } },
    { account: 'a', writing: { subject: '' } },
    { account: 'a', writing: { about: { kind: 'person', id: 'p' }, subject: '' } },
    { account: 'a', writing: { about: { kind: 'operation' }, subject: '' } },
    { account: 'a', writing: { about: { kind: 'fault', id: 'r' }, subject: '' } },
  ])
    expect(readOpen(kept)).toBe(null)
})
