// Applies the limits on payments of individuals to new payees to the lines of a file.
import type { LineError } from 'contract/transfers/import-problems.ts'
import type { Language } from 'contract/language.ts'
import type { PlainDate } from 'contract/values/dates.ts'
import type { AccountCaller } from '../../caller.ts'
import type { Sql } from '../../db/db.ts'
import { formatMoment, formatMoney } from '../../formats/text.ts'
import {
  leftFor,
  type NewPayee,
  newPayeeLimit,
  type NewPayeeTariff,
  nothingOrdered,
  type OrderedToPayee,
} from '../beneficiaries/new-payee-rules.ts'
import { listOrderedToPayees, listPaidNumbers } from '../beneficiaries/new-payee-store.ts'

/** A payee that may have a limit, and what was ordered to it before. */
export type LimitedPayee = { payee: NewPayee; ordered: OrderedToPayee }

/** What the bank knows about an account number of a file. */
type Payee = {
  iban: string
  approval: string | null
  numbered_at: Date | null
  trusted_at: Date | null
  payee_customer_id: string | null
}
type Payer = Pick<AccountCaller, 'account_id' | 'customer_id' | 'is_company' | 'currency'>
type When = { now: Date; tariff: NewPayeeTariff }

/** The new payees of a file by account number; those that are not saved are new from now on. */
export async function findNewPayees(
  db: Sql,
  { account_id, customer_id, ...payer }: Payer,
  payees: readonly Payee[],
  { now, tariff }: When,
): Promise<ReadonlyMap<string, LimitedPayee>> {
  if (payer.is_company) return new Map()
  const fresh = payees.flatMap(({ iban, approval, numbered_at, trusted_at, payee_customer_id }) => {
    const since = approval === null ? now : numbered_at
    return since === null || trusted_at !== null || payee_customer_id === customer_id ? [] : [{ iban, since }]
  })
  if (fresh.length === 0) return new Map()
  const paid = await listPaidNumbers(
    db,
    account_id,
    fresh.map(({ iban }) => iban),
  )
  const limited = fresh.flatMap(({ iban, since }) => {
    const payee = { numbered_at: since, trusted_at: null, is_paid: paid.has(iban) }
    const limit = newPayeeLimit(payee, { ...payer }, { now, runs_on: now.toISOString().slice(0, 10), tariff })
    return limit ? [{ account_id, iban, since, until: limit.until, changed: null, payee }] : []
  })
  const ordered = await listOrderedToPayees(db, limited)
  return new Map(limited.map(({ iban, payee }, index) => [iban, { payee, ordered: ordered[index] ?? nothingOrdered }]))
}

type Line = { iban: string; amount: number; runs_on: PlainDate }
type Checked = When & { currency: Payer['currency']; lang: Language; new_payees: ReadonlyMap<string, LimitedPayee> }

/** Why a line may not be ordered, with the values of the sentence. One that may is counted with the lines after it, in `counted`. */
export function newPayeeProblem(
  { iban, amount, runs_on }: Line,
  { now, tariff, currency, lang, new_payees }: Checked,
  counted: Map<string, OrderedToPayee>,
): { code: LineError; facts: Record<string, string> } | null {
  const known = new_payees.get(iban)
  if (!known) return null
  const ordered = counted.get(iban) ?? known.ordered
  const payer = { is_company: false, currency }
  const limited = newPayeeLimit(known.payee, payer, { now, runs_on, tariff })
  if (limited && amount > leftFor(limited, ordered)) {
    const facts = {
      limit: formatMoney(limited.limit, currency, lang),
      remaining: formatMoney(leftFor(limited, ordered), currency, lang),
    }
    return limited.until
      ? { code: 'new_payee_waits', facts: { ...facts, until: formatMoment(limited.until)[lang] } }
      : { code: 'first_payment_capped', facts }
  }
  counted.set(iban, {
    total: ordered.total + amount,
    while_waiting: ordered.while_waiting + (limited?.until ? amount : 0),
  })
  return null
}
