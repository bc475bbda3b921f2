// What becomes of a payment on its way is told to whoever ordered it, in the transaction in which it happens.
import type { Tx } from '../../db/db.ts'
import type { PaymentOrder } from './clearing-store.ts'

export type PaymentUpdate = { item: PaymentOrder; state: 'sent' | 'settled' | 'returned'; reason: string | null }

/** Given by the domain that orders payments: what it does when it hears of them. */
export type Listener = (tx: Tx, news: readonly PaymentUpdate[], at: Date) => Promise<void>
