// A code of six digits that the bank sends by e-mail: it proves that its reader has the address.
import * as z from 'zod/mini'

export const EMAILED_CODE_MINUTES = 10
/** How often a code may be wrong: then only another code is accepted. */
export const EMAILED_CODE_TRIES = 5

export const EmailedCode = z
  .string({ error: ({ input }) => (input === undefined ? 'code_missing' : 'code_invalid') })
  .check(z.minLength(1, 'code_missing'), z.regex(/^\d{6}$/, 'code_invalid'))
