// Rules of the portal's search. Pure.
import { addDays, addMonths } from 'contract/values/calendar.ts'
import { folded } from 'contract/values/folded.ts'

const MONTHS = [
  ['janvier', 'january', 'jan', 'janv'],
  ['fevrier', 'february', 'fev', 'feb'],
  ['mars', 'march'],
  ['avril', 'april', 'avr', 'apr'],
  ['mai', 'may'],
  ['juin', 'june'],
  ['juillet', 'july', 'juil'],
  ['aout', 'august', 'aug'],
  ['septembre', 'september', 'sept'],
  ['octobre', 'october', 'oct'],
  ['novembre', 'november', 'nov'],
  ['decembre', 'december', 'dec'],
]
const STATEMENT = new Set(['releve', 'releves', 'statement', 'statements'])
const LINKING = new Set(['de', 'd', 'du', 'of', 'compte', 'account'])

/** The days of the statements that a text names: « relevé », « octobre », « statement of March 2026 », « 2025 ». Null: it names none. */
export function statementDaysOf(text: string, today: string): { from?: string; to?: string } | null {
  const tokens = folded(text).match(/[a-z0-9]+/gu) ?? []
  const months = tokens.flatMap((word) => {
    const place = MONTHS.findIndex((names) => names.includes(word))
    return place < 0 ? [] : [place + 1]
  })
  const years = tokens.filter((word) => /^20\d\d$/.test(word))
  const isNamed = tokens.some((word) => STATEMENT.has(word))
  const others = tokens.filter((word) => !STATEMENT.has(word) && !LINKING.has(word)).length
  if (others > months.length + years.length || months.length > 1 || years.length > 1) return null
  const [[month], [year]] = [months, years]
  if (month === undefined && year === undefined) return isNamed ? {} : null
  if (month === undefined) return { from: `${year}-01-01`, to: `${year}-12-31` }
  const first = (of: string | number) => `${of}-${String(month).padStart(2, '0')}-01`
  const thisYear = Number(today.slice(0, 4))
  // Of a month without a year, the last one that has begun.
  const from = first(year ?? (first(thisYear) > today ? thisYear - 1 : thisYear))
  return { from, to: addDays(addMonths(from, 1), -1) }
}
