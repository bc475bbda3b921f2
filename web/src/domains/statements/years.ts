const VISIBLE = 3

type Period = { from?: string | undefined; to?: string | undefined }

export const yearsUpTo = (now: Date): string[] =>
  Array.from({ length: VISIBLE }, (_, back) => String(now.getUTCFullYear() - back))

export const periodOfYear = (year: string): Period =>
  year === '' ? {} : { from: `${year}-01-01`, to: `${year}-12-31` }

/** The year of a period, '' without a period, null for a period that is not a whole year. */
export function yearOf({ from, to }: Period): string | null {
  if (!from && !to) return ''
  const year = from?.slice(0, 4) ?? ''
  return from === `${year}-01-01` && to === `${year}-12-31` ? year : null
}
