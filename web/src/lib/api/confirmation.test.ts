import { expect, it } from 'vitest'
import { CallError, NotConfirmed } from './call-error.ts'
import { pendingConfirmation, sendConfirmed } from './confirmation.ts'

/** A call that the server does not execute without the confirmation of this operation. */
const refusedUntilConfirmed = (hash: string) => () => {
  const methods = ['password' as const]
  const operation = { hash, summary: { kind: 'transfer.accept' as const, facts: [] }, methods }
  const required = { code: 'confirmation_required' as const, message: '', status: 428 as const, request_id: '' }
  const confirmation = { ...required, methods, operation }
  return Promise.reject(new CallError(428, 'confirmation_required', '', { confirmation }))
}

it('asks for one confirmation after the other, each with the view of its own call', async () => {
  const first = sendConfirmed(refusedUntilConfirmed('first'), null, { view: { recap: 'two transfers' } })
  const second = sendConfirmed(refusedUntilConfirmed('second'))
  await expect.poll(() => pendingConfirmation()?.required.operation.hash).toBe('first')
  expect(pendingConfirmation()?.view.recap).toBe('two transfers')
  pendingConfirmation()?.cancel()
  await expect(first).rejects.toThrow(NotConfirmed)
  expect(pendingConfirmation()?.required.operation.hash).toBe('second')
  expect(pendingConfirmation()?.view).toEqual({})
  pendingConfirmation()?.cancel()
  await expect(second).rejects.toThrow(NotConfirmed)
  expect(pendingConfirmation()).toBeNull()
})
