// Checks the lines of an imported file: each line with all of its errors and warnings at once. Pure.
import { lineErrors, type LineError, lineWarnings, type LineWarning } from 'contract/transfers/import-problems.ts'
import type { Language, Sentence } from 'contract/language.ts'
import type { ImportItem, LineColumn, TypedLine } from 'contract/transfers/imports.ts'
import { LABEL_MAX_LENGTH, type purposes, type Transfer } from 'contract/transfers/transfers.ts'
import { businessDayFrom } from 'contract/values/calendar.ts'
import { Email, Phone, tidyPhone } from 'contract/values/contact.ts'
import type { PlainDate } from 'contract/values/dates.ts'
import { isIbanLike, isInternational } from 'contract/values/iban.ts'
import { type Currency, minorUnits } from 'contract/values/money.ts'
import { tidyLine } from 'contract/values/text.ts'
import * as z from 'zod/mini'
import { BENEFICIARY_NAME_MAX_LENGTH } from 'contract/transfers/beneficiaries.ts'
import type { LineLookup } from '../instant-payments/platform/instant-columns.ts'
import { maskName } from '../beneficiaries/account-number-rules.ts'
import { isSameName } from '../accounts/name-rules.ts'
import { readAmount, readCurrency, repairedAmount } from './import-amount-rules.ts'
import {
  bicError,
  dateError,
  formatPlainDay,
  ibanError,
  labelLine,
  nameLine,
  readDay,
  type ReadIban,
  readPurpose,
  REFERENCE_MAX_LENGTH,
  referenceLine,
  textError,
  tidyBic,
} from './import-cell-rules.ts'
import { type LimitedPayee, newPayeeProblem } from './new-payee-lines.ts'
import type { OrderedToPayee } from '../beneficiaries/new-payee-rules.ts'
import { type LinePrice, type LinesAbroad, neededAbroad, priceOfLine } from './import-price-rules.ts'
import type { TransferRate } from '../exchange-rates/conversion-rules.ts'
import type { CountedPeriods } from '../transfers/exchange-control-rules.ts'
import { priceColumns } from '../transfers/transfer-price-rules.ts'
import {
  creditValueDate,
  firstDayFor,
  holidaysOnBothSides,
  networkFor,
  type OrderTariff,
  type UnionHolidays,
} from '../transfers/transfer-charges-rules.ts'

type Purpose = (typeof purposes)[number]

/** The telephone numbers that the platform knows: those of its eight countries. */
export const UNION_PHONE = /^\+(?:221|223|225|226|227|228|229|245)\d{8,12}$/

export type StoredLine = {
  id: string
  line: number
  is_skipped: boolean
  typed: TypedLine
  /** Of the message that contained it; null for other files. */
  block: string | null
  instruction_id: string | null
  category_purpose: string | null
  /** The acknowledged name, account and known name, as `acknowledgementOf` writes them. */
  acknowledged: string | null
}

/** The bank's data about an account number in a file. */
export type PayeeContext = {
  iban: string
  is_ours: boolean
  bank_name: string | null
  /** Of the payee's bank, where it is known; `saved_bic`: as saved with the payee. */
  bic: string | null
  saved_bic: string | null
  beneficiary_id: string | null
  beneficiary_name: string | null
  approval: 'pending' | 'approved' | 'refused' | null
  numbered_at: Date | null
  trusted_at: Date | null
  /** Saved by a confidential batch; null where the payee is not saved. */
  is_confidential: boolean | null
  payee_id: string | null
  payee_status: string | null
  payee_currency: string | null
  payee_customer_id: string | null
  /** Only of an account of this bank. */
  holder: string | null
  /** Only of the customer's other accounts that the reader may see and that can be paid, as in a single order. */
  own_account_id: string | null
  own_account_label: string | null
}

export type Checking = {
  lang: Language
  account_id: string
  customer_id: string
  currency: Currency
  /** Whether the user may add beneficiaries. */
  may_add: boolean
  now: Date
  home: string
  tariff: OrderTariff
  holidays: UnionHolidays
  payees: ReadonlyMap<string, PayeeContext>
  /** Formats an amount for a message. */
  formatAmount: (amount: number) => string
  /** The account numbers of saved beneficiaries, by names of lines whose number has an error. */
  namesakes: ReadonlyMap<string, string>
  /** The keys of recent orders, as `sameKey` writes them. */
  recent: ReadonlySet<string>
  /** The rates in force, and by account number abroad what counts together with a line. */
  rates: readonly TransferRate[]
  counted: ReadonlyMap<string, CountedPeriods>
  /** The companies pay fees that individuals do not. */
  is_company: boolean
  /** The answers of the platform about the telephone numbers of lines without an account number. */
  phones: ReadonlyMap<string, LineLookup>
  /** The account numbers whose institution is connected to the platform of instant payments. */
  reachable: ReadonlySet<string>
  /** Where the author has chosen instant payments: the answers of these institutions, by account number. Null for the clearing. */
  accounts: ReadonlyMap<string, LineLookup> | null
  /** Those that may have a limit, by account number. */
  new_payees: ReadonlyMap<string, LimitedPayee>
}

/** A valid line. */
export type PayableLine = LinePrice & {
  id: string
  line: number
  beneficiary_id: string | null
  /** One of the customer's own accounts, which is not a beneficiary. */
  own_account_id: string | null
  /** Of a line that is paid instantly, and of one with a phone number instead of an account number. */
  lookup_id: string | null
  name: string
  iban: string
  label: string
  rail: Transfer['rail']
  network: Transfer['network']
  is_own: boolean
  execution_date: PlainDate | null
  phone: string | null
  email: string | null
  reference: string | null
  block: string | null
  /** What the message says about the transfer, for the payee's bank. */
  instruction_id: string | null
  category_purpose: string | null
  /** As typed: it names the payee's bank in the message to the network. */
  bic: string | null
  /** Only of a number that is not an IBAN. */
  country: string | null
  purpose: Purpose | null
  /** The failed line of another batch that this line repeats. */
  retry_of: string | null
}

/** What the lines before a line have ordered. */
type LinesBefore = { abroad: LinesAbroad; toNewPayees: Map<string, OrderedToPayee> }

/** `to_acknowledge`: the value to store when the name of the line is acknowledged. */
export type CheckedLine = { item: ImportItem; payable: PayableLine | null; to_acknowledge: string | null }

type Context = Record<string, string | number>
const fill = (sentence: Sentence, lang: Language, facts: Context) =>
  sentence[lang].replaceAll(/\{(\w+)\}/g, (_, name: string) => String(facts[name] ?? ''))

export const sameKey = (iban: string, amount: number, label: string) => `${iban} ${amount} ${label}`

function repairsOf(
  typed: TypedLine,
  errors: ImportItem['errors'],
  savedIban: string | undefined,
): ImportItem['repairs'] {
  const has = (column: LineColumn) => errors.some((error) => error.column === column)
  const currency = readCurrency(typed.currency)
  const amount = has('amount') && currency ? repairedAmount(typed.amount, currency) : null
  return [
    ...(has('iban') && savedIban ? [{ column: 'iban' as const, value: savedIban }] : []),
    ...(amount === null ? [] : [{ column: 'amount' as const, value: amount }]),
  ]
}

/** Why this payee may not be paid from this account. */
function payeeError(payee: PayeeContext | undefined, { account_id, currency, may_add }: Checking): LineError | null {
  if (!payee) return 'iban_invalid'
  if (payee.is_ours && !payee.payee_id) return 'no_such_account'
  if (payee.payee_id === account_id) return 'own_account'
  if (payee.payee_status === 'closed') return 'account_closed'
  if (payee.is_ours ? payee.payee_currency !== currency : currency !== 'XOF') return 'account_currency'
  if (payee.own_account_id !== null) return null
  if (payee.approval === 'refused') return 'beneficiary_refused'
  if (payee.approval === 'pending') return 'beneficiary_pending'
  return payee.approval === null && !may_add ? 'beneficiary_unknown' : null
}

/** The known name of an account where it differs from the line's name; `visibleName` is the part that the reader may see. */
function otherName(
  name: string,
  payee: PayeeContext | undefined,
  customerId: string,
): { known: string; visibleName: string } | null {
  if (!payee || name === '') return null
  const { beneficiary_name, holder, payee_customer_id, own_account_label } = payee
  const names = [beneficiary_name, holder, own_account_label].filter((known) => known !== null)
  if (names.length === 0 || names.some((known) => isSameName(known, name))) return null
  if (beneficiary_name !== null) return { known: beneficiary_name, visibleName: beneficiary_name }
  // The payee is not saved: the mask shows enough to recognise a known name, too little to learn an unknown one.
  return holder === null
    ? null
    : { known: holder, visibleName: payee_customer_id === customerId ? holder : maskName(holder) }
}

/** The account behind a telephone number; an error while it is unknown. */
function accountOf({ state, iban, other, country }: LineLookup): ReadIban {
  const number = iban ?? other
  return state === 'found' && number !== null
    ? { iban: number, country, error: null, facts: {} }
    : { iban: '', country: null, error: 'iban_missing', facts: {} }
}

/** The name that the platform knows, where it differs from the line's. Everybody who looks a number up is shown it. */
function lookedUpName(name: string, { name: known }: LineLookup): { known: string; visibleName: string } | null {
  return known === null || name === '' || isSameName(known, name) ? null : { known, visibleName: known }
}

/** An institution that has not answered after this time is not waited for: the line goes by the clearing. */
const VERIFICATION_SECONDS = 60

/** The look-up of a line with an account number, where the line is to be paid instantly. */
function verificationOf(
  iban: string,
  typed: TypedLine,
  { accounts, reachable, now }: Checking,
): { lookup: LineLookup | null; waits: boolean; isUnverified: boolean } | null {
  if (!accounts || !reachable.has(iban) || readCurrency(typed.currency) !== 'XOF') return null
  const found = accounts.get(iban)
  const waits = found?.state === 'waiting' && now.getTime() - found.created_at.getTime() < VERIFICATION_SECONDS * 1000
  const lookup = found?.state === 'found' ? found : null
  return { lookup, waits, isUnverified: !lookup && !waits }
}

/** The telephone numbers of lines without an account number. */
export const phonesToLookUp = (lines: readonly Pick<StoredLine, 'typed'>[]): string[] => [
  ...new Set(
    lines.flatMap(({ typed }) => {
      const phone = tidyPhone(typed.phone)
      return typed.iban.trim() === '' && UNION_PHONE.test(phone) && z.safeParse(Phone, phone).success ? [phone] : []
    }),
  ),
]

/** The value that identifies an acknowledged name. */
const acknowledgementOf = (name: string, iban: string, known: string) => JSON.stringify([name, iban, known])

function checkLine(
  { id, line: number, is_skipped, typed, block, instruction_id, category_purpose, acknowledged }: StoredLine,
  checking: Checking,
  firstLineOf: Map<string, number>,
  { abroad, toNewPayees }: LinesBefore,
): CheckedLine {
  const { lang, now, home, tariff, holidays, payees, customer_id, recent, namesakes } = checking
  const today = now.toISOString().slice(0, 10)
  const errors: ImportItem['errors'] = []
  const warnings: ImportItem['warnings'] = []
  const addError = (column: LineColumn, code: LineError | null, facts: Context = {}) => {
    if (code) errors.push({ column, code, message: fill(lineErrors[code], lang, facts) })
  }
  const addWarning = (column: LineColumn, code: LineWarning, facts: Context = {}) =>
    void warnings.push({ column, code, message: fill(lineWarnings[code], lang, facts) })

  const name = tidyLine(typed.name)
  addError('name', textError(name, nameLine, 'name_missing'), { max: BENEFICIARY_NAME_MAX_LENGTH })
  const phone = tidyPhone(typed.phone)
  const byPhone = typed.iban.trim() === '' && phone !== '' ? checking.phones.get(phone) : undefined
  const account = byPhone ? accountOf(byPhone) : ibanError(typed)
  const verification = byPhone ? null : verificationOf(account.iban, typed, checking)
  const lookup = byPhone ?? verification?.lookup ?? undefined
  const known = payees.get(account.iban)
  const isInstant = lookup?.state === 'found' && known?.is_ours !== true
  // Somebody else's account that is paid by telephone number is no beneficiary of the customer.
  const payee = isInstant && byPhone ? undefined : known
  const accountError = account.error ?? (isInstant && byPhone ? null : payeeError(payee, checking))
  if (byPhone && account.error) addError('phone', byPhone.state === 'waiting' ? 'phone_waits' : 'phone_unknown')
  else if (!accountError && verification?.waits) addError('iban', 'account_waits')
  else addError('iban', accountError, account.facts)
  const bic = tidyBic(typed.bic)
  if (!accountError && !isInstant) addError('bic', bicError(bic, account, payee), { known: payee?.saved_bic ?? '' })
  const international = !accountError && !isInstant && isInternational(account.iban)
  const purpose = readPurpose(typed.purpose)
  if (purpose === undefined) addError('purpose', 'purpose_invalid')
  else if (international && purpose === null) addError('purpose', 'purpose_missing')
  const currency = readCurrency(typed.currency)
  if (currency === null) addError('currency', 'currency_unknown')
  const read = readAmount(typed.amount, currency ?? 'XOF')
  if (currency !== null && typeof read !== 'number')
    addError('amount', read, { currency, digits: minorUnits[currency] })
  const label = tidyLine(typed.label)
  addError('label', textError(label, labelLine, 'label_missing'), { max: LABEL_MAX_LENGTH })
  const requestedDay = typed.execution_date.trim() === '' ? null : readDay(typed.execution_date)
  if (typed.execution_date.trim() !== '')
    addError('execution_date', dateError(requestedDay, today, typed.execution_date))
  if (phone !== '' && !z.safeParse(Phone, phone).success) addError('phone', 'phone_invalid')
  const email = typed.email.trim()
  if (email !== '' && !z.safeParse(Email, email).success) addError('email', 'email_invalid')
  const reference = tidyLine(typed.reference)
  if (reference !== '')
    addError('reference', textError(reference, referenceLine, 'text_invalid'), { max: REFERENCE_MAX_LENGTH })

  const isOurs = payee?.is_ours ?? false
  const closed = holidaysOnBothSides(account.iban, holidays)
  const execution_date = requestedDay !== null && requestedDay > today ? businessDayFrom(requestedDay, closed) : null
  const typedAmount = typeof read === 'number' && currency !== null ? read : null
  const network =
    typedAmount === null || accountError
      ? null
      : isInstant
        ? 'instant'
        : networkFor({ iban: account.iban, is_ours: isOurs, amount: typedAmount }, tariff)
  const priced =
    network && typedAmount !== null && currency
      ? priceOfLine(typedAmount, currency, {
          network,
          iban: account.iban,
          home,
          is_company: checking.is_company,
          account_currency: checking.currency,
          rates: checking.rates,
          tariff,
          now,
        })
      : null
  const price = priced && 'amount' in priced ? priced : null
  if (priced && 'code' in priced) addError(priced.column, priced.code, { currency: currency ?? '' })
  const day = network && (execution_date ?? firstDayFor(network, now, tariff, closed))
  const isNew =
    price && day && newPayeeProblem({ iban: account.iban, amount: price.amount, runs_on: day }, checking, toNewPayees)
  if (isNew) addError('amount', isNew.code, isNew.facts)
  if (price && day && international) {
    const line = { iban: account.iban, counter_value: price.counter_value, purpose: purpose ?? null, day }
    const limits = {
      tolerance: checking.formatAmount(tariff.no_document_tolerance),
      threshold: checking.formatAmount(tariff.goods_domiciliation_threshold),
    }
    for (const code of neededAbroad(line, checking.counted.get(account.iban) ?? new Map(), abroad, tariff))
      addError('amount', code, limits)
  }
  // Without a price the amount of a line in francs is displayed as it was read.
  const amount = price?.amount ?? (currency === 'XOF' ? typedAmount : null)

  const other = accountError
    ? null
    : lookup && isInstant
      ? lookedUpName(name, lookup)
      : otherName(name, payee, customer_id)
  const toAcknowledge = other && acknowledgementOf(name, account.iban, other.known)
  // Errors that could pay another person come first.
  if (other) addWarning('name', 'name_mismatch', { known: other.visibleName })
  if (!accountError && verification?.isUnverified) addWarning('iban', 'account_unverified')

  let duplicate: number | undefined
  if (amount !== null && !accountError) {
    const key = sameKey(account.iban, amount, label)
    duplicate = firstLineOf.get(key)
    if (duplicate === undefined) firstLineOf.set(key, number)
    else addWarning('amount', 'duplicate', { line: duplicate })
    if (recent.has(key)) addWarning('amount', 'paid_recently')
    // A payee that is paid instantly was looked up: it is not saved with the batch.
    if (!isInstant && payee?.approval === null && payee.own_account_id === null) addWarning('name', 'new_payee')
  }
  if (execution_date !== null && execution_date !== requestedDay)
    addWarning('execution_date', 'date_moved', { date: formatPlainDay(execution_date) })

  const payablePrice = errors.length === 0 ? price : null
  const ownAccountId = payee?.own_account_id ?? null
  const beneficiaryId = ownAccountId === null ? (payee?.beneficiary_id ?? null) : null
  const paidName = (isInstant ? lookup?.name : null) ?? payee?.own_account_label ?? payee?.beneficiary_name ?? name
  return {
    item: {
      id,
      line: number,
      status:
        errors.length > 0
          ? 'invalid'
          : duplicate !== undefined
            ? 'duplicate'
            : warnings.length > 0
              ? 'warning'
              : 'ready',
      is_skipped,
      acknowledgement: toAcknowledge === null ? 'none' : toAcknowledge === acknowledged ? 'given' : 'needed',
      errors,
      warnings,
      repairs: repairsOf(typed, errors, namesakes.get(name)),
      typed,
      transfer: {
        amount,
        fees: price?.fees ?? 0,
        tax: price?.tax ?? 0,
        credit_amount: price?.credit_amount ?? null,
        credit_currency: price?.credit_currency ?? null,
        exchange_rate: price?.exchange_rate ?? null,
        label,
        execution_date,
        network,
        may_be_instant: !accountError && !byPhone && checking.reachable.has(account.iban) && currency === 'XOF',
        arrival_date: network && day ? creditValueDate({ network, iban: account.iban }, day, holidays) : null,
        reference: reference || null,
        purpose: purpose ?? null,
        international,
        previous: null,
      },
      beneficiary: {
        id: beneficiaryId,
        name,
        known_name: other?.visibleName ?? null,
        iban: account.iban,
        bank_name: (isInstant ? lookup?.institution : payee?.bank_name) ?? null,
        phone_number: phone,
        email: email || null,
      },
    },
    to_acknowledge: toAcknowledge,
    payable:
      payablePrice && network
        ? {
            ...priceColumns(payablePrice),
            id,
            line: number,
            beneficiary_id: beneficiaryId,
            own_account_id: ownAccountId,
            lookup_id: lookup && !accountError ? lookup.id : null,
            name: paidName,
            iban: account.iban,
            label,
            rail: isOurs ? 'internal' : international ? 'international' : 'local',
            network,
            is_own: payee?.payee_customer_id === customer_id,
            execution_date,
            phone: phone || null,
            email: email || null,
            reference: reference || null,
            block,
            instruction_id,
            category_purpose,
            bic: bic || null,
            country: isIbanLike(account.iban) || isInstant ? null : account.country,
            purpose: international ? (purpose ?? null) : null,
            retry_of: null,
          }
        : null,
  }
}

/** The names of lines whose account number has an error, for the lookup of their beneficiaries. */
export const namesToFind = (lines: readonly StoredLine[]): string[] => [
  ...new Set(
    lines.flatMap(({ typed }) => {
      const name = tidyLine(typed.name)
      return name !== '' && ibanError(typed).error ? [name] : []
    }),
  ),
]

/** The normalised account numbers of lines, for the lookup. */
export const ibansOf = (lines: readonly StoredLine[]): string[] => [
  ...new Set(
    lines.flatMap(({ typed }) => {
      const { iban, error } = ibanError(typed)
      return error ? [] : [iban]
    }),
  ),
]

/** All lines of a draft, in the order of the file. A skipped line has no duplicates. */
export function checkLines(lines: readonly StoredLine[], checking: Checking): CheckedLine[] {
  const firstLineOf = new Map<string, number>()
  const before: LinesBefore = { abroad: new Map(), toNewPayees: new Map() }
  return lines.map((one) =>
    one.is_skipped
      ? checkLine(one, checking, new Map<string, number>(), {
          abroad: new Map(before.abroad),
          toNewPayees: new Map(before.toNewPayees),
        })
      : checkLine(one, checking, firstLineOf, before),
  )
}
