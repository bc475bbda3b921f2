import type { FieldProblem } from 'contract/endpoint.ts'

/** The input does not fit the contract; the problems are in the reader's language already. */
export class InputError extends Error {
  readonly problems: readonly FieldProblem[]
  constructor(problems: readonly FieldProblem[]) {
    super('the input does not fit the contract')
    this.problems = problems
  }
}
