// Handles the 428 answer: the call stops, the dialog asks for one of the operation's methods, and the call is repeated with the
// re-authentication token. Where several calls wait for a confirmation, their dialogs follow each other.
import type { SignedChallenge } from 'contract/access/factors.ts'
import { reauthenticate, type ConfirmationRequired, type Operation } from 'contract/access/session.ts'
import type { ReactNode } from 'react'
import { CallError, isOutcomeUnknown, NotConfirmed } from './call-error.ts'
import { call } from './call.ts'
import { translate } from '../language.ts'
import { whenLeaving } from '../session/session.ts'
import { createStore, useStore } from '../store.ts'

type Required = Pick<ConfirmationRequired, 'operation'>

/** What the user proves themselves with: a password, with a one-time code where that is required, or a passkey's signature. */
export type Proof = { password: string; code?: string } | { credential: SignedChallenge }

/** What the dialog shows of this call: instead of the facts of the operation, and below them. */
export type View = { recap?: ReactNode; notes?: ReactNode }

export type PendingConfirmation = {
  id: number
  required: Required
  view: View
  /** Checks the proof and repeats the call; rejects with the error of the proof's field. */
  confirm: (proof: Proof) => Promise<void>
  cancel: () => void
}

const pending = createStore<readonly PendingConfirmation[]>([])
let last = 0
/** The first call that waits for its confirmation. */
export const pendingConfirmation = () => pending.get()[0] ?? null
export const usePendingConfirmation = () => useStore(pending)[0] ?? null

whenLeaving(() => {
  for (const { cancel } of pending.get()) cancel()
})

/**
 * Sends a call; if the server requires re-authentication, asks the user and sends it again. A known operation is
 * confirmed first, so that uploads are sent once. A call that is not idempotent and gets no answer after its confirmation
 * may have been carried out: the error says so.
 */
export async function sendConfirmed<T>(
  send: (confirmation?: string) => Promise<T>,
  known: Operation | null = null,
  { isIdempotent = false, view = {} }: { isIdempotent?: boolean; view?: View } = {},
): Promise<T> {
  const confirmed = isIdempotent ? send : (confirmation?: string) => send(confirmation).catch(rethrowUnknown)
  if (known) return askAndSend({ operation: known }, view, confirmed)
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof CallError) || !error.confirmation) throw error
    return askAndSend(error.confirmation, view, confirmed)
  }
}

const maybeDone = {
  fr: 'Le serveur n’a pas répondu. L’opération est peut-être déjà faite : vérifiez-le avant de recommencer.',
  en: 'The server did not answer. The operation may already be done: check before you try again.',
}

function rethrowUnknown(error: unknown): never {
  throw isOutcomeUnknown(error) ? new CallError(error.status, error.code, translate(maybeDone)) : error
}

function askAndSend<T>(required: Required, view: View, send: (confirmation?: string) => Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const close = () => pending.set(pending.get().filter((one) => one !== own))
    const confirm = async (proof: Proof) => {
      const { answer } = await call(reauthenticate, { body: { ...proof, operation_hash: required.operation.hash } })
      try {
        const sent = await send(answer.confirmation ?? undefined)
        close()
        resolve(sent)
      } catch (error) {
        close()
        // Amount or payee changed meanwhile: the token no longer matches, so the dialog opens again with the new values.
        if (error instanceof CallError && error.confirmation) resolve(askAndSend(error.confirmation, view, send))
        else reject(error)
      }
    }
    const cancel = () => {
      close()
      reject(new NotConfirmed())
    }
    const own: PendingConfirmation = { id: ++last, required, view, confirm, cancel }
    pending.set([...pending.get(), own])
  })
}
