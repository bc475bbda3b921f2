// Notifies the domain that ordered a payment when the payment is settled or returned, in the same transaction.
import type { Tx } from '../../db/db.ts'
import type { PaymentOrder } from './clearing-store.ts'

export type PaymentUpdate = { item: PaymentOrder; state: 'sent' | 'settled' | 'returned'; reason: string | null }

/** Given by the domain that orders payments: what it does when it hears of them. */
export type Listener = (tx: Tx, news: readonly PaymentUpdate[], at: Date) => Promise<void>
