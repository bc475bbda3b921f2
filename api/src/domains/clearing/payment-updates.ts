// Notifies the domain that ordered a payment when the payment is settled or returned, in the same transaction.
import type { Tx } from '../../db/db.ts'
import type { PaymentOrder } from './clearing-store.ts'

export type PaymentUpdate = { payment: PaymentOrder; state: 'sent' | 'settled' | 'returned'; reason: string | null }

/** Implemented by the domain that orders payments: its reaction to payment updates. */
export type Listener = (tx: Tx, updates: readonly PaymentUpdate[], at: Date) => Promise<void>
