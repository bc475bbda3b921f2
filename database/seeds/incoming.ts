// The messages of the transfers that the demo's personas received from abroad: their copies stand under Swift.

import { createHash } from 'node:crypto'
import type pg from 'pg'
import type { DemoCalendar } from './history/demo-calendar.ts'
import { seededRandom } from './history/seeded-random.ts'
import { PARITY } from './history/movements.ts'
import { insertRows } from './insert-rows.ts'

const SENDER = 'CRLYFRPP'
const PAYER_ACCOUNT = 'FR1420041010050500013M02606'

type Received = {
  account_id: string
  posting_id: string
  posted_at: Date
  reference: string
  counterparty: string
  credited: number
  currency: 'XOF' | 'EUR'
  cents: number
  iban: string
  holder: string
  bic: string
  day: string
}

const agent = (name: string, bic: string) => `<${name}><FinInstnId><BICFI>${bic}</BICFI></FinInstnId></${name}>`
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const account = (name: string, iban: string) => `<${name}><Id><IBAN>${iban}</IBAN></Id></${name}>`

/** The message as the bank abroad sent it. */
function messageOf(
  { reference, cents, day, counterparty, holder, iban, bic, posted_at }: Received,
  uetr: string,
): string {
  const head = `<GrpHdr><MsgId>${reference}</MsgId><CreDtTm>${posted_at.toISOString().slice(0, 19)}+00:00</CreDtTm><NbOfTxs>1</NbOfTxs><SttlmInf><SttlmMtd>INDA</SttlmMtd></SttlmInf></GrpHdr>`
  const payment = [
    `<PmtId><InstrId>${reference}</InstrId><EndToEndId>${reference}</EndToEndId><TxId>${reference}</TxId><UETR>${uetr}</UETR></PmtId>`,
    `<IntrBkSttlmAmt Ccy="EUR">${(cents / 100).toFixed(2)}</IntrBkSttlmAmt><IntrBkSttlmDt>${day}</IntrBkSttlmDt><ChrgBr>SHAR</ChrgBr>`,
    agent('InstgAgt', SENDER),
    agent('InstdAgt', bic),
    `<Dbtr><Nm>${escaped(counterparty)}</Nm></Dbtr>${account('DbtrAcct', PAYER_ACCOUNT)}${agent('DbtrAgt', SENDER)}`,
    `${agent('CdtrAgt', bic)}<Cdtr><Nm>${escaped(holder)}</Nm></Cdtr>${account('CdtrAcct', iban)}`,
    '<RmtInf><Ustrd>Soutien familial</Ustrd></RmtInf>',
  ].join('')
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pacs.008.001.08"><FIToFICstmrCdtTrf>${head}<CdtTrfTxInf>${payment}</CdtTrfTxInf></FIToFICstmrCdtTrf></Document>\n`
}

/** Each credit of a correspondent in euro has its message. */
export async function insertIncoming(client: pg.Client, calendar: DemoCalendar): Promise<void> {
  const random = seededRandom('incoming payments')
  const { rows } = await client.query<Received>(
    `SELECT e.account_id, e.posting_id, e.posted_at, e.reference, e.counterparty, e.amount::float8 AS credited, e.currency, -o.amount::float8 AS cents,
            a.iban, c.name AS holder, bank.bic, e.booking_date::text AS day
       FROM ledger_entries e
       JOIN accounts a ON a.id = e.account_id
       JOIN customers c ON c.id = a.customer_id
       JOIN ledger_entries o ON o.posting_id = e.posting_id AND o.currency = 'EUR' AND o.amount < 0
       JOIN ledger_accounts l ON l.id = o.account_id AND l.code = 'correspondent:EUR'
      CROSS JOIN bank
      WHERE e.type = 'transfer_in' AND e.amount > 0 AND e.reference LIKE 'SWIFT%' AND e.counterparty IS NOT NULL
      ORDER BY e.posted_at, e.id`,
  )
  const received = rows.map((transfer) => {
    // A UETR is a random UUID (version 4).
    const drawn = random.id(calendar.firstDay)
    const uetr = `${drawn.slice(0, 14)}4${drawn.slice(15, 19)}a${drawn.slice(20)}`
    const message = messageOf(transfer, uetr)
    return { ...transfer, uetr, message, content_hash: createHash('sha256').update(message).digest() }
  })
  await insertRows(
    client,
    'clearing_messages',
    received.map(({ reference, content_hash, posted_at }) => ({
      sender: SENDER,
      message_id: reference,
      kind: 'pacs.008',
      content_hash: `\\x${content_hash.toString('hex')}`,
      file_name: `${reference}.xml`,
      received_at: posted_at,
    })),
  )
  await insertRows(
    client,
    'incoming_payments',
    received.map((transfer) => ({
      id: random.id(transfer.posted_at),
      network: 'swift',
      sender: SENDER,
      message_id: transfer.reference,
      place: 1,
      transaction_id: transfer.reference,
      instruction_id: transfer.reference,
      end_to_end_id: transfer.reference,
      uetr: transfer.uetr,
      amount: transfer.cents,
      currency: 'EUR',
      settlement_date: transfer.day,
      debtor_name: transfer.counterparty,
      debtor_account: PAYER_ACCOUNT,
      debtor_bic: SENDER,
      creditor_name: transfer.holder,
      creditor_account: transfer.iban,
      label: 'Soutien familial',
      received_at: transfer.posted_at,
      account_id: transfer.account_id,
      posting_id: transfer.posting_id,
      credit_amount: transfer.credited,
      credit_currency: transfer.currency,
      exchange_rate: transfer.currency === 'EUR' ? null : PARITY,
      message: transfer.message,
    })),
  )
}
