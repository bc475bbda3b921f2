// Lists the columns of prepaid cards.
import type { PrepaidCard } from 'contract/products/prepaid-cards.ts'
import { bytea, date, except, nullable, only, type RowOf, table, text, timestamp, uuid } from '../../db/columns.ts'

export const prepaidCards = table('prepaid_cards', {
  account_id: uuid(),
  id: uuid(),
  ledger_account_id: uuid(),
  last_digits: text(),
  /** The digest of the whole number, by which a card is found again. */
  number_digest: bytea(),
  holder: text(),
  label: nullable(text()),
  expires_on: date(),
  status: text<Exclude<PrepaidCard['status'], 'expired'>>(),
  registered_at: timestamp(),
  registered_by: nullable(uuid()),
})

export const newCards = except(prepaidCards, 'status')
export type NewCard = RowOf<typeof newCards>

/** The columns that its holder reads. */
export const readCards = only(
  prepaidCards,
  'account_id',
  'id',
  'ledger_account_id',
  'last_digits',
  'holder',
  'label',
  'expires_on',
)
