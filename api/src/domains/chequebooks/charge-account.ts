import type { Tx } from '../../db/db.ts'
import { findInternalAccounts, type NewEntry, type PostingOutcome, post } from '../../ledger/ledger-store.ts'
import { taxRateOf } from '../accounts/payment-rules.ts'
import { findChequeTariff } from './chequebook-store.ts'
import { newId } from '../../adapters/ids.ts'

type Charge = {
  account_id: string
  fees: number
  tax: number
  label: string
  reference: string
  posting_key: string
  posting_id: string
  /** The posting that it reverses. */
  reverses: string | null
  at: Date
}

/** Charges a fee and its TAF to an account in one posting, or gives both back. */
export async function chargeAccount(tx: Tx, charge: Charge): Promise<PostingOutcome> {
  const { account_id, fees, tax, label, reference, posting_key, posting_id, reverses, at } = charge
  const internal = await findInternalAccounts(tx)
  const vat_rate = taxRateOf({ fees, tax }, (await findChequeTariff(tx)).taf_basis_points)
  const day = at.toISOString().slice(0, 10)
  const sign = reverses ? -1 : 1
  const bankAccount = (code: string) => {
    const id = internal.get(`${code}:XOF`)
    if (!id) throw new Error(`the bank has no account ${code}:XOF`)
    return id
  }
  const commonFields = {
    value_date: day,
    label,
    reference,
    counterparty: null,
    vat_rate: null,
    vat_amount: null,
    type: 'fee',
  } as const
  const entries: NewEntry[] = [
    { ...commonFields, id: newId(), account_id, amount: -sign * (fees + tax), vat_rate, vat_amount: sign * tax },
    { ...commonFields, id: newId(), account_id: bankAccount('fees'), amount: sign * fees },
  ]
  if (tax > 0)
    entries.push({ ...commonFields, id: newId(), account_id: bankAccount('taf'), amount: sign * tax, type: 'tax' })
  const posting = {
    id: posting_id,
    posting_key,
    kind: 'chequebook',
    booking_date: day,
    posted_at: at.toISOString(),
    reverses,
    entries,
  }
  const [outcome] = await post(tx, [posting])
  if (!outcome) throw new Error('the ledger said nothing')
  return outcome
}
