// Queues outgoing payments of executed orders, and updates the orders when the networks answer.
import { randomUUID } from 'node:crypto'
import { type AuditEvent, recordEvents } from '../audit/audit-store.ts'
import { getBankIdentity } from '../bank/bank-identity-store.ts'
import { queueMail } from '../notifications/mail-queue.ts'
import { newId } from '../../adapters/ids.ts'
import type { NewOutgoingPayment } from '../clearing/clearing-store.ts'
import type { PaymentUpdate, Listener } from '../clearing/payment-updates.ts'
import { returnedMail } from './returned-mail.ts'
import type { AbroadReference } from '../clearing/correspondent-store.ts'
import type { DueTransfer } from '../transfers/transfer-run-store.ts'
import { findReturned, markReturned } from '../transfers/transfer-state-store.ts'

type Executed = DueTransfer & {
  nominal_date: string | null
  posting_id: string
  day: string
  at: Date
  credit_value_date: string
}

/** The outgoing payment of an executed order; null where the money stays in the bank. */
export function outgoingPaymentOf(executed: Executed, abroad: AbroadReference | null): NewOutgoingPayment | null {
  const paid = executed.credit_currency ?? executed.currency
  const correspondent = abroad?.correspondents.find((one) => one.currency === paid)
  const isAbroad = executed.network === 'swift'
  const { network, reference, nominal_date, account_id, id, posting_id, amount, currency, day, at } = executed
  if (network === 'book') return null
  return {
    id: newId(),
    account_id,
    transfer_id: id,
    nominal_date,
    posting_id,
    network,
    amount: executed.credit_amount ?? amount,
    currency: paid,
    debit_amount: executed.credit_amount === null ? null : amount,
    debit_currency: executed.credit_amount === null ? null : currency,
    exchange_rate: executed.exchange_rate,
    instructed_amount: executed.instructed_amount,
    instructed_currency: executed.instructed_currency,
    charges: isAbroad ? (executed.charges ?? 'SHA') : null,
    purpose: executed.purpose,
    domiciliation: executed.domiciliation,
    economic_code: (executed.purpose && abroad?.codes[executed.purpose]) ?? null,
    debtor_address: isAbroad ? executed.payer_address : null,
    creditor_address: isAbroad ? executed.payee_address : null,
    creditor_country: isAbroad ? executed.payee_country : null,
    creditor_address_country: isAbroad ? executed.payee_address_country : null,
    correspondent_bic: (isAbroad && correspondent?.bic) || null,
    correspondent_account: (isAbroad && correspondent?.account_number) || null,
    // Inside the UEMOA banks settle on the same day; abroad when all correspondent banks have passed the payment on.
    settlement_date: network === 'swift' ? executed.credit_value_date : day,
    reference,
    // Each date of a series is a separate payment, with the reference that the customer knows.
    // The customer's own reference, where their file has one, goes unchanged to the payee's bank.
    end_to_end_id:
      executed.end_to_end_id ?? (nominal_date ? `${reference}-${nominal_date.replaceAll('-', '')}` : reference),
    instruction_id: executed.instruction_id,
    category_purpose: executed.category_purpose,
    uetr: randomUUID(),
    debtor_name: executed.holder,
    debtor_iban: executed.payer_iban,
    creditor_name: executed.beneficiary_name,
    creditor_iban: executed.beneficiary_iban,
    creditor_bic: executed.payee_bic,
    label: executed.label,
    queued_at: at,
  }
}

const actions = { sent: 'transfer.send', settled: 'transfer.settle', returned: 'transfer.return' } as const

const eventOf = ({ payment, state, reason }: PaymentUpdate, at: Date): AuditEvent => ({
  at,
  user_id: null,
  session_id: null,
  account_id: payment.account_id,
  address: null,
  action: actions[state],
  subject_id: payment.transfer_id,
  facts: {
    payment: payment.id,
    amount: payment.amount,
    nominal_date: payment.nominal_date,
    ...(reason && { return_reason: reason }),
  },
})

/** Records the networks' answers in the history of the orders; notifies the author of a returned one. */
export const transferListener =
  ({ portalUrl }: { portalUrl: string }): Listener =>
  async (tx, updates, at) => {
    const returned = updates.filter(({ state }) => state === 'returned')
    await markReturned(
      tx,
      returned
        .filter(({ payment }) => payment.nominal_date === null)
        .map(({ payment }) => ({ account_id: payment.account_id, id: payment.transfer_id })),
    )
    await recordEvents(
      tx,
      updates.map((one) => eventOf(one, at)),
    )
    if (returned.length === 0) return
    const bank = await getBankIdentity(tx)
    for (const { payment, reason } of returned) {
      const order = await findReturned(tx, payment.account_id, payment.transfer_id)
      if (!order?.email) continue
      const { email, lang, first_name, ...facts } = order
      const url = new URL(`transfers/${payment.transfer_id}`, portalUrl).href
      await queueMail(
        tx,
        returnedMail(
          { email, lang, first_name },
          bank,
          { ...facts, amount: payment.amount, reason: reason ?? '', network: payment.network },
          url,
        ),
        at,
      )
    }
  }
