import {
  acceptBatch,
  cancelBatch,
  createBatch,
  getBatch,
  listBatchLines,
  rejectBatch,
} from 'contract/transfers/batches.ts'
import {
  changeImport,
  downloadImportErrors,
  findImport,
  type Import,
  importTransfers,
} from 'contract/transfers/imports.ts'
import { listTransfers } from 'contract/transfers/transfers.ts'
import { ibanFrom } from 'contract/values/iban.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codesOf, openTestBank, type TestBank, type Visitor } from '../../../test/test-bank.ts'
import { auditLedger } from '../../ledger/ledger-audit.ts'
import { maskName } from '../beneficiaries/account-number-rules.ts'
import { runDueTransfers } from '../transfer-execution/run-transfers.ts'

let bank: TestBank
beforeAll(async () => void (bank = await openTestBank()))
afterAll(() => bank.close())

const ports = () => ({ db: bank.db, clock: { now: () => bank.clock.at } })
const elsewhere = (index: number) => ibanFrom('SN', 'SN010', '01520', String(486_000_000_000 + index))
type Line = [name: string, iban: string, amount: string, label: string, date?: string]

async function imported(visitor: Visitor, ...lines: Line[]): Promise<Import> {
  const form = new FormData()
  const text = ['nom_beneficiaire;iban;montant;libelle;date_execution', ...lines.map((cells) => cells.join(';'))].join(
    '\n',
  )
  form.append('file', new Blob([text]), 'paie.csv')
  const reply = await visitor.call(importTransfers, { form })
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
  return reply.body
}
const runAll = async () => {
  while ((await runDueTransfers(ports())) > 0);
}
async function stateOf(account_id: string) {
  const { rows } = await bank.owner.query('SELECT booked::int, held::int FROM ledger_accounts WHERE id = $1', [
    account_id,
  ])
  return rows[0] as { booked: number; held: number }
}
const aCompany = async (balance = 1_000_000) => {
  const author = await bank.aCustomer({ kind: 'company', balance })
  return { author, signer: await bank.aMember(author.account_id) }
}
const draftOf = async (visitor: Visitor) => (await visitor.call(findImport)).body

describe('lines that are excluded from a batch', () => {
  it('stay in the draft, are reported and downloadable, and can be sent later as a separate batch', async () => {
    const { author, signer } = await aCompany()
    const draft = await imported(
      author,
      ['Fatou Ndour', elsewhere(1), '10000', 'Salaire'],
      ['Khady Sarr', elsewhere(2), '2O000', 'Salaire'],
      ['Modou Faye', elsewhere(3), '30000', 'Salaire'],
      ['Awa Sy', elsewhere(4), '40000', 'Salaire'],
    )
    const [, wrong, unticked] = draft.items
    const params = { id: draft.import_id }
    await author.call(changeImport, { params, body: { lines: [unticked?.id ?? ''], set: { is_skipped: true } } })
    const first = (await author.confirm(createBatch, { body: { import_id: draft.import_id } })).body
    expect(first).toMatchObject({ line_count: 2, left_out: { lines: 2, in_draft: 2, is_readers: true } })

    const left = await draftOf(author)
    expect(left).toMatchObject({
      import_id: draft.import_id,
      expires_at: draft.expires_at,
      already_imported_at: null,
      sent: { lines: 2, batch_id: first.id },
      summary: { lines: 2, invalid: 1 },
    })
    expect(left?.items.map(({ line, status, is_skipped }) => [line, status, is_skipped])).toEqual([
      [3, 'invalid', false],
      [4, 'warning', true],
    ])
    const errors = (await author.call(downloadImportErrors, { params })).body as unknown as Buffer
    expect(errors.toString()).toContain('Khady Sarr')
    expect(errors.toString()).not.toContain('Fatou Ndour')
    // Other users see the number of remaining lines, but not that they could send them.
    expect((await signer.call(getBatch, { params: { id: first.id } })).body.left_out).toEqual({
      lines: 2,
      in_draft: 2,
      is_readers: false,
    })

    await author.call(changeImport, { params, body: { lines: [wrong?.id ?? ''], set: { amount: '20000' } } })
    await author.call(changeImport, { params, body: { lines: null, set: { is_skipped: false } } })
    const second = (await author.confirm(createBatch, { body: { import_id: draft.import_id } })).body
    expect(second).toMatchObject({ line_count: 2, amount: 50_000, left_out: { lines: 0 } })
    expect(await draftOf(author)).toBeNull()
    expect((await author.call(getBatch, { params: { id: first.id } })).body.left_out).toMatchObject({
      lines: 0,
      in_draft: 0,
    })
    for (const { id } of [first, second]) await signer.confirm(acceptBatch, { params: { id }, body: { version: 1 } })
    const paid = (await author.call(listTransfers)).body.map(({ amount }) => amount)
    expect(paid.toSorted((one, other) => one - other)).toEqual([10_000, 20_000, 30_000, 40_000])
  })

  it('are sent once when two requests contain the same line', async () => {
    const { author } = await aCompany()
    const draft = await imported(
      author,
      ['Fatou Ndour', elsewhere(11), '1000', 'Salaire'],
      ['Khady Sarr', elsewhere(12), '2000', 'Salaire'],
      ['Modou Faye', elsewhere(13), '3000', 'Salaire'],
    )
    const [a, b, c] = draft.items.map(({ id }) => id)
    const send = (...items: (string | undefined)[]) =>
      author.confirm(createBatch, { body: { import_id: draft.import_id, items: items.map((id) => id ?? '') } })
    const replies = await Promise.all([send(a, b), send(b, c)])
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 409])
    expect(codesOf(replies.find(({ status }) => status === 409) ?? replies[0])).toEqual(['lines_changed'])
    // Sent lines have left the draft; the others can be sent.
    expect(codesOf(await send(b))).toEqual(['lines_changed'])
    expect((await draftOf(author))?.items).toHaveLength(1)
    const { rows } = await bank.owner.query(
      'SELECT count(*)::int AS lines FROM transfer_batch_lines WHERE account_id = $1',
      [author.account_id],
    )
    expect(rows).toEqual([{ lines: 2 }])
    // The database constraint agrees.
    await expect(
      bank.owner.query(
        `INSERT INTO transfer_batch_lines (account_id, batch_id, id, line, name, iban, amount, fees, tax, label, rail, network, is_own)
         SELECT account_id, batch_id, id, 99, name, iban, amount, fees, tax, label, rail, network, is_own FROM transfer_batch_lines WHERE account_id = $1`,
        [author.account_id],
      ),
    ).rejects.toThrow(/duplicate key/)
  })

  it('are still reported after their draft was replaced', async () => {
    const { author } = await aCompany()
    const draft = await imported(
      author,
      ['Fatou Ndour', elsewhere(21), '1000', 'a'],
      ['Khady Sarr', elsewhere(22), '', 'a'],
    )
    const { body } = await author.confirm(createBatch, { body: { import_id: draft.import_id } })
    await imported(author, ['Autre', elsewhere(23), '1', 'b'])
    expect((await author.call(getBatch, { params: { id: body.id } })).body.left_out).toMatchObject({
      lines: 1,
      in_draft: 0,
    })
  })
})

describe('a batch with a later execution date', () => {
  it('is accepted above the balance with a warning, and holds no money before its day, signed or not', async () => {
    const { author, signer } = await aCompany(50_000)
    const other = await bank.aCustomer({})
    const name = `Client ${other.customer_id.slice(-6)}`
    await bank.owner.query(`UPDATE users SET email = 'dates@societe.example' WHERE id = $1`, [author.user_id])
    const draft = await imported(
      author,
      [name, other.iban, '80000', 'Salaire', '18/03/2026'],
      [name, other.iban, '20000', 'Avance'],
    )
    expect(draft.summary).toMatchObject({
      total: 100_000,
      due_now: 20_000,
      balance: 50_000,
      missing: 0,
      shortfall: { day: '2026-03-18', missing: 50_000 },
    })
    const { body } = await author.confirm(createBatch, { body: { import_id: draft.import_id } })
    const params = { id: body.id }
    expect(await stateOf(author.account_id)).toEqual({ booked: 50_000, held: 20_000 })
    await signer.confirm(acceptBatch, { params, body: { version: 1 } })
    await runAll()
    expect(await stateOf(author.account_id)).toEqual({ booked: 30_000, held: 0 })

    // On its day it is tried like a single order, and its author is notified of the end.
    bank.clock.at = new Date('2026-03-18T07:00:00Z')
    await runAll()
    expect(await stateOf(author.account_id)).toEqual({ booked: 30_000, held: 0 })
    await bank.deposit(author.account_id, 60_000)
    bank.clock.at = new Date('2026-03-18T11:00:00Z')
    await runAll()
    expect((await stateOf(author.account_id)).booked).toBe(10_000)
    bank.clock.at = new Date('2026-03-10T09:30:00Z')
    expect((await author.call(getBatch, { params })).body.counts).toMatchObject({ executed: 2, waiting: 0, failed: 0 })
    expect((await auditLedger(bank.db)).filter(({ errors }) => errors > 0)).toEqual([])
  })

  it('has the day on which its lines leave once it is signed, also after the cut-off', async () => {
    const { author, signer } = await aCompany(10_000)
    const draft = await imported(author, ['Khady Sarr', elsewhere(33), '5000', 'Salaire'])
    const { body } = await author.confirm(createBatch, { body: { import_id: draft.import_id } })
    expect(body.execution_date).toBe('2026-03-10')
    bank.clock.at = new Date('2026-03-10T16:30:00Z')
    const late = await bank.signIn(signer)
    const signed = await late.confirm(acceptBatch, { params: { id: body.id }, body: { version: 1 } })
    expect(signed.body).toMatchObject({ state: 'validated', status: 'scheduled', execution_date: '2026-03-11' })
    bank.clock.at = new Date('2026-03-10T09:30:00Z')
  })

  it('is rejected after all attempts without sufficient funds, and notifies its author', async () => {
    const { author, signer } = await aCompany(1_000)
    await bank.owner.query(`UPDATE users SET email = 'sans-provision@societe.example' WHERE id = $1`, [author.user_id])
    const draft = await imported(author, ['Khady Sarr', elsewhere(31), '5000', 'Salaire', '18/03/2026'])
    const { body } = await author.confirm(createBatch, { body: { import_id: draft.import_id } })
    await signer.confirm(acceptBatch, { params: { id: body.id }, body: { version: 1 } })
    for (const at of ['2026-03-18T07:00:00Z', '2026-03-18T11:00:00Z', '2026-03-18T14:00:00Z', '2026-03-19T07:00:00Z']) {
      bank.clock.at = new Date(at)
      await runAll()
    }
    bank.clock.at = new Date('2026-03-10T09:30:00Z')
    expect((await author.call(listBatchLines, { params: { id: body.id } })).body).toMatchObject([
      { state: 'rejected', reason_code: 'funds' },
    ])
    const { rows } = await bank.owner.query(
      `SELECT plain FROM mails WHERE recipient = 'sans-provision@societe.example'`,
    )
    expect(rows).toMatchObject([{ plain: expect.stringContaining('Khady Sarr') as string }])
  })

  it('includes earlier scheduled orders and batches in the forecast, and reports no shortfall if there is none', async () => {
    const { author } = await aCompany(100_000)
    const line = (amount: string, date: string): Line => ['Khady Sarr', elsewhere(41), amount, `Salaire ${date}`, date]
    const first = await imported(author, line('60000', '16/03/2026'))
    expect(first.summary.shortfall).toBeNull()
    await author.confirm(createBatch, { body: { import_id: first.import_id } })
    expect((await imported(author, line('30000', '13/03/2026'))).summary.shortfall).toBeNull()
    expect((await imported(author, line('50000', '17/03/2026'))).summary).toMatchObject({
      missing: 0,
      shortfall: { day: '2026-03-17', missing: 60_000 + 50_000 + 2 * 585 - 100_000 },
    })
  })

  it('releases the money of refused lines, and of the rest when cancelled, only for lines due immediately', async () => {
    const { author, signer } = await aCompany(10_000)
    const draft = await imported(
      author,
      ['Khady Sarr', elsewhere(51), '50000', 'a', '18/03/2026'],
      ['Modou Faye', elsewhere(52), '1000', 'b'],
      ['Awa Sy', elsewhere(53), '2000', 'c'],
    )
    const { body } = await author.confirm(createBatch, { body: { import_id: draft.import_id } })
    const params = { id: body.id }
    expect((await stateOf(author.account_id)).held).toBe(3000 + 2 * 585)
    const lines = (await signer.call(listBatchLines, { params })).body
    await signer.call(rejectBatch, { params, body: { version: 1, reason: 'Parti', lines: [lines[2]?.id ?? ''] } })
    expect((await stateOf(author.account_id)).held).toBe(1585)
    await signer.call(rejectBatch, { params, body: { version: 2, reason: 'Parti', lines: [lines[1]?.id ?? ''] } })
    expect((await stateOf(author.account_id)).held).toBe(0)
    expect((await author.confirm(cancelBatch, { params })).status).toBe(204)
    expect((await stateOf(author.account_id)).held).toBe(0)
  })
})

describe('a payee name that differs from the known name of the account', () => {
  it('must be acknowledged line by line before the line is sent', async () => {
    const { author } = await aCompany()
    await bank.aBeneficiary(author.account_id, elsewhere(61), 'Engrais du Fleuve SARL')
    const holder = await bank.aCustomer({})
    const [known] = await bank.db<{ name: string }>`SELECT name FROM customers WHERE id = ${holder.customer_id}`
    const draft = await imported(
      author,
      ['ENGRAIS DU FLEUVE', elsewhere(61), '1000', 'a'],
      ['Société Fantôme', elsewhere(61), '2000', 'b'],
      ['Société Fantôme', holder.iban, '3000', 'c'],
    )
    const [good, saved, ours] = draft.items
    expect(
      draft.items.map(({ status, acknowledgement, warnings }) => [
        status,
        acknowledgement,
        warnings[0]?.message ?? null,
      ]),
    ).toEqual([
      ['ready', 'none', null],
      [
        'warning',
        'needed',
        'Ce compte est connu au nom de «\u00A0Engrais du Fleuve SARL\u00A0»\u00A0: est-ce la bonne personne\u00A0?',
      ],
      [
        'warning',
        'needed',
        `Ce compte est connu au nom de «\u00A0${maskName(known?.name ?? '')}\u00A0»\u00A0: est-ce la bonne personne\u00A0?`,
      ],
    ])
    expect(ours?.warnings.map(({ code }) => code)).toEqual(['name_mismatch', 'new_payee'])
    expect(draft.summary.unacknowledged).toBe(2)

    const params = { id: draft.import_id }
    const input = (...items: (string | undefined)[]) => ({
      body: { import_id: draft.import_id, items: items.map((id) => id ?? '') },
    })
    const refused = await author.call(createBatch, { body: { import_id: draft.import_id } })
    expect(codesOf(refused)).toEqual(['items: names_unacknowledged'])
    expect(JSON.stringify(refused.body)).toContain('lignes 3, 4')
    const acknowledge = (lines: string[] | null) =>
      author.call(changeImport, { params, body: { lines, set: { is_acknowledged: true } } })
    expect(codesOf(await acknowledge(null))).toEqual(['lines: invalid'])
    expect(codesOf(await acknowledge([saved?.id ?? '', ours?.id ?? '']))).toEqual(['lines: invalid'])

    const seen = (await acknowledge([saved?.id ?? ''])).body
    expect(seen).toMatchObject({ items: [{ id: saved?.id, acknowledgement: 'given' }], summary: { unacknowledged: 1 } })
    expect(codesOf(await author.call(createBatch, input(saved?.id, ours?.id)))).toEqual(['items: names_unacknowledged'])
    // Another name needs another acknowledgement.
    const set = { name: 'Autre Fantôme' }
    await author.call(changeImport, { params, body: { lines: [saved?.id ?? ''], set } })
    expect(codesOf(await author.call(createBatch, input(saved?.id)))).toEqual(['items: names_unacknowledged'])
    await acknowledge([saved?.id ?? ''])
    expect((await author.confirm(createBatch, input(good?.id, saved?.id))).body).toMatchObject({
      line_count: 2,
      left_out: { lines: 1 },
    })
  })
})

it('reports a refused beneficiary as refused and a pending one as pending', async () => {
  const { author } = await aCompany()
  for (const [index, status] of (['refused', 'pending'] as const).entries()) {
    const id = await bank.aBeneficiary(author.account_id, elsewhere(81 + index), 'Khady Sarr')
    await bank.owner.query('UPDATE beneficiaries SET approval_status = $2 WHERE id = $1', [id, status])
  }
  const draft = await imported(author, ['Khady Sarr', elsewhere(81), '1', 'a'], ['Khady Sarr', elsewhere(82), '1', 'a'])
  expect(draft.items.map(({ errors }) => errors.map(({ code }) => code))).toEqual([
    ['beneficiary_refused'],
    ['beneficiary_pending'],
  ])
})

describe('the confirmation of a batch', () => {
  it('names the account, the number of transfers, the total and the day, for the author and the signers', async () => {
    const { author, signer } = await aCompany()
    const draft = await imported(
      author,
      ['Khady Sarr', elsewhere(71), '1000', 'a', '18/03/2026'],
      ['Modou Faye', elsewhere(72), '2000', 'b', '20/03/2026'],
    )
    const { rows } = await bank.owner.query('SELECT label, number FROM accounts WHERE id = $1', [author.account_id])
    const { label, number } = rows[0] as { label: string; number: string }
    const facts = (text: string) => [
      { name: 'account', text: `${label} · ${number}` },
      { name: 'count', text: '2' },
      { name: 'amount', amount: 3000, currency: 'XOF' },
      { name: 'total', amount: 4170, currency: 'XOF' },
      { name: 'date', text: '18/03/2026 – 20/03/2026' },
      { name: 'label', text },
    ]
    const input = { body: { import_id: draft.import_id } }
    const requested = (await author.call(createBatch, input)).body as unknown as { operation: { summary: unknown } }
    expect(requested.operation.summary).toEqual({ kind: 'batch.create', facts: facts('paie.csv') })
    const { body } = await author.confirm(createBatch, input)
    const sign = { params: { id: body.id }, body: { version: 1 } }
    const toSign = (await signer.call(acceptBatch, sign)).body as unknown as { operation: { summary: unknown } }
    expect(toSign.operation.summary).toEqual({ kind: 'batch.accept', facts: facts(`paie.csv · ${body.reference}`) })

    const [line] = (await signer.call(listBatchLines, { params: sign.params })).body
    const tooShort = await signer.call(rejectBatch, { ...sign, body: { version: 1, reason: 'no' } })
    expect(tooShort.body).toMatchObject([
      { field: 'reason', code: 'reason_too_short', message: 'Expliquez en 3 à 255 caractères' },
    ])
    await signer.call(rejectBatch, {
      ...sign,
      body: { version: 1, reason: 'Partie en octobre', lines: [line?.id ?? ''] },
    })
    await signer.confirm(acceptBatch, { ...sign, body: { version: 2 } })
    const detail = (await author.call(getBatch, { params: sign.params })).body
    expect(detail.account).toEqual({ label, number })
    const people = await bank.owner.query(
      `SELECT id, first_name || ' ' || last_name AS name FROM users WHERE id = ANY ($1)`,
      [[author.user_id, signer.user_id]],
    )
    const nameOf = (id: string) => (people.rows as { id: string; name: string }[]).find((one) => one.id === id)?.name
    expect(detail.history.map(({ action, by, lines, reason }) => [action, by, lines, reason])).toEqual([
      ['batch.create', nameOf(author.user_id), null, null],
      ['batch.refuse_lines', nameOf(signer.user_id), 1, 'Partie en octobre'],
      ['batch.accept', nameOf(signer.user_id), null, null],
    ])
    expect(
      (await author.call(listBatchLines, { params: sign.params })).body.map(({ refused_by }) => refused_by),
    ).toEqual([nameOf(signer.user_id), null])
  })
})

it('searches the lines of a batch, and filters those with new accounts', async () => {
  const { author, signer } = await aCompany()
  await bank.aBeneficiary(author.account_id, elsewhere(91), 'Khady Sarr')
  const draft = await imported(
    author,
    ['Khady Sarr', elsewhere(91), '1000', 'Salaire'],
    ['Modou Faye', elsewhere(92), '2000', 'Prime_1'],
    ['Awa Sy', elsewhere(93), '3000', 'Salaire'],
  )
  const params = { id: (await author.confirm(createBatch, { body: { import_id: draft.import_id } })).body.id }
  const found = async (query: { only?: 'new' | 'failed'; search?: string }) =>
    (await signer.call(listBatchLines, { params, query })).body.map(({ line }) => line)
  expect(await found({})).toEqual([2, 3, 4])
  expect(await found({ only: 'new' })).toEqual([3, 4])
  expect(await found({ only: 'failed' })).toEqual([])
  for (const search of ['khady', 'KHÀDY']) expect(await found({ search })).toEqual([2])
  expect(await found({ search: 'salaire', only: 'new' })).toEqual([4])
  expect(
    await found({
      search: elsewhere(92)
        .replaceAll(/(.{4})/g, '$1 ')
        .toLowerCase(),
    }),
  ).toEqual([3])
  expect(await found({ search: 'e_1' })).toEqual([3])
  expect(await found({ search: '%' })).toEqual([])
})
