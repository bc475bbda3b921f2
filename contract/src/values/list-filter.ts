import * as z from 'zod/mini'

/** An amount of a query in the minor unit: parameters are text on the wire. */
export const AmountText = z.optional(
  z.pipe(
    z.string().check(z.regex(/^\d{1,15}$/, 'amount_range_invalid')),
    z.transform((digits: string) => Number(digits)),
  ),
)

type Range = { from?: string | undefined; to?: string | undefined; min?: number | undefined; max?: number | undefined }

/** The first day and the lowest amount of a filter are not after the last and the highest. */
export const runsForward = [
  z.refine<Range>(({ from, to }) => !from || !to || from <= to, { path: ['to'], error: 'period_reversed' }),
  z.refine<Range>(({ min, max }) => min === undefined || max === undefined || min <= max, {
    path: ['max'],
    error: 'amounts_reversed',
  }),
] as const
