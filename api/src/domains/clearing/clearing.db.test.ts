import { existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createBeneficiary } from 'contract/transfers/beneficiaries.ts'
import { createBatch, downloadBatchFailures, getBatch, listBatchLines, retryBatch } from 'contract/transfers/batches.ts'
import { importTransfers } from 'contract/transfers/imports.ts'
import { listOperations } from 'contract/accounts/operations.ts'
import { createTransfer, getTransfer, type NewTransfer, type Transfer } from 'contract/transfers/transfers.ts'
import { makeTemporaryFolder } from 'database/temporary-folder.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codesOf, openTestBank, type TestBank, type Visitor } from '../../../test/test-bank.ts'
import { clearingAt, filesIn, paymentReturn, statusReport } from '../../../test/test-clearing.ts'
import { auditLedger } from '../../ledger/ledger-audit.ts'
import { newReference } from '../../adapters/ids.ts'
import { runDueTransfers } from '../transfer-execution/run-transfers.ts'
import { isDemoBank } from './clearing-store.ts'
import { simulateClearing } from '../../demo/simulate-clearing.ts'
import { collectPayments } from './send-payments.ts'

const SENEGAL = 'SN08SN9980101010004610100147'
const FRANCE = 'FR1420041010050500013M02606'

let bank: TestBank
let folder: string
let clearing: ReturnType<typeof clearingAt>
beforeAll(async () => {
  bank = await openTestBank()
})
beforeEach(() => {
  bank.clock.at = new Date('2026-03-10T09:30:00Z')
  folder = makeTemporaryFolder('connect-clearing')
  clearing = clearingAt(folder, { db: bank.db, clock })
})
afterEach(async () => {
  await clearing.send()
  rmSync(folder, { recursive: true, force: true })
  const broken = (await auditLedger(bank.db)).filter(({ errors }) => errors > 0)
  if (broken.length > 0) throw new Error(`the ledger is not sound: ${JSON.stringify(broken)}`)
})
afterAll(() => bank.close())

const clock = { now: () => bank.clock.at }
const aMessageId = () => newReference('R', bank.clock.at)
const runAll = async () => {
  while ((await runDueTransfers({ db: bank.db, clock })) > 0);
}
const detailOf = async (visitor: Visitor, id: string) => (await visitor.call(getTransfer, { params: { id } })).body
const historyOf = async (visitor: Visitor, id: string) =>
  (await detailOf(visitor, id)).history.map(({ action }) => action)
const bookedOn = async ({ account_id }: { account_id: string }) => {
  const [row] = await bank.db<{ booked: number }>`SELECT booked FROM ledger_accounts WHERE id = ${account_id}`
  return row?.booked
}
const internalBalance = async (code: string) => {
  const [row] = await bank.db<{ sum: number }>`
    SELECT coalesce(sum(e.amount), 0)::bigint AS sum FROM ledger_accounts a JOIN ledger_entries e ON e.account_id = a.id WHERE a.code = ${code}`
  return row?.sum ?? 0
}

/** A customer whose order to another bank was executed and sent in a file. */
async function aSentPayment({
  iban = SENEGAL,
  name = 'Sokhna Diarra',
  ...input
}: Partial<NewTransfer> & { iban?: string; name?: string } = {}) {
  const payer = await bank.aCustomer({ balance: 1_000_000 })
  const beneficiary_id = await bank.aBeneficiary(payer.account_id, iban, name)
  const order = await ordered(payer, beneficiary_id, input)
  await runAll()
  await clearing.send()
  const sent = clearing.payments().find(({ end_to_end_id }) => end_to_end_id === order.reference)
  if (!sent) throw new Error('the payment is in no file')
  return { payer, order, sent }
}
async function ordered(payer: Visitor, beneficiary_id: string, input: Partial<NewTransfer> = {}): Promise<Transfer> {
  const body = {
    type: 'direct' as const,
    amount: 40_000,
    label: 'Loyer de mars',
    comment: null,
    beneficiary_id,
    ...input,
  }
  const reply = await payer.confirm(createTransfer, { body })
  expect(reply.status).toBe(201)
  return reply.body
}

describe('outgoing payments', () => {
  it('are written as one payment in one file, with the money in transit', async () => {
    const before = await internalBalance('outgoing:XOF')
    const { payer, order, sent } = await aSentPayment()
    expect(sent).toMatchObject({ amount: '40000', creditor: 'Sokhna Diarra', iban: SENEGAL })
    expect(clearing.payments()).toHaveLength(1)
    expect(await internalBalance('outgoing:XOF')).toBe(before + 40_000)
    expect(await historyOf(payer, order.id)).toEqual(['transfer.create', 'transfer.execute', 'transfer.send'])
    await clearing.send()
    expect(clearing.payments()).toHaveLength(1)
  })

  it('are written separately for each date of a series', async () => {
    const payer = await bank.aCustomer({ balance: 1_000_000 })
    const beneficiary_id = await bank.aBeneficiary(payer.account_id, SENEGAL)
    const series = {
      type: 'periodic' as const,
      periodicity: 'monthly' as const,
      start_date: '2026-03-31',
      end_date: '2026-05-15',
    }
    const { reference } = await ordered(payer, beneficiary_id, series)
    bank.clock.at = new Date('2026-06-01T12:00:00Z')
    await runAll()
    await clearing.send()
    const ids = clearing.payments().map(({ end_to_end_id }) => end_to_end_id)
    expect(ids).toEqual([`${reference}-20260331`, `${reference}-20260430`])
  })

  it('are written again with the same bytes after a crash between the file and its mark', async () => {
    const { sent } = await aSentPayment()
    const path = join(clearing.outgoing, sent.file)
    const first = readFileSync(path)
    await bank.owner.query('UPDATE clearing_files SET written_at = NULL WHERE message_id = $1', [sent.message_id])
    rmSync(path)
    bank.clock.at = new Date('2026-03-11T15:00:00Z')
    await clearing.send()
    expect(readFileSync(path).equals(first)).toBe(true)
    expect(filesIn(clearing.outgoing)).toEqual([sent.file])
  })

  it('wait while the folder is not writable, and are neither lost nor duplicated', async () => {
    const payer = await bank.aCustomer({ balance: 1_000_000 })
    const beneficiary_id = await bank.aBeneficiary(payer.account_id, SENEGAL)
    const orders: Transfer[] = []
    for (let count = 0; count < 8; count += 1)
      orders.push(await ordered(payer, beneficiary_id, { amount: 1_000 + count }))
    await runAll()
    // A file in the place of the folder: nothing can be written there, not even by root.
    const away = `${clearing.outgoing}.away`
    await clearing.send()
    renameSync(clearing.outgoing, away)
    await bank.owner.query(
      `UPDATE clearing_files SET written_at = NULL WHERE id IN (SELECT file_id FROM outgoing_payments WHERE account_id = $1)`,
      [payer.account_id],
    )
    const blocked = clearingAt('/dev/null', { db: bank.db, clock })
    await expect(blocked.send()).rejects.toThrow(/ENOTDIR/)
    await Promise.all(Array.from({ length: 4 }, () => clearing.send()))
    const references = clearing.payments().map(({ end_to_end_id }) => end_to_end_id)
    expect(references.toSorted()).toEqual(orders.map(({ reference }) => reference).toSorted())
  })

  it('are batched once by four workers', async () => {
    const payer = await bank.aCustomer({ balance: 1_000_000 })
    const beneficiary_id = await bank.aBeneficiary(payer.account_id, SENEGAL)
    for (let count = 0; count < 8; count += 1) await ordered(payer, beneficiary_id, { amount: 1_000 + count })
    await runAll()
    const taken = await Promise.all(Array.from({ length: 4 }, () => collectPayments(clearing.ports, 'sica')))
    expect(taken.reduce((sum, count) => sum + count, 0)).toBe(8)
  })
})

describe('returned payments', () => {
  it('report the reason at the line of the batch', async () => {
    const payer = await bank.aCustomer({ balance: 1_000_000 })
    const form = new FormData()
    form.append(
      'file',
      new File([`nom_beneficiaire;iban;montant;libelle\nSokhna Diarra;${SENEGAL};40000;Salaire`], 'paie.csv'),
    )
    const draft = (await payer.call(importTransfers, { form })).body
    const params = { id: (await payer.confirm(createBatch, { body: { import_id: draft.import_id } })).body.id }
    await runAll()
    await clearing.send()
    const [sent] = clearing.payments()
    if (!sent) throw new Error('the payment is in no file')
    clearing.drop('r.xml', statusReport(aMessageId(), [{ tx: sent.tx_id, status: 'RJCT', reason: 'AC06' }]))
    await clearing.receive()
    const lines = (await payer.call(listBatchLines, { params })).body
    expect(lines).toMatchObject([{ state: 'returned', reason: null, reason_code: null, return_reason: 'AC06' }])
    const failures = (await payer.call(downloadBatchFailures, { params })).body as unknown as Buffer
    expect(failures.toString()).toContain('Retourné : compte bloqué')
    expect((await payer.call(getBatch, { params })).body).toMatchObject({
      counts: { retryable: 1 },
      actions: ['retry'],
    })
    // A payment to a closed account would only be returned.
    await bank.owner.query(`UPDATE outgoing_payments SET return_reason = 'AC04' WHERE account_id = $1`, [
      payer.account_id,
    ])
    expect((await payer.call(getBatch, { params })).body).toMatchObject({
      counts: { failed: 1, retryable: 0 },
      actions: [],
    })
    expect(codesOf(await payer.confirm(retryBatch, { params }))).toEqual(['nothing_to_retry'])
  })

  it('settle a payment: the money moves to the network’s account', async () => {
    const { payer, order, sent } = await aSentPayment()
    const [waiting, cleared] = [await internalBalance('outgoing:XOF'), await internalBalance('clearing:XOF')]
    clearing.drop(
      'r.xml',
      statusReport(aMessageId(), [{ tx: sent.tx_id, status: 'ACSC' }], { message: sent.message_id }),
    )
    expect(await clearing.receive()).toBe(1)
    expect(await internalBalance('outgoing:XOF')).toBe(waiting - 40_000)
    expect(await internalBalance('clearing:XOF')).toBe(cleared + 40_000)
    expect(filesIn(clearing.incoming, '.xml')).toEqual([])
    expect(filesIn(join(clearing.incoming, 'done'))).toEqual(['r.xml'])
    expect(await detailOf(payer, order.id)).toMatchObject({
      execution_status: 'executed',
      history: expect.objectContaining({ length: 4 }),
    })
    expect((await historyOf(payer, order.id)).at(-1)).toBe('transfer.settle')
  })

  it('return rejected money without the fee, with the reason, and notify the author', async () => {
    const { payer, order, sent } = await aSentPayment()
    await bank.owner.query(`UPDATE users SET email = 'awa@mail.example', lang = 'en' WHERE id = $1`, [payer.user_id])
    expect(await bookedOn(payer)).toBe(1_000_000 - 40_000 - 585)
    clearing.drop('r.xml', statusReport(aMessageId(), [{ tx: sent.tx_id, status: 'RJCT', reason: 'AC04' }]))
    await clearing.receive()
    expect(await bookedOn(payer)).toBe(1_000_000 - 585)
    const detail = await detailOf(payer, order.id)
    expect(detail.execution_status).toBe('returned')
    expect(detail.history.at(-1)).toMatchObject({ action: 'transfer.return', by: null, return_reason: 'AC04' })
    const { body: operations } = await payer.call(listOperations, { query: { page: 1 } })
    expect(operations[0]).toMatchObject({
      type: 'transfer_return',
      amount: 40_000,
      label: 'VIREMENT RETOURNE - COMPTE CLOS',
      counterparty: 'Sokhna Diarra',
      reference: order.reference,
    })
    const { rows: mails } = await bank.owner.query<{ subject: string; plain: string }>(
      `SELECT subject, plain FROM mails WHERE recipient = 'awa@mail.example'`,
    )
    expect(mails).toHaveLength(1)
    expect(mails[0]?.subject).toContain('A transfer has come back')
    expect(mails[0]?.plain).toContain('account closed')
    expect(mails[0]?.plain).toContain(`https://banque.example/connect/transfers/${order.id}`)
  })

  it('change nothing when the same message arrives again, under any file name', async () => {
    const { payer, sent } = await aSentPayment()
    const message = statusReport(aMessageId(), [{ tx: sent.tx_id, status: 'RJCT', reason: 'AC01' }])
    clearing.drop('r.xml', message)
    clearing.drop('s.xml', message)
    expect(await clearing.receive()).toBe(2)
    clearing.drop('r.xml', message)
    expect(await clearing.receive()).toBe(1)
    expect(await bookedOn(payer)).toBe(1_000_000 - 585)
    expect(filesIn(join(clearing.incoming, 'done'))).toHaveLength(3)
  })

  it('are applied once by four workers that read the folder together', async () => {
    const { payer, sent } = await aSentPayment()
    clearing.drop('r.xml', statusReport(aMessageId(), [{ tx: sent.tx_id, status: 'RJCT', reason: 'MS03' }]))
    await Promise.all(Array.from({ length: 4 }, () => clearing.receive()))
    expect(await bookedOn(payer)).toBe(1_000_000 - 585)
    expect(filesIn(join(clearing.incoming, 'done'))).toEqual(['r.xml'])
  })

  it('are applied once after a crash before their file was moved', async () => {
    const { payer, sent } = await aSentPayment()
    clearing.drop('r.xml', statusReport(aMessageId(), [{ tx: sent.tx_id, status: 'RJCT', reason: 'AC06' }]))
    await clearing.receive()
    renameSync(join(clearing.incoming, 'done', 'r.xml'), join(clearing.incoming, 'r.xml'))
    expect(await clearing.receive()).toBe(1)
    expect(await bookedOn(payer)).toBe(1_000_000 - 585)
  })

  it('bring settled money back from the network’s account', async () => {
    const { payer, order, sent } = await aSentPayment()
    const cleared = await internalBalance('clearing:XOF')
    clearing.drop('1.xml', statusReport(aMessageId(), [{ tx: sent.tx_id, status: 'ACSC' }]))
    clearing.drop('2.xml', paymentReturn(aMessageId(), { tx: sent.tx_id, amount: '40000', reason: 'AC04' }))
    await clearing.receive()
    expect(await internalBalance('clearing:XOF')).toBe(cleared)
    expect(await bookedOn(payer)).toBe(1_000_000 - 585)
    expect((await historyOf(payer, order.id)).slice(-2)).toEqual(['transfer.settle', 'transfer.return'])
  })

  it('use the correspondent’s account abroad', async () => {
    const before = await internalBalance('correspondent:EUR')
    const { sent } = await aSentPayment({
      iban: FRANCE,
      name: 'Maison Délorme & Fils',
      label: 'Études – été',
      purpose: 'studies',
    })
    expect(sent.file).toMatch(/^swift-S260310-/)
    expect(sent.creditor).toBe('Maison Delorme + Fils')
    clearing.drop('r.xml', statusReport(aMessageId(), [{ tx: sent.tx_id, status: 'ACCC' }]))
    await clearing.receive()
    expect(await internalBalance('correspondent:EUR')).toBe(before + 6_098)
  })

  it('are not needed to write one message per payment abroad, with the number of an account without IBAN', async () => {
    const payer = await bank.aCustomer({ balance: 1_000_000 })
    const body = { name: 'Boston College', iban: '123456789', country: 'US', bic: 'CHASUS33' }
    const american = await payer.confirm(createBeneficiary, { body })
    expect(american.status).toBe(201)
    const ids = [
      await bank.aBeneficiary(payer.account_id, FRANCE),
      american.body.id,
      await bank.aBeneficiary(payer.account_id, FRANCE),
    ]
    for (const [index, id] of ids.entries())
      await ordered(payer, id, { purpose: 'studies', amount: 40_000 + index * 1_000 })
    await runAll()
    await clearing.send()
    const sent = clearing.payments().toSorted((one, other) => Number(one.amount) - Number(other.amount))
    expect(new Set(sent.map(({ file }) => file)).size).toBe(3)
    expect(sent.map(({ iban, other_number }) => iban ?? other_number)).toEqual([FRANCE, '123456789', FRANCE])
    expect(sent[1]).toMatchObject({ iban: null, other_number: '123456789' })
  })

  it('return one date of a series, and the series continues', async () => {
    const payer = await bank.aCustomer({ balance: 1_000_000 })
    const beneficiary_id = await bank.aBeneficiary(payer.account_id, SENEGAL)
    const { id } = await ordered(payer, beneficiary_id, {
      type: 'periodic',
      periodicity: 'monthly',
      start_date: '2026-03-16',
    })
    bank.clock.at = new Date('2026-03-16T12:00:00Z')
    await runAll()
    await clearing.send()
    const [sent] = clearing.payments()
    clearing.drop('r.xml', statusReport(aMessageId(), [{ tx: sent?.tx_id ?? '', status: 'RJCT', reason: 'AC06' }]))
    await clearing.receive()
    expect(await bookedOn(payer)).toBe(1_000_000 - 585)
    // A session that began this morning.
    bank.clock.at = new Date('2026-03-10T09:31:00Z')
    const detail = await detailOf(payer, id)
    expect(detail).toMatchObject({ execution_status: 'scheduled', execution_date: '2026-04-16' })
    expect(detail.history.at(-1)).toMatchObject({ action: 'transfer.return', return_reason: 'AC06' })
  })

  it('apply to a whole file when they name no payment', async () => {
    const { payer, sent } = await aSentPayment()
    clearing.drop('r.xml', statusReport(aMessageId(), [], { message: sent.message_id, status: 'RJCT', reason: 'RC01' }))
    await clearing.receive()
    expect(await bookedOn(payer)).toBe(1_000_000 - 585)
  })

  it('keep money returned to a closed account on the suspense account', async () => {
    const { payer, sent } = await aSentPayment()
    const before = await internalBalance('suspense:XOF')
    const booked = await bookedOn(payer)
    await bank.owner.query(`UPDATE accounts SET status = 'closed' WHERE id = $1`, [payer.account_id])
    clearing.drop('r.xml', statusReport(aMessageId(), [{ tx: sent.tx_id, status: 'RJCT', reason: 'AC04' }]))
    await clearing.receive()
    expect(await bookedOn(payer)).toBe(booked)
    expect(await internalBalance('suspense:XOF')).toBe(before + 40_000)
  })
})

describe('the clearing simulator of the demo', () => {
  const later = () => Date.now() + 10_000
  const simulate = (now: number) => simulateClearing(clearing, now)

  it('runs on the demo database only', async () => {
    expect(await isDemoBank(bank.db)).toBe(false)
    await bank.owner.query(`INSERT INTO parameters VALUES ('demo_bank', 1, 'for this test')`)
    expect(await isDemoBank(bank.db)).toBe(true)
    await bank.owner.query(`DELETE FROM parameters WHERE name = 'demo_bank'`)
  })

  it('settles after some seconds, returns payments to a closed account, and answers repeated calls alike', async () => {
    const paid = await aSentPayment()
    const back = await aSentPayment({ name: 'Modou Sarr (compte clos)' })
    await simulate(Date.now())
    expect(filesIn(clearing.incoming)).toEqual([])
    await simulate(later())
    expect(filesIn(clearing.outgoing, '.xml')).toEqual([])
    expect(await clearing.receive()).toBe(2)
    expect(await bookedOn(paid.payer)).toBe(1_000_000 - 40_585)
    expect((await historyOf(paid.payer, paid.order.id)).at(-1)).toBe('transfer.settle')
    expect(await bookedOn(back.payer)).toBe(1_000_000 - 585)
    // Killed before it moved the file: it answers once more.
    renameSync(join(clearing.outgoing, 'taken', back.sent.file), join(clearing.outgoing, back.sent.file))
    await simulate(later())
    expect(await clearing.receive()).toBe(1)
    expect(await bookedOn(back.payer)).toBe(1_000_000 - 585)
    expect(filesIn(join(clearing.incoming, 'refused'))).toEqual([])
  })
})

describe('messages that move no money', () => {
  const noteOf = (name: string, where: 'done' | 'refused') =>
    readFileSync(join(clearing.incoming, where, `${name}.reason.txt`), 'utf8')

  it('are statuses that only acknowledge receipt', async () => {
    const { payer, sent } = await aSentPayment()
    clearing.drop('r.xml', statusReport(aMessageId(), [{ tx: sent.tx_id, status: 'ACSP' }]))
    await clearing.receive()
    expect(await bookedOn(payer)).toBe(1_000_000 - 40_585)
  })

  it('are a rejection after settlement, a settlement after a return, and a return of another amount', async () => {
    const { payer, sent } = await aSentPayment()
    const settled = await aSentPayment()
    clearing.drop('1.xml', statusReport(aMessageId(), [{ tx: settled.sent.tx_id, status: 'ACSC' }]))
    clearing.drop('2.xml', statusReport(aMessageId(), [{ tx: settled.sent.tx_id, status: 'RJCT', reason: 'AC04' }]))
    clearing.drop('3.xml', paymentReturn(aMessageId(), { tx: settled.sent.tx_id, amount: '39000', reason: 'AC04' }))
    clearing.drop(
      '4.xml',
      paymentReturn(aMessageId(), { tx: settled.sent.tx_id, amount: '40000', reason: 'AC04', currency: 'EUR' }),
    )
    clearing.drop('5.xml', statusReport(aMessageId(), [{ tx: sent.tx_id, status: 'RJCT', reason: 'AC04' }]))
    clearing.drop('6.xml', statusReport(aMessageId(), [{ tx: sent.tx_id, status: 'ACSC' }]))
    await clearing.receive()
    expect(await bookedOn(settled.payer)).toBe(1_000_000 - 40_585)
    expect(await bookedOn(payer)).toBe(1_000_000 - 585)
    const notes = () => ['2.xml', '3.xml', '4.xml', '6.xml'].map((name) => noteOf(name, 'done'))
    const noted = notes()
    for (const note of noted) expect(note).toContain('contradicts')
    // Killed after the answers were applied, and before their notes were written.
    for (const name of ['2.xml', '3.xml', '4.xml', '6.xml']) {
      rmSync(join(clearing.incoming, 'done', `${name}.reason.txt`))
      renameSync(join(clearing.incoming, 'done', name), join(clearing.incoming, name))
    }
    await clearing.receive()
    expect(notes()).toEqual(noted)
  })

  it('are lines about unknown payments, while other lines are applied', async () => {
    const { payer, sent } = await aSentPayment()
    const lines = [
      { tx: 'f'.repeat(32), status: 'RJCT', reason: 'AC04' },
      { tx: sent.tx_id, status: 'RJCT', reason: 'AC04' },
    ]
    clearing.drop('r.xml', statusReport(aMessageId(), lines))
    await clearing.receive()
    expect(await bookedOn(payer)).toBe(1_000_000 - 585)
    expect(noteOf('r.xml', 'done')).toContain('no payment of ours')
  })

  it('are answers to a known payment under another message id', async () => {
    const { payer, sent } = await aSentPayment()
    clearing.drop(
      'r.xml',
      statusReport(aMessageId(), [{ tx: sent.tx_id, status: 'RJCT', reason: 'AC04' }], { message: 'C260310-OTHER' }),
    )
    await clearing.receive()
    expect(await bookedOn(payer)).toBe(1_000_000 - 40_585)
    expect(noteOf('r.xml', 'refused')).toContain('no payment of ours')
  })

  it.each([
    ['a file that is no XML', 'Bonjour'],
    ['a file cut short', statusReport('M1', [{ tx: 'a'.repeat(32), status: 'ACSC' }]).slice(0, -40)],
    [
      'a document type',
      `<!DOCTYPE d [<!ENTITY e "x">]>${statusReport('M2', [{ tx: 'a'.repeat(32), status: 'ACSC' }])}`,
    ],
    ['another message', '<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt/></Document>'],
    [
      'another version',
      statusReport('M3', [{ tx: 'a'.repeat(32), status: 'ACSC' }]).replace('pacs.002.001.10', 'pacs.002.001.03'),
    ],
    ['a status that nobody knows', statusReport('M4', [{ tx: 'a'.repeat(32), status: 'ZZZZ' }])],
    ['a payment that we never sent', statusReport('M5', [{ tx: 'a'.repeat(32), status: 'ACSC' }])],
    ['bytes that are no UTF-8', Buffer.from([0x3c, 0x61, 0x3e, 0xff, 0xfe, 0x3c, 0x2f, 0x61, 0x3e])],
  ])('are refused and moved aside with a note: %s', async (_what, content) => {
    clearing.drop('r.xml', content)
    expect(await clearing.receive()).toBe(1)
    expect(filesIn(join(clearing.incoming, 'refused'))).toEqual(['r.xml', 'r.xml.reason.txt'])
    expect(noteOf('r.xml', 'refused')).toMatch(/^The file was not applied: it .+\.\n$/)
  })

  it('are a second message with the same id and other content', async () => {
    const { payer, sent } = await aSentPayment()
    const id = aMessageId()
    clearing.drop('1.xml', statusReport(id, [{ tx: sent.tx_id, status: 'ACSP' }]))
    clearing.drop('2.xml', statusReport(id, [{ tx: sent.tx_id, status: 'RJCT', reason: 'AC04' }]))
    await clearing.receive()
    expect(await bookedOn(payer)).toBe(1_000_000 - 40_585)
    expect(noteOf('2.xml', 'refused')).toContain('with another content')
  })

  it('are files that are still being written, for up to a minute', async () => {
    clearing.drop('r.xml', '<Document', 5)
    expect(await clearing.receive()).toBe(0)
    expect(existsSync(join(clearing.incoming, 'r.xml'))).toBe(true)
  })
})
