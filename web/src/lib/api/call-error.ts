import { type FieldProblem, type ErrorAnswer } from 'contract/endpoint.ts'
import type { SecondStepRequired } from 'contract/access/second-step.ts'
import type { ConfirmationRequired } from 'contract/access/session.ts'

/** The error of a call. `status` 0: the server could not be reached. */
export class CallError extends Error {
  readonly status: number
  readonly code: string
  /** Of a 422: the errors by field. */
  readonly problems: readonly FieldProblem[]
  readonly requestId: string | null
  readonly confirmation: ConfirmationRequired | null
  /** What completes a sign-in with the right password. */
  readonly secondStep: SecondStepRequired | null
  readonly at = Date.now()

  constructor(
    status: number,
    code: string,
    message: string,
    more: Partial<Pick<CallError, 'problems' | 'requestId' | 'confirmation' | 'secondStep'>> = {},
  ) {
    super(message)
    this.name = 'CallError'
    this.status = status
    this.code = code
    this.problems = more.problems ?? []
    this.requestId = more.requestId ?? null
    this.confirmation = more.confirmation ?? null
    this.secondStep = more.secondStep ?? null
  }
}

/** Whether the server answered and changed nothing: a corrected input is a new request. */
export const isRefusal = (error: unknown): error is CallError =>
  error instanceof CallError && error.status !== 0 && error.status < 500

const WITHOUT_OUTCOME: readonly string[] = ['frozen', 'unreachable', 'unavailable', 'unknown']
/** Whether no answer of the bank came: the call may have been carried out. */
export const isOutcomeUnknown = (error: unknown): error is CallError =>
  error instanceof CallError && (error.status === 0 || error.status >= 500) && WITHOUT_OUTCOME.includes(error.code)

/** The user closed the confirmation: nothing was sent, and there is no error. */
export class NotConfirmed extends Error {
  override readonly name = 'NotConfirmed'
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isProblem = (value: unknown): value is FieldProblem =>
  isRecord(value) && typeof value.message === 'string' && (value.field === null || typeof value.field === 'string')

const isError = (value: unknown): value is ErrorAnswer =>
  isRecord(value) && typeof value.code === 'string' && typeof value.message === 'string'

// The server validates its own answers: this checks only the shape.
const isConfirmation = (body: unknown): body is ConfirmationRequired =>
  isRecord(body) && isRecord(body.operation) && isRecord(body.operation.summary)

const isSecondStep = (body: unknown): body is SecondStepRequired =>
  isRecord(body) && body.code === 'second_step_required' && Array.isArray(body.methods)

/**
 * Reads an error answer. A 422 uses its first message with the details, otherwise the body's message, otherwise the general one; an
 * unknown body (a proxy's page) keeps its status and uses the general sentence.
 */
export function readCallError(status: number, body: unknown, general: string): CallError {
  if (status === 422 && Array.isArray(body)) {
    const problems = body.filter(isProblem)
    const [first] = problems
    const message = [first?.message ?? general, first?.details].filter(Boolean).join(' ')
    return new CallError(status, first?.code ?? 'invalid', message, { problems })
  }
  if (!isError(body)) return new CallError(status, 'unknown', general)
  // An unexpected error: its own message is for the log only.
  if (status === 500) return new CallError(status, body.code, general, { requestId: body.request_id ?? null })
  return new CallError(status, body.code, body.message || general, {
    requestId: body.request_id ?? null,
    confirmation: status === 428 && isConfirmation(body) ? body : null,
    secondStep: isSecondStep(body) ? body : null,
  })
}
