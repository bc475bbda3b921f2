import type { NewEntry, NewPosting } from '../../ledger/ledger-store.ts'
import { taxRateOf } from '../accounts/payment-rules.ts'
import { newId } from '../../adapters/ids.ts'

type Load = {
  account_id: string
  card_ledger_id: string
  last_digits: string
  amount: number
  fees: number
  tax: number
  reference: string
  /** `topup:<id>`, or the series and its date. */
  posting_key: string
  posting_id: string
  at: Date
  /** The bank's rate in force. */
  taf_basis_points: number
}

/** One top-up as one posting: the amount to the card, the fee and its tax to the bank. Sums to zero. */
export function topupPosting(load: Load, internal: ReadonlyMap<string, string>): NewPosting {
  const { account_id, card_ledger_id, last_digits, amount, fees, tax, reference, posting_key, posting_id, at } = load
  const day = at.toISOString().slice(0, 10)
  const bankAccount = (code: string) => {
    const id = internal.get(`${code}:XOF`)
    if (!id) throw new Error(`the bank has no account ${code}:XOF`)
    return id
  }
  const commonFields = { value_date: day, reference, counterparty: null, vat_rate: null, vat_amount: null }
  const topup = { ...commonFields, label: `RECHARGE CARTE PREPAYEE ${last_digits}`, type: 'card_topup' } as const
  const fee = { ...commonFields, label: 'FRAIS RECHARGE CARTE', type: 'fee' } as const
  const entries: NewEntry[] = [
    { ...topup, id: newId(), account_id, amount: -amount },
    { ...topup, id: newId(), account_id: card_ledger_id, amount },
  ]
  if (fees > 0)
    entries.push(
      {
        ...fee,
        id: newId(),
        account_id,
        amount: -(fees + tax),
        vat_rate: taxRateOf(load, load.taf_basis_points),
        vat_amount: tax,
      },
      { ...fee, id: newId(), account_id: bankAccount('fees'), amount: fees },
    )
  if (tax > 0) entries.push({ ...fee, id: newId(), account_id: bankAccount('taf'), amount: tax, type: 'tax' })
  return {
    id: posting_id,
    posting_key,
    kind: 'card_topup',
    booking_date: day,
    posted_at: at.toISOString(),
    reverses: null,
    entries,
  }
}
