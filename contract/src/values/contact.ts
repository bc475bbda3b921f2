import * as z from 'zod/mini'

// One address, in ASCII, as mail servers of the region take it: no quotes, no comments, no blanks, so nothing to inject.
const EMAIL =
  /^[A-Za-z0-9!#$%&*+/=?^_{|}~-]+(\.[A-Za-z0-9!#$%&*+/=?^_{|}~-]+)*@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z]{2,63}$/

/** An e-mail address. Message of the specification: "L'email n'est pas valide". */
export const Email = z
  .string({ error: ({ input }) => (input === undefined ? 'required' : 'email_invalid') })
  .check(z.maxLength(254, 'email_invalid'), z.regex(EMAIL, 'email_invalid'))
