import * as z from 'zod/mini'

/** A moment: whole seconds since 1970-01-01T00:00:00Z. Africa/Dakar is UTC all year. */
export const UnixSeconds = z.int()

/** A calendar day, YYYY-MM-DD; an impossible day (2026-02-30) is refused, and so is the year 0000. */
export const PlainDate = z.iso.date('date_invalid').check(z.refine((day) => !day.startsWith('0000'), 'date_invalid'))
export type PlainDate = string
