import { expect, it } from 'vitest'
import { exitReason } from '../lib/exit-reason.mjs'

it.each([
  [null, 'see above'],
  ['SIGTERM', 'it was ended by SIGTERM'],
  ['SIGKILL', 'it was ended by SIGKILL, perhaps because this machine has too little memory'],
])('gives the reason of a program that ended by %s', (signal, reason) => {
  expect(exitReason(signal)).toBe(reason)
})
