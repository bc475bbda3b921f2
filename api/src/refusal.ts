import type { Sentence } from 'contract/language.ts'
import type { RefusalCode } from 'contract/refusals.ts'
import type { Operation } from 'contract/access/session.ts'

/** What a sentence of a refusal is filled with; amounts and the like are formatted in the reader's language when it is said. */
export type RefusalValues = Record<string, string | number | Sentence | { amount: number; currency: string }>

/** A reason to say no, foreseen by the contract. Thrown by a use case, so that its transaction is undone; `http` makes the reply. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly facts: RefusalValues
  constructor(code: RefusalCode, facts: RefusalValues = {}) {
    super(code)
    this.code = code
    this.facts = facts
  }
}

/** The operation is allowed, but wants the password again: the answer is 428, with what the dialog must repeat. */
export class ConfirmationNeeded extends Error {
  readonly operation: Operation
  constructor(operation: Operation) {
    super('confirmation_required')
    this.operation = operation
  }
}
