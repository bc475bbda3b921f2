// Lists the columns of incoming payments and of the messages that return some of them.
import type { ChargeBearer } from 'contract/transfers/transfers.ts'
import type { Currency } from 'contract/values/money.ts'
import { bigint, date, integer, nullable, numeric, table, text, timestamp, uuid } from '../../db/columns.ts'
import type { PaymentNetwork } from './clearing-columns.ts'
import type { Network } from '../../formats/pacs008.ts'
import type { ReturnReason } from './incoming-rules.ts'

export const incomingPayments = table('incoming_payments', {
  id: uuid(),
  network: text<PaymentNetwork>(),
  /** The BIC of the bank that sent it. */
  sender: text(),
  message_id: text(),
  place: integer(),
  transaction_id: text(),
  instruction_id: nullable(text()),
  end_to_end_id: text(),
  uetr: nullable(uuid()),
  amount: bigint(),
  currency: text<Currency>(),
  settlement_date: date(),
  instructed_amount: nullable(bigint()),
  instructed_currency: nullable(text<Currency>()),
  category_purpose: nullable(text()),
  /** Who bears the charges of the banks, where the message states it. */
  charges: nullable(text<ChargeBearer>()),
  debtor_name: text(),
  debtor_account: nullable(text()),
  debtor_bic: nullable(text()),
  creditor_name: text(),
  creditor_account: text(),
  label: text(),
  received_at: timestamp(),
  /** Of a payment that was credited. */
  account_id: nullable(uuid()),
  posting_id: nullable(uuid()),
  credit_amount: nullable(bigint()),
  credit_currency: nullable(text<Currency>()),
  exchange_rate: nullable(numeric()),
  /** Of a payment that goes back. */
  return_reason: nullable(text<ReturnReason>()),
  return_id: nullable(uuid()),
  /** The message as received, where it came through SWIFT. */
  message: nullable(text()),
})

export const paymentReturns = table('payment_returns', {
  id: uuid(),
  network: text<Network>(),
  message_id: text(),
  receiver_bic: text(),
  created_at: timestamp(),
  written_at: nullable(timestamp()),
})
