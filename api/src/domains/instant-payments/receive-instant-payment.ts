// Credits an instant payment that comes in, and answers the platform: accepted after the credit, or refused with a reason. Each is answered
// once for its endToEndId, and with the same answer however often it arrives.
import { newId } from '../../adapters/ids.ts'
import type { Tx } from '../../db/db.ts'
import type { AipCallback } from '../../formats/instant/aip-callbacks.ts'
import { newMessageId } from '../../formats/instant/aip-ids.ts'
import { findInternalAccounts, type NewEntry, post } from '../../ledger/ledger-store.ts'
import { bankAccounts } from '../../ledger/posting-parts.ts'
import { byBank, recordEvent } from '../audit/audit-store.ts'
import { insertMessage } from '../clearing/clearing-store.ts'
import { labelOf } from '../clearing/incoming-rules.ts'
import { insertIncoming, listCreditedAccounts } from '../clearing/incoming-store.ts'
import { markRequestPaid } from './requests/answer-requests.ts'
import { isProofOfAvailability, queueMessages } from './platform/aip-message-store.ts'
import { useGuarantee } from './platform/guarantee-store.ts'
import { digestOf, findReceipt, insertReceipt, lockEndToEnd, type Receipt } from './platform/receipt-store.ts'
import { matchTill } from './aliases/till-store.ts'

type Payment = AipCallback<'/transferts'>

/** AC03: no such account; AC07: closed; AC06: blocked; AG01: not in francs. */
type RefusalReason = 'AC03' | 'AC07' | 'AC06' | 'AG01'

/** Why an account cannot take a payment; null where it can. */
export function refusalOf(account: { status: string; currency: string } | undefined): RefusalReason | null {
  if (!account) return 'AC03'
  if (account.status === 'closed') return 'AC07'
  if (account.status === 'blocked') return 'AC06'
  return account.currency === 'XOF' ? null : 'AG01'
}

type Credit = { id: string; entry_id: string; account_id: string }

async function credit(tx: Tx, payment: Payment, account: { id: string; iban: string }, now: Date): Promise<Credit> {
  const { msgId, endToEndId, montant, codeMembreParticipantPayeur: sender } = payment
  const day = now.toISOString().slice(0, 10)
  const label = payment.motif ?? payment.numeroDocumentReference ?? ''
  const received = { label, category_purpose: null, debtor_name: payment.nomClientPayeur }
  const internal = bankAccounts(await findInternalAccounts(tx), 'XOF')
  const entry = (account_id: string, amount: number): NewEntry => ({
    id: newId(),
    account_id,
    amount,
    type: 'transfer_in',
    value_date: day,
    label: labelOf(received),
    counterparty: payment.nomClientPayeur,
    reference: endToEndId,
    vat_rate: null,
    vat_amount: null,
  })
  const credited = entry(account.id, montant)
  const posting_id = newId()
  const [outcome] = await post(tx, [
    {
      id: posting_id,
      posting_key: `incoming:instant:${sender}:${endToEndId}`,
      kind: 'incoming',
      booking_date: day,
      posted_at: now.toISOString(),
      reverses: null,
      entries: [entry(internal('guarantee'), -montant), credited],
    },
  ])
  if (outcome !== 'posted') throw new Error(`the instant payment ${endToEndId} was ${outcome}`)
  await insertMessage(
    tx,
    { kind: 'pacs.008', sender, message_id: msgId },
    { content_hash: digestOf(payment), file_name: 'AIP', received_at: now },
  )
  const id = newId()
  await insertIncoming(tx, [
    {
      id,
      network: 'instant',
      sender,
      message_id: msgId,
      place: 1,
      transaction_id: endToEndId,
      instruction_id: null,
      end_to_end_id: endToEndId,
      uetr: null,
      amount: montant,
      currency: 'XOF',
      settlement_date: day,
      instructed_amount: null,
      instructed_currency: null,
      category_purpose: null,
      charges: null,
      debtor_name: payment.nomClientPayeur,
      debtor_account: payment.ibanClientPayeur ?? payment.otherClientPayeur ?? null,
      debtor_bic: null,
      creditor_name: payment.nomClientPaye,
      creditor_account: account.iban,
      label,
      received_at: now,
      account_id: account.id,
      posting_id,
      credit_amount: montant,
      credit_currency: 'XOF',
      exchange_rate: null,
      return_reason: null,
      return_id: null,
      message: null,
    },
  ])
  return { id, entry_id: credited.id, account_id: account.id }
}

/** Queues the answer to the platform. */
async function answer(
  tx: Tx,
  { msgId, endToEndId }: Payment,
  { member, refusal, now }: { member: string; refusal: string | null; now: Date },
): Promise<void> {
  const body = {
    msgId: newMessageId(member),
    msgIdDemande: msgId,
    endToEndId,
    statutTransaction: refusal === null ? ('ACSP' as const) : ('RJCT' as const),
    ...(refusal !== null && { codeRaison: refusal }),
  }
  await queueMessages(tx, [{ path: '/transferts/reponses', body }], now)
}

/** Credits or refuses a payment and queues the answer, in one transaction. */
export async function receiveInstantPayment(tx: Tx, payment: Payment, member: string, now: Date): Promise<void> {
  const { endToEndId, montant } = payment
  // The bank pays itself to prove that it is available: nobody is credited. Only its own payment is believed.
  if (await isProofOfAvailability(tx, endToEndId)) return answer(tx, payment, { member, refusal: null, now })
  await lockEndToEnd(tx, endToEndId)
  const known = await findReceipt(tx, endToEndId)
  const [account] = known || !payment.ibanClientPaye ? [] : await listCreditedAccounts(tx, [payment.ibanClientPaye])
  const refusal = known ? known.refusal : refusalOf(account)
  if (!known) {
    const incoming = account && refusal === null ? await credit(tx, payment, account, now) : null
    const receipt: Receipt = {
      end_to_end_id: endToEndId,
      message_id: payment.msgId,
      member: payment.codeMembreParticipantPayeur,
      payer_name: payment.nomClientPayeur,
      payer_country: payment.paysClientPayeur,
      payer_alias: payment.aliasClientPayeur ?? null,
      payee_alias: payment.aliasClientPaye ?? null,
      amount: montant,
      channel: payment.canalCommunication,
      reference: payment.identifiantTransaction ?? null,
      received_at: now,
      incoming_id: incoming?.id ?? null,
      refusal,
    }
    await insertReceipt(tx, receipt)
    if (incoming) {
      const { account_id, entry_id } = incoming
      await matchTill(tx, account_id, receipt, now)
      // It alerts the customer.
      const facts = { amount: montant, member: receipt.member, end_to_end_id: endToEndId }
      await recordEvent(tx, { at: now, ...byBank, account_id, action: 'payment.receive', subject_id: entry_id, facts })
    }
  }
  if (account && !known && refusal === null && payment.identifiantTransaction)
    await markRequestPaid(
      tx,
      { account_id: account.id, identifier: payment.identifiantTransaction, amount: montant },
      now,
    )
  await answer(tx, payment, { member, refusal, now })
  if (!known && refusal === null) await useGuarantee(tx, -montant)
}
