// Formats amounts, numbers and dates in the reader's language, for e-mails, documents and refusals.
import { accountName } from 'contract/accounts/account-labels.ts'
import type { Language, Sentence } from 'contract/language.ts'
import { textIn } from 'contract/values/identity.ts'
import { type Currency, minorUnits } from 'contract/values/money.ts'

const locales = { fr: 'fr-FR', en: 'en-GB' } as const

export const formatNumber = (value: number, lang: Language) => new Intl.NumberFormat(locales[lang]).format(value)

/** A rate in percent: English has no space before the sign. */
export const formatPercent = (rate: number, lang: Language) =>
  `${formatNumber(rate, lang)}${lang === 'fr' ? '\u00A0%' : '%'}`

/** The label of an account in the reader's language, where it begins with a kind. */
export const formatAccount = (label: string, lang: Language) => textIn(accountName(label), lang)

/** An amount in the minor unit of its currency; the unit follows the figure in both languages, as the portal writes it. */
export function formatMoney(amount: number, currency: string, lang: Language): string {
  // Accounts are opened in a currency of the contract, so its minor unit is known.
  const decimals = minorUnits[currency as Currency]
  const parts = new Intl.NumberFormat(locales[lang], {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
  }).formatToParts(amount / 10 ** decimals)
  const figure = parts.filter(({ type }) => type !== 'currency' && type !== 'literal').map(({ value }) => value)
  const unit = parts.find(({ type }) => type === 'currency')?.value ?? currency
  return `${figure.join('')}\u00A0${unit}`
}

/** "1 EUR = 655,957 F CFA": francs for one unit of a currency. */
export function formatRate(rate: number, currency: string, lang: Language): string {
  const figure = new Intl.NumberFormat(locales[lang], { maximumFractionDigits: 8 }).format(rate)
  const unit = formatMoney(0, 'XOF', lang).split('\u00A0').at(-1) ?? 'XOF'
  return `1\u00A0${currency} = ${figure}\u00A0${unit}`
}

// Created once: a long document formats thousands of amounts.
const made = new Map<string, Intl.NumberFormat>()

/** The same without its currency, for columns that name it. */
export function formatAmount(amount: number, currency: string, lang: Language): string {
  const decimals = minorUnits[currency as Currency]
  const key = `${lang} ${decimals}`
  const format =
    made.get(key) ??
    new Intl.NumberFormat(locales[lang], { minimumFractionDigits: decimals, maximumFractionDigits: decimals })
  made.set(key, format)
  return format.format(amount / 10 ** decimals)
}

/** 31/01/2026, alike in both languages. */
export const formatShortDay = (day: string) => day.split('-').toReversed().join('/')

/** A moment to the minute, in both languages: the bank's time is UTC. */
export function formatMoment(at: Date): Sentence {
  const [day = '', time = ''] = at.toISOString().split('T')
  const [hours = '', minutes = ''] = time.split(':')
  return {
    fr: `${formatDay(day, 'fr')} à ${hours}\u00A0h\u00A0${minutes}`,
    en: `${formatDay(day, 'en')} at ${hours}:${minutes}`,
  }
}

/** The day in both languages, for the sentence of a refusal. */
export const daySentence = (day: string): Sentence => ({ fr: formatDay(day, 'fr'), en: formatDay(day, 'en') })

/** A day such as 2026-03-10, with its month in words. */
export function formatDay(day: string, lang: Language): string {
  const parts = new Intl.DateTimeFormat(locales[lang], { dateStyle: 'long', timeZone: 'UTC' }).formatToParts(
    new Date(day),
  )
  // French writes the first of the month as an ordinal.
  return parts.map(({ type, value }) => (lang === 'fr' && type === 'day' && value === '1' ? '1er' : value)).join('')
}
