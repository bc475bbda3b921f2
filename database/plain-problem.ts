/** Something the person at the keyboard can put right. Its message is one whole sentence and is shown without a stack. */
export class PlainProblem extends Error {
  override name = 'PlainProblem'
}

/** The code that the operating system or PostgreSQL gave to an error, or an empty string. */
export function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message || codeOf(error) : String(error)
}
