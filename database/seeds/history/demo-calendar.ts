// The days of the demo bank, relative to today. Africa/Dakar is UTC all year, so a day is a UTC day.

import type { SeededRandom } from './seeded-random.ts'

export const HISTORY_DAYS = 420
const DAY_MS = 86_400_000

export const addDays = (day: Date, count: number) => new Date(day.getTime() + count * DAY_MS)
export const startOfDay = (at: Date) => new Date(Math.floor(at.getTime() / DAY_MS) * DAY_MS)
export const plainDate = (at: Date) => at.toISOString().slice(0, 10)

/** Butcher's computus, for the movable Christian holidays. */
export function easterSunday(year: number): Date {
  const a = year % 19
  const b = Math.floor(year / 100)
  const c = year % 100
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const m = Math.floor((a + 11 * h + 22 * l) / 451)
  const n = h + l - 7 * m + 114
  return new Date(Date.UTC(year, Math.floor(n / 31) - 1, (n % 31) + 1))
}

/** A day of the tabular Islamic calendar (cycles of thirty years, civil epoch): holidays announced in Senegal differ by at most a day. */
export function islamicDay(year: number, month: number, dayOfMonth: number): Date {
  const before = (year - 1) * 354 + Math.floor((3 + 11 * year) / 30) + Math.ceil(29.5 * (month - 1))
  return new Date((before + dayOfMonth - 492_149) * DAY_MS)
}

type Name = [name_fr: string, name_en: string]
type LunarHoliday = { month: number; dayOfMonth: number; name: Name; dayAfter?: Name }
// The law adds the Monday after Korité and Tabaski where they fall on a Sunday, and after no other.
const LUNAR_HOLIDAYS: readonly LunarHoliday[] = [
  { month: 1, dayOfMonth: 10, name: ['Tamxarit', 'Tamxarit'] },
  { month: 2, dayOfMonth: 18, name: ['Grand Magal de Touba', 'Grand Magal of Touba'] },
  { month: 3, dayOfMonth: 12, name: ['Maouloud (Gamou)', 'Mawlid (Gamou)'] },
  { month: 10, dayOfMonth: 1, name: ['Korité', 'Korité'], dayAfter: ['Lendemain de la Korité', 'Day after Korité'] },
  {
    month: 12,
    dayOfMonth: 10,
    name: ['Tabaski', 'Tabaski'],
    dayAfter: ['Lendemain de la Tabaski', 'Day after Tabaski'],
  },
]

function daysOf({ month, dayOfMonth, name, dayAfter }: LunarHoliday, year: number): [day: string, name: Name][] {
  const day = islamicDay(year, month, dayOfMonth)
  const holiday: [string, Name] = [plainDate(day), name]
  return dayAfter && day.getUTCDay() === 0 ? [holiday, [plainDate(addDays(day, 1)), dayAfter]] : [holiday]
}

// 1430 to 1500: from 2009 to 2077.
const LUNAR_NAMES = new Map(
  Array.from({ length: 71 }, (_, index) => LUNAR_HOLIDAYS.flatMap((holiday) => daysOf(holiday, 1430 + index))).flat(),
)

const isLunarDay = (day: Date) => LUNAR_NAMES.has(plainDate(day))
export const isTabaski = (day: Date) => LUNAR_NAMES.get(plainDate(day))?.[0] === 'Tabaski'

const FIXED_NAMES: Record<string, Name> = {
  '01-01': ['Jour de l’an', 'New Year’s Day'],
  '04-04': ['Fête de l’Indépendance', 'Independence Day'],
  '05-01': ['Fête du Travail', 'Labour Day'],
  '08-15': ['Assomption', 'Assumption'],
  '11-01': ['Toussaint', 'All Saints’ Day'],
  '12-25': ['Noël', 'Christmas Day'],
}
const NAMES_AFTER_EASTER: Record<number, Name> = {
  1: ['Lundi de Pâques', 'Easter Monday'],
  39: ['Ascension', 'Ascension Day'],
  50: ['Lundi de Pentecôte', 'Whit Monday'],
}

/** A fixed holiday gives the day its name, also where a lunar holiday falls on it. */
function fixedHolidayName(day: Date): Name | undefined {
  const sinceEaster = (day.getTime() - easterSunday(day.getUTCFullYear()).getTime()) / DAY_MS
  return FIXED_NAMES[plainDate(day).slice(5)] ?? NAMES_AFTER_EASTER[sinceEaster]
}

const isHoliday = (day: Date) => fixedHolidayName(day) !== undefined || isLunarDay(day)

/** The legal holidays of the demo, past and future: lunar ones are not confirmed yet. */
export function demoHolidays(calendar: { firstDay: Date; today: Date }) {
  const count = Math.round((calendar.today.getTime() - calendar.firstDay.getTime()) / DAY_MS) + 1_530
  return Array.from({ length: count }, (_, position) => addDays(calendar.firstDay, position)).flatMap((at) => {
    const [day, fixed] = [plainDate(at), fixedHolidayName(at)]
    const name = fixed ?? LUNAR_NAMES.get(day)
    return name
      ? [{ day, name_fr: name[0], name_en: name[1], is_confirmed: fixed !== undefined || at <= calendar.today }]
      : []
  })
}

export const isBusinessDay = (day: Date) => day.getUTCDay() % 6 !== 0 && !isHoliday(day)

/** This day, or the first business day after it. */
export const businessDayFrom = (day: Date): Date => (isBusinessDay(day) ? day : businessDayFrom(addDays(day, 1)))

export const businessDaysAfter = (day: Date, count: number): Date =>
  count === 0 ? day : businessDaysAfter(businessDayFrom(addDays(day, 1)), count - 1)

/** A moment of the day, between two hours. */
export const timeOf = (random: SeededRandom, day: Date, fromHour: number, toHour: number) =>
  new Date(startOfDay(day).getTime() + random.int(fromHour * 3600, toHour * 3600 - 1) * 1000)

const MONTHS = [
  'JANVIER',
  'FEVRIER',
  'MARS',
  'AVRIL',
  'MAI',
  'JUIN',
  'JUILLET',
  'AOUT',
  'SEPTEMBRE',
  'OCTOBRE',
  'NOVEMBRE',
  'DECEMBRE',
]

/** The forms in labels: 'OCTOBRE 2026', 'T4 2026'. */
export const monthLabel = (day: Date) => `${MONTHS[day.getUTCMonth()]} ${day.getUTCFullYear()}`
export const quarterLabel = (day: Date) => `T${Math.floor(day.getUTCMonth() / 3) + 1} ${day.getUTCFullYear()}`

export type DemoCalendar = ReturnType<typeof demoCalendar>

export function demoCalendar(now: Date) {
  const today = startOfDay(now)
  const firstDay = addDays(today, -HISTORY_DAYS)
  const days = Array.from({ length: HISTORY_DAYS }, (_, index) => addDays(firstDay, index + 1))

  const everyMonth = (dayOfMonth: number): Date[] => {
    const first = firstDay.getUTCFullYear() * 12 + firstDay.getUTCMonth()
    return Array.from({ length: 16 }, (_, index) => {
      const [year, month] = [Math.floor((first + index) / 12), (first + index) % 12]
      const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
      return new Date(Date.UTC(year, month, Math.min(dayOfMonth, lastDay)))
    }).filter((day) => day > firstDay && day <= today)
  }

  return {
    now,
    today,
    firstDay,
    /** D-419 .. D: the day before them is the one of the opening deposits. */
    days,
    /** D+n or D-n. */
    day: (offset: number) => addDays(today, offset),
    /** That day of every month of the history, the last one where the month is shorter. */
    everyMonth,
    /** The same, moved to the next business day for the networks. */
    monthly: (dayOfMonth: number) =>
      everyMonth(dayOfMonth)
        .map(businessDayFrom)
        .filter((day) => day <= today),
  }
}
