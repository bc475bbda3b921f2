/** An error that the user can fix. Its message is a complete sentence and is shown without a stack. */
export class PlainProblem extends Error {
  override name = 'PlainProblem'
}

/** The error code of the operating system or PostgreSQL, or an empty string. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message || codeOf(error) : String(error)
}
