import { expect, it } from 'vitest'
import { runProgram } from '../lib/run-program.ts'

it('keeps what a program has printed, and adds the signal that ended it', async () => {
  expect(await runProgram('sh', ['-c', 'echo begun; kill -KILL $$'])).toEqual({
    isOk: false,
    output:
      'begun\n\nsh could not go on: it was ended by SIGKILL, perhaps because this machine has too little memory.\n',
  })
  expect(await runProgram('sh', ['-c', 'echo wrong >&2; exit 1'])).toEqual({ isOk: false, output: 'wrong\n' })
})
