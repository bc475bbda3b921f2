import type { Beneficiary } from 'contract/transfers/beneficiaries.ts'
import { type listPayees as contract, MAX_PAYEES_FOUND } from 'contract/transfers/transfers.ts'
import type { Answer } from 'contract/endpoint.ts'
import type { AccountCaller } from '../../caller.ts'
import type { Sql } from '../../db/db.ts'
import { everyone, listBeneficiariesOf } from '../beneficiaries/beneficiary-store.ts'
import { listOwnAccountsOf } from './own-account-store.ts'
import { listLastPayees, listPaymentsTo } from './payee-store.ts'

const LAST_PAYEES = 8
const page = { page: 1, per_page: MAX_PAYEES_FOUND }

/** The last paid beneficiaries, then others by name, so that a new customer finds theirs too. */
async function lastPayees(db: Sql, caller: AccountCaller): Promise<Beneficiary[]> {
  const ids = await listLastPayees(db, caller, LAST_PAYEES)
  const { items: paid } = await listBeneficiariesOf(db, caller, { ...everyone, ids }, page)
  const last = ids.flatMap((id) => paid.filter((payee) => payee.id === id))
  if (last.length === LAST_PAYEES) return last
  const { items } = await listBeneficiariesOf(db, caller, { ...everyone, status: 'approved' }, page)
  return [...last, ...items.filter(({ id }) => !ids.includes(id))].slice(0, LAST_PAYEES)
}

/** The payees that the form of a transfer offers, or that a search finds, with the payments to each. */
export async function listPayees(
  db: Sql,
  caller: AccountCaller,
  { search, beneficiary }: { search: string | null; beneficiary: string | null },
): Promise<Answer<typeof contract>> {
  const own = await listOwnAccountsOf(db, caller, search, page)
  const found = search ? await listBeneficiariesOf(db, caller, { ...everyone, search }, page) : null
  const listed = found ? found.items : await lastPayees(db, caller)
  const isListed = beneficiary === null || listed.some(({ id }) => id === beneficiary)
  const { items: named } = isListed
    ? { items: [] }
    : await listBeneficiariesOf(db, caller, { ...everyone, ids: [beneficiary] }, page)
  const payees = [...named, ...listed]
  const payments = new Map(
    (
      await listPaymentsTo(
        db,
        caller,
        payees.map(({ iban }) => iban),
      )
    ).map(({ iban, ...rest }) => [iban, rest]),
  )
  return {
    own_accounts: own.items,
    beneficiaries: payees.map((payee) => ({ ...payee, payments: payments.get(payee.iban) ?? null })),
    total: own.total + (found?.total ?? payees.length),
  }
}
