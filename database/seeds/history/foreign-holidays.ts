// The holidays of the other countries of the monetary union, 2026 to 2030: which ones are certain is in docs/decisions/0074.
import { addDays, easterSunday, islamicDay, plainDate } from './demo-calendar.ts'

const YEARS = [2026, 2027, 2028, 2029, 2030]

type Name = [name_fr: string, name_en: string]
const NEW_YEAR: Name = ['Jour de l’an', 'New Year’s Day']
const LABOUR_DAY: Name = ['Fête du Travail', 'Labour Day']
const CHRISTMAS: Name = ['Noël', 'Christmas Day']
const ASSUMPTION: Name = ['Assomption', 'Assumption']
const ALL_SAINTS: Name = ['Toussaint', 'All Saints’ Day']
const NATIONAL_DAY: Name = ['Fête nationale', 'National Day']
const INDEPENDENCE: Name = ['Fête de l’Indépendance', 'Independence Day']

const EASTER_MONDAY: [number, Name] = [1, ['Lundi de Pâques', 'Easter Monday']]
const ASCENSION: [number, Name] = [39, ['Ascension', 'Ascension Day']]
const WHIT_MONDAY: [number, Name] = [50, ['Lundi de Pentecôte', 'Whit Monday']]

type LunarHoliday = { month: number; dayOfMonth: number; name: Name }
const KORITE: LunarHoliday = { month: 10, dayOfMonth: 1, name: ['Fête du Ramadan', 'End of Ramadan'] }
const TABASKI: LunarHoliday = { month: 12, dayOfMonth: 10, name: ['Tabaski', 'Tabaski'] }
const MAOULOUD: LunarHoliday = { month: 3, dayOfMonth: 12, name: ['Maouloud', 'Mawlid'] }

type Country = { fixed: Record<string, Name>; afterEaster: readonly [number, Name][]; lunar: readonly LunarHoliday[] }

const everywhere = { '01-01': NEW_YEAR, '05-01': LABOUR_DAY, '12-25': CHRISTMAS }
const christian = { ...everywhere, '08-15': ASSUMPTION, '11-01': ALL_SAINTS }

const COUNTRIES: Record<string, Country> = {
  BJ: {
    fixed: { ...christian, '08-01': NATIONAL_DAY },
    afterEaster: [EASTER_MONDAY, ASCENSION, WHIT_MONDAY],
    lunar: [KORITE, TABASKI, MAOULOUD],
  },
  BF: {
    fixed: { ...christian, '12-11': NATIONAL_DAY },
    afterEaster: [EASTER_MONDAY, ASCENSION],
    lunar: [KORITE, TABASKI, MAOULOUD],
  },
  CI: {
    fixed: { ...christian, '08-07': NATIONAL_DAY },
    afterEaster: [EASTER_MONDAY, ASCENSION, WHIT_MONDAY],
    lunar: [KORITE, TABASKI, MAOULOUD],
  },
  GW: { fixed: { ...everywhere, '09-24': NATIONAL_DAY }, afterEaster: [], lunar: [KORITE, TABASKI] },
  ML: {
    fixed: { ...everywhere, '09-22': NATIONAL_DAY },
    afterEaster: [EASTER_MONDAY],
    lunar: [KORITE, TABASKI, MAOULOUD],
  },
  NE: {
    fixed: { ...everywhere, '08-03': INDEPENDENCE, '12-18': NATIONAL_DAY },
    afterEaster: [EASTER_MONDAY],
    lunar: [KORITE, TABASKI, MAOULOUD],
  },
  TG: {
    fixed: { ...christian, '04-27': NATIONAL_DAY },
    afterEaster: [EASTER_MONDAY, ASCENSION, WHIT_MONDAY],
    lunar: [KORITE, TABASKI],
  },
}

/** The days of a lunar holiday in a year of the common calendar: a lunar year is shorter, so there may be two. */
function lunarDaysIn(year: number, { month, dayOfMonth }: LunarHoliday): string[] {
  const about = Math.floor(((year - 622) * 33) / 32)
  return [about - 1, about, about + 1, about + 2]
    .map((lunarYear) => plainDate(islamicDay(lunarYear, month, dayOfMonth)))
    .filter((day) => day.startsWith(`${year}-`))
}

/** Fixed days come last: where a lunar holiday falls on one, the day has the name that is certain. */
function daysOf({ fixed, afterEaster, lunar }: Country, year: number): [day: string, name: Name, isFixed: boolean][] {
  return [
    ...lunar.flatMap((holiday) =>
      lunarDaysIn(year, holiday).map((day): [string, Name, boolean] => [day, holiday.name, false]),
    ),
    ...afterEaster.map(([after, name]): [string, Name, boolean] => [
      plainDate(addDays(easterSunday(year), after)),
      name,
      true,
    ]),
    ...Object.entries(fixed).map(([day, name]): [string, Name, boolean] => [`${year}-${day}`, name, true]),
  ]
}

/** One row for each day; lunar holidays to come are expected. */
export function foreignHolidays(today: Date) {
  return Object.entries(COUNTRIES).flatMap(([country, rules]) => {
    const days = new Map(
      YEARS.flatMap((year) => daysOf(rules, year)).map(([day, [name_fr, name_en], isFixed]) => [
        day,
        { country, day, name_fr, name_en, is_confirmed: isFixed || day <= plainDate(today) },
      ]),
    )
    return [...days.values()].toSorted((one, other) => (one.day < other.day ? -1 : 1))
  })
}
