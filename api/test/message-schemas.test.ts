// Validates the bank's messages with the official schemas of ISO 20022. These are not in the repository: the variable
// ISO20022_SCHEMAS names the folder that contains them, and xmllint (libxml2-utils on Debian) validates.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { operationTypes } from 'contract/accounts/operations.ts'
import { describe, expect, it } from 'vitest'
import type { AnsweredLine, AnsweredMessage } from '../src/domains/debits/answer-store.ts'
import { collectionAnswer } from '../src/domains/debits/collection-answer.ts'
import { batchReport } from '../src/domains/batches/batch-report.ts'
import type { ReportEntry } from '../src/formats/account-report.ts'
import { camt053 } from '../src/formats/camt053.ts'
import { camt054 } from '../src/formats/camt054.ts'
import { creditTransferMessage, type ClearingNetwork, type SentPayment } from '../src/formats/pacs008.ts'
import { type PaymentAbroad, paymentAbroadMessage } from '../src/formats/pacs008-swift.ts'
import { paymentReturnMessage, type ReturnedPayment } from '../src/formats/pacs004.ts'
import { incomingPayments, statusReport } from './test-clearing.ts'

const folder = process.env.ISO20022_SCHEMAS
const at = new Date('2026-03-10T10:11:12Z')

/** The errors of xmllint for a message; empty where it is valid. */
function errorIn(message: string): string {
  // The schemas are those of the documents: a message of SWIFT stands in an envelope with its header.
  const xml = /<Document[^]*<\/Document>/.exec(message)?.[0] ?? message
  const schema = /urn:iso:std:iso:20022:tech:xsd:([\w.]+)/.exec(xml)?.[1] ?? ''
  const args = ['--noout', '--nonet', '--schema', join(folder ?? '', `${schema}.xsd`), '-']
  const { status, error, stderr } = spawnSync('xmllint', args, { input: xml, encoding: 'utf8' })
  if (error) throw error
  return status === 0 ? '' : stderr
}

const item: SentPayment = {
  id: '01a1fd81-86fa-72b4-8f5b-05229965be04',
  amount: 1_250_000,
  currency: 'XOF',
  settlement_date: '2026-03-10',
  end_to_end_id: 'V260310-7K3F9QTX',
  instruction_id: null,
  category_purpose: null,
  uetr: '3f2c1f0e-9a1b-4c2d-8e3f-0a1b2c3d4e5f',
  debtor_name: 'Awa Ndiaye',
  debtor_iban: 'SN08SN9990100310000110100169',
  creditor_name: 'Sokhna Diarra & Sœurs <SARL>',
  creditor_iban: 'SN08SN9980101010004610100147',
  creditor_bic: null,
  label: 'Loyer d’août – été',
}
const transfers = (network: ClearingNetwork, ...items: Partial<SentPayment>[]) =>
  creditTransferMessage(
    {
      network,
      message_id: 'C260310-ABCDEFGH',
      created_at: at,
      payment_count: items.length,
      payment_sum: item.amount * items.length,
    },
    items.map((own) => ({ ...item, ...own })),
    { name: 'Banque Téranga', bic: 'TERASNDA' },
  )

const payment: PaymentAbroad = {
  ...item,
  transaction_id: '01a1fd8186fa72b48f5b05229965be04',
  instruction_id: '01a1fd8186fa72b48f5b05229965be04',
  amount: 114_337,
  currency: 'EUR',
  instructed_amount: null,
  instructed_currency: null,
  debit_amount: 750_000,
  debit_currency: 'XOF',
  exchange_rate: 655.957,
  charges: 'SHA',
  purpose: 'goods',
  economic_code: '1Aa',
  debtor_address: '12, rue de Thiong\nDakar',
  creditor_iban: 'FR1420041010050500013M02606',
  creditor_address: null,
  creditor_country: null,
  creditor_address_country: null,
  creditor_bic: 'SOGEFRPP',
  correspondent_bic: 'SOGEFRPP',
  correspondent_account: 'FR1420041010050500013M02606',
}
const dollars = {
  amount: 100_000,
  currency: 'USD',
  instructed_amount: 102_500,
  instructed_currency: 'USD',
  debit_amount: 572_000,
  exchange_rate: 572,
  creditor_iban: '123456789',
  creditor_country: 'US',
  creditor_address_country: 'SN',
  creditor_bic: 'CHASUS33',
  correspondent_account: '400123456',
}
const unknown = {
  creditor_bic: null,
  correspondent_bic: null,
  correspondent_account: null,
  purpose: null,
  economic_code: null,
  uetr: null,
}
const abroad = (own: Partial<PaymentAbroad>) =>
  paymentAbroadMessage(
    { ...payment, ...own },
    { message_id: 'S260310-ABCDEFGH', created_at: at, bank: { name: 'Banque Téranga', bic: 'TERASNDA' } },
  )

const collected: AnsweredLine[] = [
  {
    place: 1,
    collection_id: '01a1fd81-86fa-72b4-8f5b-05229965be05',
    reference: 'FACT-2026-03',
    instruction_id: 'I-1',
    transaction_id: 'T-1',
    amount: 48_850,
    currency: 'XOF',
    settled_on: '2026-03-09',
    reason: 'MD06',
    said_status: 'ACSC',
    said_reason: null,
  },
  {
    place: 2,
    collection_id: null,
    reference: 'FACT-2026-04',
    instruction_id: null,
    transaction_id: null,
    amount: 12_345,
    currency: 'XOF',
    settled_on: null,
    reason: 'AC01',
    said_status: 'RJCT',
    said_reason: 'AC01',
  },
]
const answered = (kind: AnsweredMessage['kind'], creditor_bic: string | null): AnsweredMessage => ({
  message_name: 'pacs.003.001.08',
  id: '01a1fd81-86fa-72b4-8f5b-05229965be06',
  kind,
  sender: 'Senelec',
  message_id: 'PREL-2026-03',
  creditor_bic,
  created_at: at,
})

const returnHead = { message_id: 'R260310-ABCDEFGH', receiver_bic: 'CBAOSNDA', created_at: at }
const returned: ReturnedPayment = {
  id: item.id,
  message_id: 'M-1',
  transaction_id: 'T-1',
  instruction_id: 'I-1',
  end_to_end_id: 'E2E-1',
  uetr: null,
  amount: 40_000,
  currency: 'XOF',
  settlement_date: '2026-03-10',
  return_reason: 'AC04',
}

const lineOf = (own: Partial<ReportLine>): ReportLine => ({
  line: 2,
  state: 'executed',
  reference: 'S1',
  instruction_id: null,
  is_on_its_way: false,
  block: 'LOT-1',
  amount: '1000',
  currency: null,
  reason: null,
  reason_code: null,
  return_reason: null,
  ...own,
})
type ReportLine = Parameters<typeof batchReport>[2][number]
const batch = (message_name: 'pain.001.001.03' | 'pain.001.001.09') =>
  batchReport(
    { reference: 'B260310-7K3F9QTX', currency: 'XOF' },
    { message_id: 'PAIE-2026-03', message_name, message_lines: 4, sent_elsewhere: 0 },
    [
      lineOf({ amount: '1250.50', currency: 'EUR' }),
      lineOf({ reference: 'S2', instruction_id: 'I-2', is_on_its_way: true }),
      lineOf({ reference: null, block: null, state: 'returned', return_reason: 'AC06' }),
      lineOf({ reference: 'S3', state: 'refused', reason: 'Déjà payé' }),
    ],
    at,
  )

const accountIn = (currency: string) => ({
  iban: 'SN08SN9990100210000330100102',
  holder: 'Aminata Sow',
  currency,
  bank_bic: 'TERASNDA',
  bank_code: 'SN999',
})
const entry = (type: string, amount: number): ReportEntry => ({
  id: '01a0623743407a0297b6e63c57baa52b',
  booking_date: '2026-03-09',
  value_date: '2026-03-10',
  type,
  label: 'é'.repeat(300),
  counterparty: amount > 0 ? 'Aminata Sow' : null,
  reference: amount > 0 ? 'REF-1' : null,
  amount,
})

function statement(currency: string): Promise<string> {
  async function* entries() {
    yield operationTypes.flatMap((type) => [entry(type, 1_205), entry(type, -1_205)])
  }
  const report = {
    number: '100003301001-2026-003',
    sequence: 3,
    made_at: at,
    account: accountIn(currency),
    period: { from: '2026-03-01', to: '2026-03-31' },
    opening: -500,
    credits: 0,
    debits: 0,
    closing: -500,
    entry_count: operationTypes.length * 2,
  }
  return text(camt053(report, entries()))
}

const messages: [name: string, message: () => string | Promise<string>][] = [
  ['pacs.008 to banks of the UEMOA', () => transfers('sica', {}, { uetr: null })],
  [
    'pacs.008 with the data of a payment initiation',
    () => transfers('sica', { instruction_id: 'I-1', category_purpose: 'SALA' }, { category_purpose: 'Paie de mars' }),
  ],
  [
    'pacs.004 for payments that could not be credited',
    () =>
      paymentReturnMessage(
        { ...returnHead, network: 'sica' },
        [returned, { ...returned, instruction_id: null }],
        'TERASNDA',
      ),
  ],
  [
    'pacs.004 for a payment from abroad',
    () =>
      paymentReturnMessage(
        { ...returnHead, network: 'swift' },
        [{ ...returned, currency: 'EUR', uetr: item.uetr }],
        'TERASNDA',
      ),
  ],
  [
    'pacs.008 that the tests pay with',
    () => incomingPayments({ id: 'M1' }, [{ tx: 'T1', account: item.creditor_iban, category: 'SALA', label: 'Paie' }]),
  ],
  ['pacs.008 of a large value', () => transfers('star', {})],
  ['pacs.008 in euro to an IBAN abroad', () => abroad({})],
  [
    'pacs.008 to an account abroad without IBAN, its charges borne by the payee',
    () => abroad({ ...dollars, charges: 'BEN' }),
  ],
  ['pacs.008 abroad without a BIC, a correspondent and a purpose', () => abroad({ ...dollars, ...unknown })],
  [
    'pacs.002 to the bank of a creditor',
    () => collectionAnswer(answered('pacs.002', 'CBAOSNDA'), collected, 'TERASNDA'),
  ],
  [
    'pacs.004 to the bank of a creditor',
    () => collectionAnswer(answered('pacs.004', null), collected.slice(0, 1), 'TERASNDA'),
  ],
  ['pain.002.001.03', () => batch('pain.001.001.03')],
  ['pain.002.001.10', () => batch('pain.001.001.09')],
  ['camt.053 in francs', () => statement('XOF')],
  ['camt.053 in euros', () => statement('EUR')],
  ...operationTypes.map((type): [string, () => string] => [
    `camt.054 of ${type}`,
    () => camt054(entry(type, -1_205), accountIn('XOF')),
  ]),
  [
    'pacs.002 that the tests answer with',
    () => statusReport('R1', [{ tx: 't1', status: 'RJCT', reason: 'AC04' }], { message: 'C1' }),
  ],
]

describe.skipIf(!folder)('the official schema of ISO 20022 (needs ISO20022_SCHEMAS)', () => {
  it.each(messages)('accepts the %s', async (_, message) => expect(errorIn(await message())).toBe(''))

  it('rejects an invalid message', () => {
    const wrong = transfers('sica', {}).replace(/<IBAN>[^<]*/, '<IBAN>123456789')
    expect(errorIn(wrong)).toContain("Element '{urn:iso:std:iso:20022:tech:xsd:pacs.008.001.08}IBAN'")
  })
})
