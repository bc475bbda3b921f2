import type { Sentence } from 'contract/language.ts'
import type { RefusalCode } from 'contract/refusals.ts'
import type { SecondStepRequired } from 'contract/access/second-step.ts'
import type { Operation } from 'contract/access/session.ts'

/** The values of a refusal's sentence; amounts and dates are formatted in the reader's language when it is sent. */
export type RefusalValues = Record<string, string | number | Sentence | { amount: number; currency: string }>

/**
 * An expected error of the contract. Thrown by a use case, so that its transaction is rolled back; `http` sends the
 * answer.
 */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly facts: RefusalValues
  constructor(code: RefusalCode, facts: RefusalValues = {}) {
    super(code)
    this.code = code
    this.facts = facts
  }
}

/** The operation is allowed but requires re-authentication: the answer is 428, with the summary for the dialog. */
export class ConfirmationNeeded extends Error {
  readonly operation: Operation
  constructor(operation: Operation) {
    super('confirmation_required')
    this.operation = operation
  }
}

/** The password is right, and the sign-in needs a second step: the answer is 403, with the secret of this sign-in. */
export class SecondStepNeeded extends Error {
  readonly methods: SecondStepRequired['methods']
  readonly sign_in: string
  constructor(methods: SecondStepRequired['methods'], sign_in: string) {
    super('second_step_required')
    this.methods = methods
    this.sign_in = sign_in
  }
}
