import type { FieldProblem } from 'contract/endpoint.ts'

/** The input does not match the contract; the problems are already in the reader's language. */
export class InputError extends Error {
  readonly problems: readonly FieldProblem[]
  constructor(problems: readonly FieldProblem[]) {
    super('the input does not fit the contract')
    this.problems = problems
  }
}
