// Formats money, dates and times in the time zone of the bank, whatever the device's time zone is.
import type { Language } from 'contract/language.ts'
import { ofFrench } from 'contract/values/elision.ts'
import { type Currency, minorUnits } from 'contract/values/money.ts'
import { useLanguage } from './language.ts'

const TIME_ZONE = 'Africa/Dakar'
/** Dakar has the time of UTC: its days begin with those of the epoch. */
const DAY_MS = 86_400_000
const locales: Record<Language, string> = { fr: 'fr-FR', en: 'en-GB' }

/** The units that people type beside an amount, besides the code of the currency. */
const typedUnits: Partial<Record<Currency, readonly string[]>> = {
  XOF: ['francs CFA', 'F CFA', 'FCFA', 'XOF', 'CFA', 'F'],
  EUR: ['EUR', '€'],
}

const THIN_SPACE = '\u202F'
const NO_BREAK_SPACE = '\u00A0'
const MINUS = '\u2212'

// Browsers format a date differently, depending on their locale data: a text is built from parts and never cut.

/**
 * A date from its parts: the first of a month is an ordinal in French, and English has no comma after the day of the
 * week.
 */
export const dateText = (parts: readonly Intl.DateTimeFormatPart[], lang: Language): string =>
  parts
    .map(({ type, value }, i) => {
      if (type === 'day' && value === '1' && lang === 'fr') return '1er'
      return type === 'literal' && parts[i - 1]?.type === 'weekday' ? ' ' : value
    })
    .join('')

/** A time of day from its parts: am or pm after a non-breaking space. */
export const timeText = (parts: readonly Intl.DateTimeFormatPart[]): string => {
  const clock = parts.filter(({ type }) => type !== 'dayPeriod')
  const half = parts
    .find(({ type }) => type === 'dayPeriod')
    ?.value.replaceAll('.', '')
    .toLowerCase()
  const text = clock
    .map(({ value }) => value)
    .join('')
    .trim()
  return half === undefined ? text : text + NO_BREAK_SPACE + half
}

/** YYYY-MM from the parts of a date, in any order. */
export function isoMonth(parts: readonly Intl.DateTimeFormatPart[]): string {
  const part = (type: 'year' | 'month') => parts.find((one) => one.type === type)?.value ?? ''
  return `${part('year')}-${part('month').padStart(2, '0')}`
}

/** An amount in parts of different style: sign, number, unit. `spoken` is for screen readers. */
export type MoneyParts = { sign: string; number: string; unit: string; spoken: string }

/** `movement` shows the plus sign too; `balance` only the minus of an overdraft; `plain` none. */
export type SignStyle = 'movement' | 'balance' | 'plain'

export type Formats = ReturnType<typeof makeFormats>

function makeFormats(lang: Language) {
  const locale = locales[lang]
  const date = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: TIME_ZONE, ...options })
  const long = date({ day: 'numeric', month: 'long', year: 'numeric' })
  const longWithDay = date({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
  const dayAndMonth = date({ weekday: 'long', day: 'numeric', month: 'long' })
  const row = date({ day: 'numeric', month: 'short' })
  const rowWithYear = date({ day: 'numeric', month: 'short', year: 'numeric' })
  const month = date({ month: 'long', year: 'numeric' })
  const clock = date(
    lang === 'fr' ? { hour: '2-digit', minute: '2-digit' } : { hour: 'numeric', minute: '2-digit', hour12: true },
  )
  const year = date({ year: 'numeric' })
  const short = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
  const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })

  const shorten = (value: number) =>
    value >= 1e6
      ? `${short.format(value / 1e6)}${NO_BREAK_SPACE}M`
      : value >= 1e3
        ? `${short.format(value / 1e3)}${NO_BREAK_SPACE}k`
        : whole.format(value)

  const write = (format: Intl.DateTimeFormat, at: Date) => dateText(format.formatToParts(at), lang)
  const at = lang === 'fr' ? ' à ' : ' at '
  const time = (at: Date) => timeText(clock.formatToParts(at))
  const spokenUnit = (currency: Currency) =>
    currency !== 'XOF' ? currency : lang === 'fr' ? 'francs CFA' : 'CFA francs'

  // Kept: making one takes fifty times as long as using it, and a page writes a hundred amounts.
  const amountFormats = new Map<Currency, Intl.NumberFormat>()
  function amountFormat(currency: Currency): Intl.NumberFormat {
    const known = amountFormats.get(currency)
    if (known) return known
    const digits = minorUnits[currency]
    const format = new Intl.NumberFormat(locale, {
      style: 'currency',
      currency,
      currencyDisplay: currency === 'XOF' ? 'symbol' : 'code',
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    })
    amountFormats.set(currency, format)
    return format
  }

  function money(amount: number, currency: Currency, signs: SignStyle = 'balance'): MoneyParts {
    const digits = minorUnits[currency]
    const parts = amountFormat(currency).formatToParts(Math.abs(amount) / 10 ** digits)
    const unit = parts.find(({ type }) => type === 'currency')?.value ?? currency
    const isNegative = amount < 0
    const mark = signs === 'plain' ? '' : isNegative ? MINUS : signs === 'movement' && amount > 0 ? '+' : ''
    const plainNumber = (Math.abs(amount) / 10 ** digits).toFixed(digits)
    const spokenSign = mark === '' ? '' : isNegative ? (lang === 'fr' ? 'moins ' : 'minus ') : 'plus '
    return {
      sign: mark && mark + THIN_SPACE,
      number: parts
        .filter(({ type }) => !['currency', 'literal'].includes(type))
        .map(({ value }) => value)
        .join(''),
      // The narrow space inside "F CFA" is hardly visible at small sizes: the unit has a full one.
      unit: unit.replaceAll(THIN_SPACE, NO_BREAK_SPACE),
      spoken: `${spokenSign}${plainNumber} ${spokenUnit(currency)}`,
    }
  }

  return {
    language: lang,
    /**
     * The notation of typed amounts of the currency. The longest unit is first, so that none matches a part of another.
     */
    amountNotation: (currency: Currency) => ({
      group: lang === 'fr' ? THIN_SPACE : ',',
      decimal: lang === 'fr' ? (',' as const) : ('.' as const),
      decimals: minorUnits[currency],
      units: typedUnits[currency] ?? [currency],
    }),
    money,
    /** The same as one text, for sentences and labels. */
    moneyText(amount: number, currency: Currency, signs?: SignStyle): string {
      const { sign, number, unit } = money(amount, currency, signs)
      return `${sign}${number}${NO_BREAK_SPACE}${unit}`
    },
    unitOf: (currency: Currency) => money(0, currency).unit,
    /** For the axis of a chart: 10 M, 250 k. */
    compact: (value: number) => (value < 0 ? MINUS : '') + shorten(Math.abs(value)),
    count: (value: number) => whole.format(value),
    /** 48 ko, 1,2 Mo. */
    fileSize: (bytes: number) =>
      bytes < 1e6
        ? `${whole.format(Math.max(1, Math.round(bytes / 1e3)))}${NO_BREAK_SPACE}${lang === 'fr' ? 'ko' : 'kB'}`
        : `${short.format(bytes / 1e6)}${NO_BREAK_SPACE}${lang === 'fr' ? 'Mo' : 'MB'}`,
    /** A decimal number with all its digits: 655,957. */
    decimal: (text: string) => new Intl.NumberFormat(locale, { maximumFractionDigits: 6 }).format(text as `${number}`),
    /** An exchange rate with at least two decimals, so that rates in a column are aligned: 745,00. */
    rate: (text: string) =>
      new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 6 }).format(text as `${number}`),
    percent: (value: number) =>
      new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }).format(value / 100),
    longDate: (at: Date) => write(long, at),
    longDateWithDay: (at: Date) => write(longWithDay, at),
    dayAndMonth: (at: Date) => write(dayAndMonth, at),
    /** 18 nov., with the year only if it is not the current one. */
    rowDate: (at: Date, now = new Date()) => write(year.format(at) === year.format(now) ? row : rowWithYear, at),
    /** The title of a day in a list: Hier, samedi 21 novembre; Lundi 3 mars 2025. */
    dayTitle(at: Date, now = new Date()): string {
      const text = write(year.format(at) === year.format(now) ? dayAndMonth : longWithDay, at)
      const days = Math.floor(now.getTime() / DAY_MS) - Math.floor(at.getTime() / DAY_MS)
      const near = lang === 'fr' ? ['Aujourd’hui', 'Hier'] : ['Today', 'Yesterday']
      const word = near[days]
      return word === undefined ? text.charAt(0).toUpperCase() + text.slice(1) : `${word}, ${text}`
    },
    month(at: Date): string {
      const text = write(month, at)
      return text.charAt(0).toUpperCase() + text.slice(1)
    },
    /** A month after a noun: "d’octobre 2026". */
    ofMonth: (at: Date) => (lang === 'fr' ? ofFrench(write(month, at)) : write(month, at)),
    time,
    dateTime: (moment: Date) => write(long, moment) + at + time(moment),
  }
}

const made = new Map<Language, Formats>()

export function formatsFor(lang: Language): Formats {
  const formats = made.get(lang) ?? makeFormats(lang)
  made.set(lang, formats)
  return formats
}

export const useFormats = () => formatsFor(useLanguage())

export const fromUnix = (seconds: number) => new Date(seconds * 1000)
/** A plain date, at noon so that no time zone changes it. */
export const fromPlainDate = (day: string) => new Date(`${day}T12:00:00Z`)
const monthInDakar = new Intl.DateTimeFormat('en', {
  timeZone: TIME_ZONE,
  calendar: 'gregory',
  numberingSystem: 'latn',
  year: 'numeric',
  month: '2-digit',
})

/** YYYY-MM of a time in Dakar. */
export const monthOf = (at: Date): string => isoMonth(monthInDakar.formatToParts(at))

/** The two initials of a name. */
export function initialsOf(name: string): string {
  const nameParts = name
    .split(/[\s'’-]+/)
    .filter((word) => /^\p{L}/u.test(word) && (word.length > 2 || /^\p{Lu}/u.test(word)))
  return (
    nameParts.length > 1 ? `${nameParts[0]?.[0] ?? ''}${nameParts[1]?.[0] ?? ''}` : name.slice(0, 2)
  ).toUpperCase()
}
