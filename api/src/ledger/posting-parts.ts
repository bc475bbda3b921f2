// Builds a posting from its parts: account, amount and label. A part of zero creates no entry.
import { newId } from '../adapters/ids.ts'
import type { NewEntry, NewPosting } from './ledger-store.ts'

/** `tax`: the tax contained in the amount and its rate in percent, if customers see it. */
export type Part = Pick<NewEntry, 'account_id' | 'amount' | 'type' | 'label'> & {
  tax?: { rate: number; amount: number }
}

/** The bank's accounts in one currency, by code without currency. Throws for one that the bank does not have. */
export const bankAccounts = (internal: ReadonlyMap<string, string>, currency: string) => (code: string) => {
  const id = internal.get(`${code}:${currency}`)
  if (!id) throw new Error(`the bank has no account ${code}:${currency}`)
  return id
}

/** A posting of today, each entry with today's value date unless another is given. `key`: its cause, which moves money once. */
export const postingOfParts = (
  { key, kind, day, at, value_date = day }: { key: string; kind: string; day: string; at: Date; value_date?: string },
  parts: readonly Part[],
): NewPosting => ({
  id: newId(),
  posting_key: key,
  kind,
  booking_date: day,
  posted_at: at.toISOString(),
  reverses: null,
  entries: parts
    .filter(({ amount }) => amount !== 0)
    .map(({ tax, ...part }) => ({
      ...part,
      id: newId(),
      value_date,
      counterparty: null,
      reference: null,
      vat_rate: tax?.rate ?? null,
      vat_amount: tax?.amount ?? null,
    })),
})

type CommonFields = Omit<NewEntry, 'id' | 'account_id' | 'amount' | 'type'>

/** The two legs of an exchange through the position accounts: the bank takes one currency and gives the other. */
export function exchangeLegs(
  internal: ReadonlyMap<string, string>,
  received: { amount: number; currency: string },
  paid: { amount: number; currency: string },
  commonFields: CommonFields,
): NewEntry[] {
  const leg = (amount: number, currency: string): NewEntry => ({
    ...commonFields,
    id: newId(),
    account_id: bankAccounts(internal, currency)('position'),
    amount,
    type: 'transfer_out',
  })
  return [leg(received.amount, received.currency), leg(-paid.amount, paid.currency)]
}
