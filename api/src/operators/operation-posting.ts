// An operation from outside as a posting: who stands opposite, and what must be true of it.
import { type Currency, minorUnits } from 'contract/values/money.ts'
import * as z from 'zod/mini'
import type { NewPosting } from '../ledger/ledger-store.ts'
import { bankAccounts } from '../ledger/posting-parts.ts'
import { newId } from '../outside/ids.ts'
import { Refused } from './command.ts'
import { type FileLine, minorAmount } from './operation-file.ts'
import type { Booked } from './operation-file-store.ts'

/** Through which account of the bank money comes in or goes out. */
const counterparts: Record<FileLine['type'], string> = {
  transfer_in: 'clearing',
  transfer_out: 'clearing',
  transfer_return: 'clearing',
  direct_debit: 'clearing',
  card: 'cards',
  card_topup: 'cards',
  withdrawal: 'cash',
  cash_deposit: 'cash',
  cheque_in: 'cheques',
  cheque_out: 'cheques',
  fee: 'fees',
  interest: 'interest',
  tax: 'taf',
  loan: 'loans',
  other: 'suspense',
}

const Label = z.string().check(z.minLength(1), z.maxLength(200))
const Short = z.nullable(z.string().check(z.maxLength(140)))

/** What is known of the bank when a line is posted. */
export type Scene = { day: string; at: Date; internal: ReadonlyMap<string, string>; accounts: ReadonlyMap<string, Booked> }

/** One line as a posting; its key says the cause, which moves money once. */
export function postingOf(one: FileLine, key: string, { day, at, internal, accounts }: Scene): NewPosting {
  const account = accounts.get(one.iban)
  const wrong = (what: string) => new Refused(`line ${one.line}: ${what}`)
  if (!account) throw wrong(`there is no account ${one.iban.slice(0, 40)}`)
  if (account.status === 'closed') throw wrong(`the account ${one.iban} is closed`)
  if (one.currency !== null && one.currency !== account.currency) throw wrong(`the account ${one.iban} is held in ${account.currency}`)
  if (!z.iso.date().safeParse(one.value_date).success) throw wrong(`${one.value_date.slice(0, 20)} is no day`)
  if (!Label.safeParse(one.label).success || !Short.safeParse(one.counterparty).success || !Short.safeParse(one.reference).success)
    throw wrong('a text is missing or too long')
  const amount = minorAmount(one, minorUnits[account.currency as Currency])
  const { type, label, counterparty, reference, value_date } = one
  const entry = { value_date, type, label, counterparty, reference, vat_rate: null, vat_amount: null }
  return {
    id: newId(),
    posting_key: key,
    kind: 'operation',
    booking_date: day,
    posted_at: at.toISOString(),
    reverses: null,
    entries: [
      { ...entry, id: newId(), account_id: bankAccounts(internal, account.currency)(counterparts[type]), amount: -amount },
      { ...entry, id: newId(), account_id: account.id, amount },
    ],
  }
}
