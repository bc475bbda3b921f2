// One posting of every kind with the rows that justify it: for tests that change one of both.
import { newId } from '../src/adapters/ids.ts'

const AT = '2026-03-10T09:30:00Z'
const DAY = '2026-03-10'

/** Accounts are named `payer`, `payee`, `stranger`, `card`, or by the code of an account of the bank. */
export type Line = readonly [account: string, amount: number]
export type Row = { table: string; values: Record<string, unknown> }
export type JustifiedPosting = {
  name: string
  kind: string
  key: string
  lines: readonly Line[]
  reverses: string | null
  /** The rows, which the product writes after the posting. */
  rows: (postingId: string) => Row[]
  /** The bank's accounts among which the kind leaves the choice. */
  free: readonly string[]
}

/** What the rows refer to. */
export type Scene = {
  payer: string
  payee: string
  card: string
  payee_iban: string
  /** A posting of 1,000 francs from the payer to another bank. */
  order: string
  /** A batch with one debit of 5,000 francs, and its posting. */
  batch: { id: string; posting: string }
}

const row = (table: string, ...parts: readonly Record<string, unknown>[]): Row => ({
  table,
  values: Object.assign({}, ...parts),
})

/** Lines from a text: 'payer -1000, payee 1000'. */
const linesOf = (text: string): Line[] =>
  text.split(', ').map((line) => {
    const [account = '', amount] = line.split(' ')
    return [account, Number(amount)]
  })

const posting = (
  name: string,
  [kind, key]: readonly [string, string],
  lines: string,
  rows: JustifiedPosting['rows'],
  more: Partial<Pick<JustifiedPosting, 'reverses' | 'free'>> = {},
): JustifiedPosting => ({ name, kind, key, lines: linesOf(lines), rows, reverses: null, free: [], ...more })

const unsigned = { signing_rule: 'none', signatures_needed: 0 }

/** Functions that create rows of the scene; the values given last win. */
const rowsOf = ({ payer: account_id, payee, card, payee_iban }: Scene) => ({
  transfer: (id: string, own: Record<string, unknown>) =>
    row(
      'transfers',
      { account_id, id, type: 'direct', rail: 'internal', network: 'book', own_account_id: payee, is_own: true },
      { beneficiary_name: 'Khady Sarr', beneficiary_iban: payee_iban, amount: 1000, fees: 0, tax: 0, currency: 'XOF' },
      { label: 'Loyer', reference: id, validation_status: 'validated', execution_status: 'executed', ...unsigned },
      { execution_date: DAY, created_at: AT, created_by: newId(), executed_at: AT, validated_at: AT },
      own,
    ),
  occurrence: (transfer_id: string, posting_id: string) =>
    row(
      'transfer_occurrences',
      { account_id, transfer_id, nominal_date: DAY, outcome: 'executed', posting_id, at: AT },
      { amount: 700, fees: 0, tax: 0, beneficiary_iban: payee_iban },
    ),
  batch: (id: string, own: Record<string, unknown>) =>
    row(
      'transfer_batches',
      { account_id, id, reference: id, file_name: 'paie.csv', content_hash: Buffer.alloc(32), state: 'validated' },
      { line_count: 1, amount: 5000, fees: 0, tax: 0, currency: 'XOF', execution_date: DAY, ...unsigned },
      { created_at: AT, created_by: newId(), validated_at: AT, single_entry: true, booked: 5000 },
      own,
    ),
  outgoing: (id: string, own: Record<string, unknown>) =>
    row(
      'outgoing_payments',
      {
        id,
        account_id,
        transfer_id: newId(),
        network: 'sica',
        amount: 1000,
        currency: 'XOF',
        file_id: newId(),
        place: 1,
      },
      { end_to_end_id: 'E1', uetr: newId(), settlement_date: DAY, debtor_name: 'Awa', debtor_iban: 'SN1' },
      { creditor_name: 'Khady', creditor_iban: 'SN2', label: 'Loyer', queued_at: AT, reference: 'T1' },
      own,
    ),
  incoming: (posting_id: string) =>
    row(
      'incoming_payments',
      { id: newId(), network: 'sica', sender: 'ABCDSNDA', message_id: 'M1', place: 1, transaction_id: 'TX1' },
      { end_to_end_id: 'E1', amount: 1000, currency: 'XOF', settlement_date: DAY, debtor_name: 'Awa' },
      { creditor_name: 'Khady', creditor_account: 'SN1', label: 'Loyer', received_at: AT, account_id: payee },
      { posting_id, credit_amount: 1000, credit_currency: 'XOF' },
    ),
  collection: (id: string, own: Record<string, unknown>) =>
    row(
      'collections',
      { account_id, id, umr: 'RUM1', creditor_name: 'Senelec', creditor_id: 'SN12ZZZ1', scheme: 'local' },
      { sequence: 'recurrent', amount: 1000, currency: 'XOF', due_date: DAY, label: 'Facture', reference: 'F1' },
      { presented_at: AT, status: 'executed', settled_on: DAY },
      own,
    ),
  topup: (id: string, own: Record<string, unknown>) => {
    const card_id = newId()
    return [
      row(
        'prepaid_cards',
        { account_id, id: card_id, ledger_account_id: card, last_digits: '4242', number_digest: Buffer.alloc(32) },
        { holder: 'AWA', expires_on: '2028-12-31', registered_at: AT },
      ),
      row(
        'card_topups',
        { account_id, id, card_id, amount: 5000, fees: 500, tax: 85, reference: id, status: 'done', ...unsigned },
        { created_at: AT, created_by: newId(), decided_at: AT },
        own,
      ),
    ]
  },
  chequebook: (id: string, own: Record<string, unknown>) =>
    row(
      'chequebooks',
      { account_id, id, type_id: '25-crossed', quantity: 1, fees: 2500, tax: 425, reference: id, status: 'ordered' },
      { branch_code: '01003', ordered_at: AT, ordered_by: newId(), moved_at: AT, ...unsigned },
      own,
    ),
  chequeStop: (id: string, posting_id: string) =>
    row(
      'cheque_stops',
      { account_id, id, chequebook_id: newId(), first_number: 1, last_number: 2, reason: 'loss', posting_id },
      { fees: 5000, tax: 850, reference: id, stopped_at: AT, stopped_by: newId() },
    ),
  deposit: (id: string, own: Record<string, unknown>) =>
    row(
      'deposits',
      { account_id, id, number: id, currency: 'XOF', principal: 100_000, rate: 6, value_date: '2025-03-10' },
      { maturity_date: DAY, term: 12, frequency: 'maturity', basis: 360, withholding_rate: 8, status: 'pending' },
      own,
    ),
  interest: (deposit_id: string, posting_id: string) =>
    row(
      'deposit_payments',
      { deposit_id, place: 1, from_date: '2025-03-10', to_date: DAY, gross: 6000, withholding: 480 },
      { paid_on: DAY, posting_id },
    ),
  credit: (id: string) =>
    row(
      'credits',
      { account_id, id, number: id, type: 'consumer', currency: 'XOF', amount: 100_000, rate: 9, teg: 10 },
      { period: 'monthly', insurance_rate: 0, tax_rate: 17, tax_mode: 'on_top', grace_count: 0, late_points: 3 },
      { setup_date: '2026-01-10' },
    ),
  instalment: (credit_id: string, posting_id: string) =>
    row(
      'credit_lines',
      { credit_id, place: 1, due_date: DAY, principal: 8000, interest: 855, fees: 0, taxes: 145, instalment: 9000 },
      { outstanding: 92_000, paid_on: DAY, posting_id },
    ),
  charge: (posting_id: string) =>
    row(
      'overdraft_charges',
      { account_id, first_day: '2026-01-01', last_seq: 1, authorised: 0, rate: 1200, excess_rate: 1450, posting_id },
      { tax_rate: 1700, interest: 100, tax: 17, made_at: AT },
    ),
})

/** A deposit that nobody has opened yet. */
export const aDepositRow = (scene: Scene): Row => rowsOf(scene).deposit(newId(), {})
/** A refund of a collection that the ledger has never debited. */
export function aRefundWithoutDebit(scene: Scene): JustifiedPosting {
  const id = newId()
  return posting(
    'a refund',
    ['refund', `debit-refund:${id}`],
    'clearing:XOF -1000, payer 1000',
    (refund_posting_id) => [rowsOf(scene).collection(id, { refund_posting_id, status: 'refunded', reason: 'MD06' })],
  )
}

const ELSEWHERE = { network: 'sica', rail: 'local', own_account_id: null, beneficiary_id: newId(), is_own: false }
const SERIES = { type: 'periodic', periodicity: 'monthly', start_date: DAY, next_occurrence: 1, executed_at: null }
const RETURNED = { state: 'returned', returned_at: AT, return_reason: 'AC04' }
const BROKEN = { status: 'broken', ended_on: DAY, broken_rate: 4, broken_gross: 2000, broken_withholding: 160 }

function orders(scene: Scene): JustifiedPosting[] {
  const { transfer, occurrence, batch } = rowsOf(scene)
  const [book, out, line, series, booked] = [newId(), newId(), newId(), newId(), newId()]
  const { id: batch_id, posting: batchPosting } = scene.batch
  return [
    posting('a transfer inside the bank', ['transfer', `transfer:${book}`], 'payer -1000, payee 1000', (posting_id) => [
      transfer(book, { posting_id }),
    ]),
    posting(
      'a transfer to another bank',
      ['transfer', `transfer:${out}`],
      'payer -1000, outgoing:XOF 1000, payer -585, fees:XOF 500, taf:XOF 85',
      (posting_id) => [transfer(out, { ...ELSEWHERE, beneficiary_iban: 'SN1', fees: 500, tax: 85, posting_id })],
    ),
    posting('a line of a batch', ['transfer', `transfer:${line}`], 'batches:XOF -1000, payee 1000', (posting_id) => [
      batch(batch_id, { posting_id: batchPosting }),
      transfer(line, { posting_id, batch_id }),
    ]),
    posting('a date of a series', ['transfer', `transfer:${series}:${DAY}`], 'payer -700, payee 700', (posting_id) => [
      transfer(series, { ...SERIES, execution_status: 'ended' }),
      occurrence(series, posting_id),
    ]),
    posting('the debit of a batch', ['batch', `batch:${booked}`], 'payer -5000, batches:XOF 5000', (posting_id) => [
      batch(booked, { posting_id }),
    ]),
    posting('the rest of a batch', ['batch', `batch:${batch_id}:rest`], 'batches:XOF -4000, payer 4000', () => [
      batch(batch_id, { posting_id: batchPosting, settled_at: AT }),
      transfer(newId(), { posting_id: newId(), batch_id }),
    ]),
  ]
}

function payments(scene: Scene): JustifiedPosting[] {
  const { outgoing, incoming, collection } = rowsOf(scene)
  const [settled, back, late, debit, refund] = [newId(), newId(), newId(), newId(), newId()]
  const ordered = { posting_id: scene.order }
  const reversing = { reverses: scene.order }
  return [
    posting('a settled payment', ['settlement', `settle:${settled}`], 'outgoing:XOF -1000, clearing:XOF 1000', () => [
      outgoing(settled, { ...ordered, state: 'settled', settled_at: AT }),
    ]),
    posting(
      'a returned payment',
      ['return', `return:${back}`],
      'outgoing:XOF -1000, payer 1000',
      () => [outgoing(back, { ...ordered, ...RETURNED })],
      reversing,
    ),
    posting(
      'a payment returned after it was settled',
      ['return', `return:${late}`],
      'clearing:XOF -1000, payer 1000',
      () => [outgoing(late, { ...ordered, ...RETURNED, settled_at: AT })],
      reversing,
    ),
    posting(
      'a payment of another bank',
      ['incoming', 'incoming:sica:ABCDSNDA:TX1'],
      'clearing:XOF -1000, payee 1000',
      (posting_id) => [incoming(posting_id)],
    ),
    posting('a collection', ['direct_debit', `debit:${debit}`], 'payer -1000, clearing:XOF 1000', (posting_id) => [
      collection(debit, { posting_id }),
    ]),
    posting(
      'a refunded collection',
      ['refund', `debit-refund:${refund}`],
      'clearing:XOF -1000, payer 1000',
      (refund_posting_id) => [
        collection(refund, { ...ordered, refund_posting_id, status: 'refunded', reason: 'MD06' }),
      ],
      reversing,
    ),
  ]
}

function products(scene: Scene): JustifiedPosting[] {
  const { topup, chequebook, chequeStop, deposit, interest, credit, instalment, charge } = rowsOf(scene)
  const ids = { topup: newId(), series: newId(), book: newId(), refused: newId(), stop: newId(), credit: newId() }
  const [opened, matured, broken, loan, file] = [newId(), newId(), newId(), newId(), Buffer.alloc(32, 7)]
  const loaded = 'payer -5585, card 5000, fees:XOF 500, taf:XOF 85'
  return [
    posting('a top-up', ['card_topup', `topup:${ids.topup}`], loaded, (posting_id) => topup(ids.topup, { posting_id })),
    posting('a date of top-ups', ['card_topup', `topup:${ids.series}:${DAY}`], loaded, (posting_id) =>
      topup(newId(), { posting_id, recurring_id: ids.series, nominal_date: DAY }),
    ),
    posting(
      'the fee of a chequebook',
      ['chequebook', `chequebook:${ids.book}`],
      'payer -2925, fees:XOF 2500, taf:XOF 425',
      (posting_id) => [chequebook(ids.book, { posting_id })],
    ),
    posting(
      'the fee of a refused chequebook',
      ['chequebook', `chequebook:${ids.refused}:refused`],
      'payer 2925, fees:XOF -2500, taf:XOF -425',
      () => [chequebook(ids.refused, { posting_id: scene.order, status: 'refused', reason: 'Refus' })],
      { reverses: scene.order },
    ),
    posting(
      'the fee of stopped cheques',
      ['chequebook', `cheque-stop:${ids.stop}`],
      'payer -5850, fees:XOF 5000, taf:XOF 850',
      (posting_id) => [chequeStop(ids.stop, posting_id)],
    ),
    posting('the money of a deposit', ['deposit', `deposit:${opened}`], 'payer -100000, deposits:XOF 100000', () => [
      deposit(opened, {}),
    ]),
    posting(
      'the last payment of a deposit',
      ['deposit', `deposit:${matured}:1`],
      'payer 105520, interest:XOF -6000, withholding:XOF 480, deposits:XOF -100000',
      (posting_id) => [deposit(matured, { status: 'matured', ended_on: DAY }), interest(matured, posting_id)],
    ),
    posting(
      'an early break',
      ['deposit', `deposit:${broken}:break`],
      'payer 101840, interest:XOF -2000, withholding:XOF 160, deposits:XOF -100000',
      () => [deposit(broken, BROKEN)],
    ),
    posting('the money of a credit', ['loan', `credit:${loan}`], 'payer 100000, loans:XOF -100000', () => [
      credit(loan),
    ]),
    posting(
      'an instalment',
      ['loan', `credit:${ids.credit}:1`],
      'payer -9000, loans:XOF 8000, interest:XOF 855, taf:XOF 145',
      (posting_id) => [credit(ids.credit), instalment(ids.credit, posting_id)],
    ),
    posting(
      'interest on a debit balance',
      ['interest', `agios:${scene.payer}:2026-01-01`],
      'payer -117, interest:XOF 100, taf:XOF 17',
      (posting_id) => [charge(posting_id)],
    ),
    posting(
      'a line of a file',
      ['operation', `file:${file.toString('hex')}:3`],
      'cash:XOF -1000, payee 1000',
      (posting_id) => [
        row('operation_lines', { digest: file, line: 3, account_id: scene.payee, amount: 1000, posting_id }),
      ],
      { free: ['clearing', 'cards', 'cash', 'cheques', 'fees', 'interest', 'loans', 'suspense'] },
    ),
  ]
}

/** One posting of each kind and key that the product posts. */
export const justifiedPostings = (scene: Scene): JustifiedPosting[] => [
  ...orders(scene),
  ...payments(scene),
  ...products(scene),
]
