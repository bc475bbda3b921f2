import {
  acceptBatch,
  cancelBatch,
  createBatch,
  downloadBatchFailures,
  getBatch,
  listBatchesToSign,
  listBatchLines,
  rejectBatch,
  retryBatch,
} from 'contract/transfers/batches.ts'
import {
  changeImport,
  downloadImportErrors,
  downloadImportTemplate,
  findImport,
  type Import,
  importList,
  importTransfers,
  removeImport,
} from 'contract/transfers/imports.ts'
import { getBeneficiary, listBeneficiaries, removeBeneficiary, validateIban } from 'contract/transfers/beneficiaries.ts'
import {
  changeBeneficiaryList,
  createBeneficiaryList,
  getBeneficiaryList,
} from 'contract/transfers/beneficiary-lists.ts'
import { headers } from 'contract/endpoint.ts'
import { listOperations } from 'contract/accounts/operations.ts'
import { getDashboard } from 'contract/dashboard.ts'
import { capabilities } from 'contract/rights.ts'
import {
  cancelTransfer,
  changeTransfer,
  getTransfer,
  getTransferProof,
  listTransfers,
} from 'contract/transfers/transfers.ts'
import { ibanFrom } from 'contract/values/iban.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withAcknowledgedNames } from '../../../test/acknowledged-names.ts'
import { codesOf, openTestBank, type TestBank, type Visitor } from '../../../test/test-bank.ts'
import { auditLedger } from '../../ledger/ledger-audit.ts'
import { newId } from '../../adapters/ids.ts'
import { runDueTransfers } from '../transfer-execution/run-transfers.ts'
import { settleBatches } from '../transfer-execution/book-batches.ts'
import { moveDates } from '../closed-days/move-dates.ts'
import { expireBatches } from './sign-batch.ts'

let bank: TestBank
beforeAll(async () => void (bank = await openTestBank()))
afterAll(() => bank.close())

const ports = () => ({ db: bank.db, clock: { now: () => bank.clock.at } })
const elsewhere = (index: number) => ibanFrom('SN', 'SN010', '01520', String(485_000_000_000 + index))
const formOf = (text: string | Buffer, name = 'paie.csv') => {
  const form = new FormData()
  form.append('file', new Blob([typeof text === 'string' ? text : new Uint8Array(text)]), name)
  return form
}
type Line = [name: string, iban: string, amount: string, label: string, date?: string]
const csv = (...lines: Line[]) =>
  ['nom_beneficiaire;iban;montant;libelle;date_execution', ...lines.map((cells) => cells.join(';'))].join('\r\n')

async function imported(visitor: Visitor, ...lines: Line[]): Promise<Import> {
  const reply = await visitor.call(importTransfers, { form: formOf(csv(...lines)) })
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
  return withAcknowledgedNames(visitor, reply.body)
}
const payable = ({ items }: Import) =>
  items.filter(({ status, is_skipped }) => status !== 'invalid' && !is_skipped).map(({ id }) => id)
const input = (draft: Import) => ({ body: { import_id: draft.import_id, items: payable(draft) } })
const runAll = async () => {
  while ((await runDueTransfers(ports())) > 0);
}
const errors = async () => (await auditLedger(bank.db)).filter((verdict) => verdict.errors > 0)
async function stateOf(account_id: string) {
  const { rows } = await bank.owner.query('SELECT booked::int, held::int FROM ledger_accounts WHERE id = $1', [
    account_id,
  ])
  return rows[0] as { booked: number; held: number }
}

async function aCompany(balance = 10_000_000) {
  const author = await bank.aCustomer({ kind: 'company', balance })
  const signer = await bank.aMember(author.account_id)
  const other = await bank.aCustomer({})
  return { author, signer, ours: other.iban, payee: other }
}

describe('an imported file', () => {
  it('reports all errors and warnings of each line at once, and the totals', async () => {
    const { author, ours } = await aCompany(500_000)
    await bank.aBeneficiary(author.account_id, ours, 'Fatou Diop')
    const wrongKey = `${elsewhere(1).slice(0, -2)}00`
    const draft = await imported(
      author,
      ['DIOP Fatou', ours.toLowerCase().replace(/(.{4})/g, '$1\u00A0'), '150 000', 'Salaire mars'],
      ['', wrongKey, '1.000', '', '31/02/2026'],
      ['Fatou Diop', ours, '150000', 'Salaire mars'],
      ['Khady Sy', elsewhere(2), '300000', 'Salaire mars', '08/03/2026'],
      ['Moi', author.iban, '1e9', 'Essai', '14/03/2026'],
      ['Ali', 'FR1420041010050500013M02606', '-5', 'Essai'],
      ['Ali', ours.slice(0, 20), '1,5', 'x'.repeat(141)],
      ['Ali', ibanFrom('SN', 'SN999', '01003', '999999999999'), '٣٠٠', 'a'],
      ['Ali', elsewhere(3), '27O 000', 'b'],
      ['Ali', elsewhere(4), '10000', 'c', '14/03/2026'],
    )
    const reported = draft.items.map(({ line, status, errors, warnings }) => [
      line,
      status,
      ...errors.map(({ column, code }) => `${column}: ${code}`),
      ...warnings.map(({ code }) => `(${code})`),
    ])
    expect(reported).toEqual([
      [2, 'ready'],
      [
        3,
        'invalid',
        'name: name_missing',
        'iban: iban_invalid',
        'amount: amount_point',
        'label: label_missing',
        'execution_date: date_impossible',
      ],
      [4, 'duplicate', '(duplicate)'],
      [5, 'invalid', 'execution_date: date_past', '(new_payee)'],
      [6, 'invalid', 'iban: own_account', 'amount: amount_unreadable', '(date_moved)'],
      [7, 'invalid', 'bic: bic_missing', 'purpose: purpose_missing', 'amount: amount_sign'],
      [8, 'invalid', 'iban: iban_length', 'amount: amount_point', 'label: text_too_long'],
      [9, 'invalid', 'iban: no_such_account', 'amount: amount_digits'],
      [10, 'invalid', 'amount: amount_letter'],
      [11, 'warning', '(new_payee)', '(date_moved)'],
    ])
    expect(draft.summary).toMatchObject({
      lines: 10,
      ready: 1,
      duplicate: 1,
      warning: 1,
      invalid: 7,
      balance: 500_000,
      total: 310_585,
      missing: 0,
    })
    expect(draft.items[6]?.errors[0]?.message).toBe('IBAN incomplet ou trop long\u00A0: 20 caractères au lieu de 28')
  })

  it('is refused as a whole if unreadable, with the reason in the user’s language, and stores nothing', async () => {
    const { author } = await aCompany()
    const reply = await author.call(importTransfers, { form: formOf('%PDF-1.7'), headers: { 'accept-language': 'en' } })
    expect(reply.status).toBe(422)
    expect(reply.body).toMatchObject([
      {
        field: 'file',
        code: 'import_file_invalid',
        message: 'Invalid file!',
        details: expect.stringContaining('This is a PDF.'),
      },
    ])
    expect((await author.call(findImport)).body).toBeNull()
    expect(codesOf(await author.call(importTransfers, { form: new FormData() }))).toEqual(['file: import_file_missing'])
  })

  it('can be an XLSX workbook: a template filled from a list is imported as its lines', async () => {
    const { author, ours } = await aCompany()
    const id = await bank.aBeneficiary(author.account_id, ours, 'Fatou Diop')
    const list = (await author.call(createBeneficiaryList, { body: { name: 'Paie', type: null, comment: null } })).body
    await author.call(changeBeneficiaryList, { params: { id: list.id }, body: { add: [id] } })
    const template = await author.call(downloadImportTemplate, { query: { list: list.id, format: 'xlsx' } })
    // The name says CSV: only the content decides.
    const draft = await author.call(importTransfers, { form: formOf(template.body as unknown as Buffer, 'paie.csv') })
    expect(
      draft.body.items.map(({ line, beneficiary, errors }) => [line, beneficiary.iban, errors.map(({ code }) => code)]),
    ).toEqual([[2, ours, ['amount_missing', 'label_missing']]])
  })

  it('is refused line by line for unknown payees when the user may not add beneficiaries', async () => {
    const { author } = await aCompany()
    const clerk = await bank.aMember(author.account_id, { capabilities: ['transfer.create'] })
    const draft = await imported(clerk, ['Khady Sy', elsewhere(9), '1000', 'Essai'])
    expect(draft.items[0]?.errors.map(({ code }) => code)).toEqual(['beneficiary_unknown'])
  })

  it('becomes a draft that only its author sees for a week, can edit by line, and can export with its errors', async () => {
    const { author, signer, ours } = await aCompany()
    const draft = await imported(author, ['A', ours, '1000', 'x'], ['A', ours, '1000', 'x'], ['=B', ours, '1.5', 'x'])
    const [first, duplicate, bad] = draft.items
    expect((await signer.call(findImport)).body).toBeNull()
    const file = (await author.call(downloadImportErrors, { params: { id: draft.import_id } }))
      .body as unknown as Buffer
    expect(file.toString()).toContain(`"'=B";`)
    expect(file.toString()).toContain(';4;"montant : Montant sans point ni virgule')

    const set = { amount: '2000' }
    const edited = await author.call(changeImport, {
      params: { id: draft.import_id },
      body: { lines: [first?.id ?? ''], set },
    })
    expect(edited.body.items.map(({ line, status }) => [line, status])).toEqual([
      [2, 'warning'],
      [3, 'warning'],
    ])
    await author.call(changeImport, {
      params: { id: draft.import_id },
      body: { lines: [duplicate?.id ?? '', bad?.id ?? ''], set: { is_skipped: true, label: 'y' } },
    })
    bank.clock.at = new Date('2026-03-16T09:30:00Z')
    const monday = await bank.signIn(author)
    const again = (await monday.call(findImport)).body
    expect(again?.items.map(({ is_skipped, transfer }) => [is_skipped, transfer.amount, transfer.label])).toEqual([
      [false, 2000, 'x'],
      [true, 1000, 'y'],
      [true, null, 'y'],
    ])
    bank.clock.at = new Date('2026-03-18T09:30:00Z')
    const late = await bank.signIn(author)
    expect((await late.call(findImport)).body).toBeNull()
    expect(
      (await late.call(changeImport, { params: { id: draft.import_id }, body: { lines: [newId()], set } })).status,
    ).toBe(404)
    bank.clock.at = new Date('2026-03-10T09:30:00Z')
  })

  it('is refused for a list with more people than the maximum of lines', async () => {
    const { author } = await aCompany()
    const list = (await author.call(createBeneficiaryList, { body: { name: 'Tous', type: null, comment: null } })).body
    await bank.owner.query(
      `WITH people AS (INSERT INTO beneficiaries (account_id, id, name, iban, created_at)
         SELECT $1, gen_random_uuid(), 'Salarié ' || n, $3, now() FROM generate_series(1, 5001) n RETURNING id)
       INSERT INTO beneficiary_list_members (account_id, list_id, beneficiary_id) SELECT $1, $2, id FROM people`,
      [author.account_id, list.id, elsewhere(1)],
    )
    const { body } = await author.call(importList, { body: { list_id: list.id } })
    expect(body).toMatchObject([
      { field: 'list_id', code: 'list_too_long', message: expect.stringMatching(/plus de 5\s?000/) as string },
    ])
  })

  it('can be created from a beneficiary list, with the last amount paid to each', async () => {
    const { author, ours } = await aCompany()
    const id = await bank.aBeneficiary(author.account_id, ours, 'Fatou Diop')
    const list = (await author.call(createBeneficiaryList, { body: { name: 'Salariés', type: null, comment: null } }))
      .body
    expect(codesOf(await author.call(importList, { body: { list_id: list.id } }))).toEqual(['list_id: list_empty'])
    await author.call(changeBeneficiaryList, { params: { id: list.id }, body: { add: [id] } })
    const together = await Promise.all(
      [1, 2, 3, 4].map(async () => (await author.call(importList, { body: { list_id: list.id } })).status),
    )
    expect(together).toEqual([200, 200, 200, 200])
    const first = (await author.call(importList, { body: { list_id: list.id } })).body
    expect(first.items[0]?.errors.map(({ code }) => code)).toEqual(['amount_missing'])
    const template = await author.call(downloadImportTemplate, { query: { list: list.id } })
    expect((template.body as unknown as Buffer).toString()).toContain(`"Fatou Diop";"${ours}";;`)
    expect((await author.call(importList, { body: { list_id: newId() } })).status).toBe(404)
  })
})

describe('a batch', () => {
  it('is signed once by another person, pays each line once, and creates its new payees', async () => {
    const { author, signer, ours, payee } = await aCompany(1_000_000)
    const draft = await imported(
      author,
      ['Fatou Diop', ours, '150000', 'Salaire'],
      ['Khady Sy', elsewhere(20), '200000', 'Salaire'],
    )
    const key = newId()
    const body = { ...input(draft).body, save_payees: true }
    const send = () => author.confirm(createBatch, { body, headers: { [headers.idempotencyKey]: key } })
    const created = await send()
    expect(created.body).toMatchObject({
      state: 'pending',
      line_count: 2,
      amount: 350_000,
      fees: 500,
      tax: 85,
      approvals_missing: 1,
      actions: ['cancel'],
    })
    expect((await send()).body.id).toBe(created.body.id)
    expect((await author.confirm(createBatch, input(draft))).status).toBe(404)
    expect(await stateOf(author.account_id)).toEqual({ booked: 1_000_000, held: 350_585 })

    // A line that waits for signatures counts as ordered, in another file too.
    const twice = await imported(
      author,
      ['Fatou Diop', ours, '150000', 'Salaire'],
      ['Fatou Diop', ours, '150001', 'Salaire'],
    )
    expect(twice.already_imported_at).toBeNull()
    expect(twice.items.map(({ warnings }) => warnings.map(({ code }) => code))).toEqual([
      expect.arrayContaining(['paid_recently']),
      expect.not.arrayContaining(['paid_recently']),
    ])
    await author.call(removeImport, { params: { id: twice.import_id } })

    const params = { id: created.body.id }
    expect((await signer.call(listBatchesToSign)).body.map(({ id }) => id)).toEqual([params.id])
    expect(codesOf(await author.confirm(acceptBatch, { params, body: { version: 1 } }))).toEqual([
      'self_approval_forbidden',
    ])
    const signed = await signer.confirm(acceptBatch, { params, body: { version: 1 } })
    expect(signed.body).toMatchObject({ state: 'validated', counts: { waiting: 2 }, actions: [] })
    expect(codesOf(await signer.confirm(acceptBatch, { params, body: { version: 1 } }))).toEqual(['not_pending'])
    await runAll()
    await runAll()
    expect((await author.call(getBatch, { params })).body.counts).toEqual({
      refused: 0,
      waiting: 0,
      executed: 2,
      failed: 0,
      retryable: 0,
    })
    expect(await stateOf(author.account_id)).toEqual({ booked: 649_415, held: 0 })
    expect((await stateOf(payee.account_id)).booked).toBe(150_000)
    const saved = (await author.call(listBeneficiaries)).body
    expect(saved.map(({ name, approval_status }) => [name, approval_status])).toEqual([
      ['Fatou Diop', 'approved'],
      ['Khady Sy', 'approved'],
    ])
    expect(
      (await author.call(listTransfers)).body.map(({ amount, execution_status }) => [amount, execution_status]).sort(),
    ).toEqual([
      [150_000, 'executed'],
      [200_000, 'executed'],
    ])
    const again = await imported(
      author,
      ['Fatou Diop', ours, '150000', 'Salaire'],
      ['Khady Sy', elsewhere(20), '200000', 'Salaire'],
    )
    expect(again.already_imported_at).not.toBeNull()
    expect(again.items.map(({ warnings }) => warnings.map(({ code }) => code))).toEqual([
      ['paid_recently'],
      ['paid_recently'],
    ])
  })

  it('holds the lines without a day of their own, which the audit of the ledger accepts', async () => {
    const { author, ours } = await aCompany(100_000)
    const draft = await imported(author, ['A', ours, '1000', 'a'], ['A', ours, '2000', 'b', '20/03/2026'])
    expect((await author.confirm(createBatch, input(draft))).body.amount).toBe(3_000)
    expect(await stateOf(author.account_id)).toEqual({ booked: 100_000, held: 1_000 })
    expect(await errors()).toEqual([])
  })

  it('runs without a signature for an individual', async () => {
    const person = await bank.aCustomer({ balance: 100_000 })
    const other = await bank.aCustomer({})
    const draft = await imported(person, ['Awa', other.iban, '40000', 'Loyer'])
    const { body } = await person.confirm(createBatch, input(draft))
    expect(body.state).toBe('validated')
    await runAll()
    expect((await stateOf(other.account_id)).booked).toBe(40_000)
  })

  it('applies the signature rules of batches: two signatures above the limit', async () => {
    const { author, signer, ours } = await aCompany(20_000_000)
    const second = await bank.aMember(author.account_id)
    const draft = await imported(author, ['A', ours, '3000000', 'a'], ['A', ours, '3000000', 'b'])
    const { body } = await author.confirm(createBatch, input(draft))
    const params = { id: body.id }
    expect(body.approvals_missing).toBe(2)
    expect((await signer.confirm(acceptBatch, { params, body: { version: 1 } })).body).toMatchObject({
      state: 'pending',
      approvals: 1,
    })
    expect(codesOf(await signer.confirm(acceptBatch, { params, body: { version: 1 } }))).toEqual(['already_signed'])
    expect((await second.confirm(acceptBatch, { params, body: { version: 1 } })).body.state).toBe('validated')
  })

  it('needs a signature of each group under the rule of two groups', async () => {
    const { author, signer, ours } = await aCompany()
    const member = () => bank.aMember(author.account_id)
    const [alsoOfA, ofB, ofNone] = [await member(), await member(), await member()]
    const { account_id: elsewhereId } = await bank.aCustomer({ kind: 'company' })
    await bank.owner.query(
      "INSERT INTO signing_tiers (account_id, kind, up_to, rule) VALUES ($1, 'batch', NULL, 'a_and_b')",
      [author.account_id],
    )
    await bank.owner.query(
      `INSERT INTO signing_groups (account_id, user_id, signing_group)
       VALUES ($1, $2, 'A'), ($1, $3, 'A'), ($1, $4, 'B'), ($5, $6, 'B')`,
      // Who is in a group on another account is in none here.
      [author.account_id, signer.user_id, alsoOfA.user_id, ofB.user_id, elsewhereId, ofNone.user_id],
    )
    const ordered = async (label: string) =>
      (await author.confirm(createBatch, input(await imported(author, ['A', ours, '1000', label])))).body.id
    const [first, second] = [await ordered('a'), await ordered('b')]
    const accept = (visitor: Visitor, id: string) =>
      visitor.confirm(acceptBatch, { params: { id }, body: { version: 1 } })
    expect(codesOf(await accept(ofNone, first))).toEqual(['not_validator'])
    expect((await accept(signer, first)).body.state).toBe('pending')
    expect(codesOf(await accept(alsoOfA, first))).toEqual(['not_validator'])
    // The signature of a group counts for its batch only.
    expect((await accept(alsoOfA, second)).body.state).toBe('pending')
    expect((await accept(ofB, first)).body.state).toBe('validated')
    expect((await accept(ofB, second)).body.state).toBe('validated')
  })

  it('is refused where the payee of its only line was removed before the signature', async () => {
    const { author, signer, ours } = await aCompany()
    const payee = await bank.aBeneficiary(author.account_id, ours, 'Aminata Diallo')
    const draft = await imported(author, ['Aminata Diallo', ours, '1000', 'a'])
    const { body } = await author.confirm(createBatch, input(draft))
    expect((await stateOf(author.account_id)).held).toBe(1_000)
    expect((await author.confirm(removeBeneficiary, { params: { id: payee } })).status).toBe(204)
    const signed = await signer.confirm(acceptBatch, { params: { id: body.id }, body: { version: 1 } })
    expect(signed.body).toMatchObject({ state: 'refused' })
    await runAll()
    expect(await stateOf(author.account_id)).toEqual({ booked: 10_000_000, held: 0 })
  })

  it('loses lines that a signer refuses with a reason, and keeps the others', async () => {
    const { author, signer, ours } = await aCompany()
    const draft = await imported(author, ['A', ours, '1000', 'a'], ['A', ours, '2000', 'b'])
    const { body } = await author.confirm(createBatch, input(draft))
    const params = { id: body.id }
    const lines = (await signer.call(listBatchLines, { params })).body
    const reason = 'Déjà payé en espèces'
    const left = await signer.call(rejectBatch, { params, body: { version: 1, reason, lines: [lines[1]?.id ?? ''] } })
    expect(left.body).toMatchObject({
      line_count: 1,
      amount: 1000,
      version: 2,
      state: 'pending',
      counts: { refused: 1 },
    })
    expect((await stateOf(author.account_id)).held).toBe(1000)
    expect(codesOf(await signer.confirm(acceptBatch, { params, body: { version: 1 } }))).toEqual(['stale_version'])
    expect(
      codesOf(await signer.call(rejectBatch, { params, body: { version: 2, reason, lines: [lines[0]?.id ?? ''] } })),
    ).toEqual(['lines: last_line'])
    await signer.confirm(acceptBatch, { params, body: { version: 2 } })
    await runAll()
    expect((await author.call(listBatchLines, { params })).body.map(({ state, reason: why }) => [state, why])).toEqual([
      ['executed', null],
      ['refused', reason],
    ])
    const failures = (await author.call(downloadBatchFailures, { params })).body as unknown as Buffer
    expect(failures.toString()).toContain(`2000;"b";;;;;;;;"${reason}"`)
  })

  it('releases its money when refused, cancelled or not signed in time', async () => {
    const { author, signer, ours } = await aCompany()
    const make = async () =>
      (await author.confirm(createBatch, input(await imported(author, ['A', ours, '1000', 'a'])))).body.id
    await bank.owner.query(`UPDATE users SET email = 'awa@societe.example' WHERE id = $1`, [author.user_id])
    const refused = await make()
    await signer.call(rejectBatch, { params: { id: refused }, body: { version: 1, reason: 'Non conforme' } })
    const cancelled = await make()
    expect((await author.confirm(cancelBatch, { params: { id: cancelled } })).status).toBe(204)
    expect(codesOf(await author.confirm(cancelBatch, { params: { id: cancelled } }))).toEqual(['not_cancellable'])
    const expired = await make()
    expect((await stateOf(author.account_id)).held).toBe(1000)
    bank.clock.at = new Date('2026-04-10T09:30:00Z')
    await expireBatches(ports())
    bank.clock.at = new Date('2026-03-10T09:30:00Z')
    expect((await stateOf(author.account_id)).held).toBe(0)
    const states = await Promise.all(
      [refused, cancelled, expired].map(async (id) => (await author.call(getBatch, { params: { id } })).body.state),
    )
    expect(states).toEqual(['refused', 'cancelled', 'refused'])
    const { rows } = await bank.owner.query(
      `SELECT plain FROM mails WHERE recipient = 'awa@societe.example' ORDER BY id`,
    )
    expect(rows).toMatchObject([
      { plain: expect.stringContaining('Motif : Non conforme') },
      { plain: expect.stringContaining('pas été validé à temps') },
    ])
  })

  it('moves with a holiday that is announced, before it is signed and after, as single orders do', async () => {
    const { author, signer, ours } = await aCompany(5000)
    const draft = await imported(
      author,
      ['A', ours, '1000', 'a', '16/03/2026'],
      ['B', elsewhere(1), '1000', 'b', '16/03/2026'],
      ['C', elsewhere(2), '1000', 'c', '18/03/2026'],
    )
    const { body } = await author.confirm(createBatch, input(draft))
    const params = { id: body.id }
    const holiday = (day: string) => bank.owner.query("INSERT INTO holidays VALUES ($1, 'Fête', 'Holiday')", [day])
    const move = () => moveDates(ports())
    const seen = async () => (await author.call(getBatch, { params })).body
    try {
      await holiday('2026-03-16')
      expect(await move()).toBe(1)
      expect(await move()).toBe(0)
      expect(await seen()).toMatchObject({ state: 'pending', execution_date: '2026-03-17' })
      bank.clock.at = new Date('2026-03-17T07:30:00Z')
      await expireBatches(ports())
      const [of, by] = [await bank.signIn(author), await bank.signIn(signer)]
      expect((await of.call(getBatch, { params })).body.state).toBe('pending')
      await holiday('2026-03-17')
      await move()
      await holiday('2026-03-18')
      expect((await by.confirm(acceptBatch, { params, body: { version: 1 } })).status).toBe(200)
      expect((await of.call(getBatch, { params })).body).toMatchObject({
        state: 'validated',
        execution_date: '2026-03-19',
      })
      await holiday('2026-03-19')
      await move()
      expect((await of.call(getBatch, { params })).body.execution_date).toBe('2026-03-20')
    } finally {
      await bank.owner.query("DELETE FROM holidays WHERE name_fr = 'Fête'")
      bank.clock.at = new Date('2026-03-10T09:30:00Z')
    }
  })

  it('is refused as a whole for insufficient funds, a limit or an invalid line; a changed line needs a new confirmation', async () => {
    const { author, ours } = await aCompany(1500)
    const draft = await imported(author, ['A', ours, '1000', 'a'], ['A', ours, '1000', 'b'], ['A', 'x', '1', 'c'])
    expect(draft.summary.missing).toBe(500)
    expect(codesOf(await author.call(createBatch, input(draft)))).toEqual(['amount: insufficient_balance'])
    const all = { import_id: draft.import_id, items: draft.items.map(({ id }) => id) }
    expect(codesOf(await author.call(createBatch, { body: all }))).toEqual(['lines_changed'])
    const none = await author.call(changeImport, {
      params: { id: draft.import_id },
      body: { lines: null, set: { is_skipped: true } },
    })
    expect(none.body.summary.total).toBe(0)
    expect(codesOf(await author.call(createBatch, { body: { import_id: draft.import_id } }))).toEqual([
      'items: no_line_chosen',
    ])
    const one = { import_id: draft.import_id, items: [draft.items[0]?.id ?? ''] }
    expect(codesOf(await author.call(createBatch, { body: { ...one, execution_date: '2026-03-09' } }))).toEqual([
      'execution_date: date_in_the_past',
    ])
    expect(codesOf(await author.call(createBatch, { body: { ...one, execution_date: '2028-01-01' } }))).toEqual([
      'execution_date: date_too_far',
    ])
    await bank.owner.query(
      `INSERT INTO transfer_limits (account_id, purpose, period, amount) VALUES ($1, 'create', 'operation', 900)`,
      [author.account_id],
    )
    expect(codesOf(await author.call(createBatch, { body: one }))).toEqual(['limit_exceeded'])
    await bank.owner.query(`DELETE FROM transfer_limits WHERE account_id = $1`, [author.account_id])
    // Amounts that wait in batches are ordered: they count against the day's limit.
    await bank.owner.query(
      `INSERT INTO transfer_limits (account_id, purpose, period, amount) VALUES ($1, 'create', 'day', 1000)`,
      [author.account_id],
    )
    expect((await author.confirm(createBatch, { body: one })).status).toBe(201)
    const next = await imported(author, ['A', ours, '1', 'z'])
    expect(codesOf(await author.call(createBatch, input(next)))).toEqual(['limit_exceeded'])
  })

  it('is created once when sent twice at the same time', async () => {
    const { author, ours } = await aCompany()
    const draft = await imported(author, ['A', ours, '1000', 'a'])
    const replies = await Promise.all([1, 2].map(() => author.confirm(createBatch, input(draft))))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 404])
  })

  it('does not pay a payee whose account is no longer approved', async () => {
    const { author, signer, ours } = await aCompany()
    const id = await bank.aBeneficiary(author.account_id, ours, 'Fatou Diop')
    const draft = await imported(author, ['Fatou', ours, '1000', 'a'], ['Khady Sy', elsewhere(30), '2000', 'b'])
    const { body } = await author.confirm(createBatch, input(draft))
    await bank.owner.query('UPDATE beneficiaries SET removed_at = now() WHERE account_id = $1 AND id = $2', [
      author.account_id,
      id,
    ])
    const signed = await signer.confirm(acceptBatch, { params: { id: body.id }, body: { version: 1 } })
    expect(signed.body).toMatchObject({ state: 'validated', line_count: 1, amount: 2000, counts: { refused: 1 } })
    expect((await stateOf(author.account_id)).held).toBe(2585)
  })

  it('e-mails its author once about the failed lines, and sends them again once as a new batch to sign', async () => {
    const { author, signer, ours } = await aCompany(100_000)
    await bank.owner.query(`UPDATE users SET email = 'echecs@societe.example' WHERE id = $1`, [author.user_id])
    const [gone, lost] = [await bank.aCustomer({}), await bank.aCustomer({})]
    const draft = await imported(
      author,
      ['Fatou', ours, '1000', 'a'],
      ['Ali', gone.iban, '2000', 'b'],
      ['Awa', lost.iban, '3000', 'c'],
    )
    const { body } = await author.confirm(createBatch, input(draft))
    const params = { id: body.id }
    expect(codesOf(await author.confirm(retryBatch, { params }))).toEqual(['nothing_to_retry'])
    await signer.confirm(acceptBatch, { params, body: { version: 1 } })
    await bank.owner.query(`UPDATE accounts SET status = 'closed' WHERE id = ANY ($1)`, [
      [gone.account_id, lost.account_id],
    ])
    await runAll()
    await runAll()
    const { rows: mails } = await bank.owner.query(
      `SELECT subject, plain FROM mails WHERE recipient = 'echecs@societe.example'`,
    )
    expect(mails).toMatchObject([
      {
        subject: expect.stringContaining('2 virements n’ont pas été exécutés'),
        plain: expect.stringMatching(/Ali.*\nAwa/),
      },
    ])
    expect((await author.call(getBatch, { params })).body).toMatchObject({
      counts: { executed: 1, failed: 2, retryable: 2 },
      actions: ['retry'],
    })

    expect(codesOf(await author.confirm(retryBatch, { params }))).toEqual(['nothing_to_retry'])
    await bank.owner.query(`UPDATE accounts SET status = 'active' WHERE id = $1`, [gone.account_id])
    const replies = await Promise.all([1, 2].map(() => author.confirm(retryBatch, { params })))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409])
    const again = replies.find(({ status }) => status === 201)?.body
    expect(again).toMatchObject({
      state: 'pending',
      line_count: 1,
      amount: 2000,
      retry_of: body.id,
      approvals_missing: 1,
    })
    expect((await author.call(getBatch, { params })).body).toMatchObject({ counts: { retryable: 1 } })
    // Once refused, its line may be sent again.
    await signer.call(rejectBatch, { params: { id: again?.id ?? '' }, body: { version: 1, reason: 'Plus tard' } })
    const last = (await author.confirm(retryBatch, { params })).body
    await signer.confirm(acceptBatch, { params: { id: last.id }, body: { version: 1 } })
    await runAll()
    expect((await stateOf(gone.account_id)).booked).toBe(2000)
    expect(await stateOf(author.account_id)).toEqual({ booked: 97_000, held: 0 })
  })

  it.each([
    ['run', 'nothing', { executed: 2, failed: 0 }],
    ['taken back', 'last', { executed: 1, failed: 0 }],
    ['stopped with its payee', 'last', { executed: 1, failed: 1 }],
    ['taken back before the others run', 'first', { executed: 1, failed: 0 }],
    ['stopped with its payee before the others run', 'first', { executed: 1, failed: 1 }],
  ] as const)('records its end in the audit log once: a line is %s', async (how, when, ends) => {
    const { author, signer, ours } = await aCompany()
    const gone = await bank.aCustomer({})
    const email = `${newId()}@societe.example`
    await bank.owner.query('UPDATE users SET email = $2 WHERE id = $1', [author.user_id, email])
    const [first, later] = when === 'first' ? ['11/03/2026', '12/03/2026'] : ['12/03/2026', '11/03/2026']
    const draft = await imported(author, ['Fatou', ours, '1000', 'a', later], ['Partie', gone.iban, '2000', 'b', first])
    const params = { id: (await author.confirm(createBatch, input(draft))).body.id }
    expect((await signer.confirm(acceptBatch, { params, body: { version: 1 } })).body).toMatchObject({
      state: 'validated',
    })
    const listEnds = async () => {
      const { rows } = await bank.owner.query(
        `SELECT facts FROM audit_events WHERE subject_id = $1 AND action = 'batch.end'`,
        [params.id],
      )
      return rows.map(({ facts }: { facts: unknown }) => facts)
    }
    const endLine = async () => {
      const { rows } = await bank.owner.query(
        'SELECT id, beneficiary_id FROM transfers WHERE batch_id = $1 AND amount = 2000',
        [params.id],
      )
      const { id, beneficiary_id } = rows[0] as { id: string; beneficiary_id: string }
      if (how.startsWith('taken')) expect((await author.confirm(cancelTransfer, { params: { id } })).status).toBe(204)
      if (how.startsWith('stopped'))
        expect((await author.confirm(removeBeneficiary, { params: { id: beneficiary_id } })).status).toBe(204)
    }
    const runOn = async (day: string) => {
      bank.clock.at = new Date(`${day}T20:00:00Z`)
      await runAll()
      // The session begins on the day of the test.
      bank.clock.at = new Date('2026-03-10T09:30:00Z')
    }
    if (when === 'first') await endLine()
    else await runOn('2026-03-11')
    expect(await listEnds()).toEqual([])
    if (when === 'last') await endLine()
    await runOn('2026-03-12')
    await runOn('2026-03-13')
    expect(await listEnds()).toEqual([{ ...ends, author: author.user_id }])
    const { rows: sentMails } = await bank.owner.query('SELECT plain FROM mails WHERE recipient = $1', [email])
    expect(sentMails.filter(({ plain }: { plain: string }) => plain.includes('Partie')).length).toBe(
      how.startsWith('stopped') ? 1 : 0,
    )
  })

  it('can be booked as one debit: the lines are paid from it, and the remainder returns as one credit', async () => {
    const { author, signer, ours, payee } = await aCompany(100_000)
    const [gone, removed] = [await bank.aCustomer({}), await bank.aCustomer({})]
    const before = (await imported(author, ['A', ours, '1000', 'a'], ['B', ours, '1000', 'b', '20/03/2026'])).import_id
    expect(codesOf(await author.call(createBatch, { body: { import_id: before, single_entry: true } }))).toEqual([
      'single_entry: single_entry_one_day',
    ])
    const draft = await imported(
      author,
      ['Fatou', ours, '10000', 'Salaire'],
      ['Khady', elsewhere(70), '20000', 'Salaire'],
      ['Ali', gone.iban, '3000', 'Salaire'],
      ['Awa', removed.iban, '4000', 'Salaire'],
    )
    const { body } = await author.confirm(createBatch, { body: { import_id: draft.import_id, single_entry: true } })
    const params = { id: body.id }
    expect(body.single_entry).toBe(true)
    expect(await errors()).toEqual([])
    await signer.confirm(acceptBatch, { params, body: { version: 1 } })
    await bank.owner.query(`UPDATE accounts SET status = 'closed' WHERE id = $1`, [gone.account_id])
    // One line is cancelled after the batch was debited: its amount must be given back.
    await bank.owner.query(
      `UPDATE transfers SET run_at = run_at + interval '1 day' WHERE account_id = $1 AND label = 'Salaire' AND amount = 4000`,
      [author.account_id],
    )
    await runAll()
    expect(await stateOf(author.account_id)).toEqual({ booked: 100_000 - 37_585, held: 0 })
    expect(await settleBatches(ports())).toBe(0)
    expect(await errors()).toEqual([])
    const stopped = (await author.call(listTransfers)).body.find(({ amount }) => amount === 4000)
    // It is paid from what was debited for the batch: it can be cancelled, but not be changed.
    expect(stopped?.actions).toEqual(['cancel'])
    const change = { params: { id: stopped?.id ?? '' }, body: { version: 1, amount: 900_000 } }
    expect(codesOf(await author.call(changeTransfer, change))).toEqual(['not_editable'])
    expect((await author.confirm(cancelTransfer, { params: { id: stopped?.id ?? '' } })).status).toBe(204)
    expect((await Promise.all([1, 2].map(() => settleBatches(ports())))).toSorted()).toEqual([0, 1])
    expect(await stateOf(author.account_id)).toEqual({ booked: 100_000 - 30_585, held: 0 })
    expect((await stateOf(payee.account_id)).booked).toBe(10_000)
    const operations = (await author.call(listOperations)).body
    const moved = operations.filter(({ reference }) => reference === body.reference)
    expect(moved.map(({ type, amount, counterparty }) => [type, amount, counterparty]).toSorted()).toEqual([
      ['fee', -585, null],
      ['transfer_out', -37_000, null],
      ['transfer_return', 7_000, null],
    ])
    expect(operations.filter(({ type }) => type === 'transfer_out')).toHaveLength(1)
    expect(await errors()).toEqual([])
  })

  it('is retried as a whole when booked as one debit that the account cannot pay', async () => {
    const author = await bank.aCustomer({ kind: 'company', balance: 0, overdraft: 10_000 })
    const signer = await bank.aMember(author.account_id)
    const { iban } = await bank.aCustomer({})
    const draft = await imported(author, ['Fatou', iban, '4000', 'a'], ['Awa', iban, '5000', 'b'])
    const { body } = await author.confirm(createBatch, { body: { import_id: draft.import_id, single_entry: true } })
    await signer.confirm(acceptBatch, { params: { id: body.id }, body: { version: 1 } })
    const credit = (overdraft: number) =>
      bank.owner.query('UPDATE ledger_accounts SET overdraft = $1 WHERE id = $2', [overdraft, author.account_id])
    // Less than the total, though enough for one line.
    await bank.owner.query(`UPDATE ledger_holds SET released_at = held_at WHERE account_id = $1`, [author.account_id])
    await bank.owner.query('UPDATE ledger_accounts SET held = 0 WHERE id = $1', [author.account_id])
    await credit(8_000)
    await runAll()
    expect(await stateOf(author.account_id)).toEqual({ booked: 0, held: 0 })
    await credit(10_000)
    bank.clock.at = new Date('2026-03-11T09:30:00Z')
    await runAll()
    bank.clock.at = new Date('2026-03-10T09:30:00Z')
    expect(await stateOf(author.account_id)).toEqual({ booked: -9_000, held: 0 })
    expect(await settleBatches(ports())).toBe(1)
    expect(await errors()).toEqual([])
  })

  it('shows its total to everybody when confidential, and its lines, payees and amounts only with the capability', async () => {
    const { author, ours } = await aCompany(1_000_000)
    const other = await bank.aMember(author.account_id, {
      capabilities: capabilities.filter((one) => one !== 'batch.confidential'),
    })
    const payee = await bank.aBeneficiary(author.account_id, ours, 'Cadre Discret')
    const list = (await author.call(createBeneficiaryList, { body: { name: 'Cadres', type: null, comment: null } }))
      .body
    await author.call(changeBeneficiaryList, { params: { id: list.id }, body: { add: [payee] } })
    const lines: Line[] = [
      ['Cadre Discret', ours, '777123', 'Prime secrète'],
      ['Cadre Discret', ours, '1000', 'Essai', '20/03/2026'],
    ]
    const draft = await imported(author, ...lines)
    const requested = { import_id: draft.import_id, items: [draft.items[0]?.id ?? ''], is_confidential: true }
    const theirs = await imported(other, ...lines)
    expect(codesOf(await other.call(createBatch, { body: { ...requested, import_id: theirs.import_id } }))).not.toEqual(
      [],
    )
    expect(
      codesOf(
        await other.call(createBatch, {
          body: { import_id: theirs.import_id, items: [theirs.items[0]?.id ?? ''], is_confidential: true },
        }),
      ),
    ).toEqual(['is_confidential: confidential_not_yours'])
    await other.call(removeImport, { params: { id: theirs.import_id } })
    const { body } = await author.confirm(createBatch, { body: requested })
    expect(body).toMatchObject({ is_confidential: true, single_entry: true, are_lines_hidden: false })
    const params = { id: body.id }
    // A validator without access to the lines signs the total and cannot refuse a single line.
    const line = (await author.call(listBatchLines, { params })).body[0]?.id ?? ''
    expect((await other.call(getBatch, { params })).body).toMatchObject({
      are_lines_hidden: true,
      amount: 777_123,
      actions: ['accept', 'reject', 'cancel'],
    })
    const reason = 'Trop'
    expect(codesOf(await other.call(rejectBatch, { params, body: { version: 1, reason, lines: [line] } }))).toEqual([
      'lines_confidential',
    ])
    expect(codesOf(await other.call(retryBatch, { params }))).toEqual(['lines_confidential'])
    expect((await other.confirm(acceptBatch, { params, body: { version: 1 } })).body.state).toBe('validated')
    await runAll()
    await settleBatches(ports())

    const seen = async (visitor: Visitor) => {
      const replies = await Promise.all([
        visitor.call(listTransfers, { query: {} }),
        visitor.call(listTransfers, { query: { search: '777123' } }),
        visitor.call(getTransfer, { params: { id: line } }),
        visitor.call(getTransferProof, { params: { id: line } }),
        visitor.call(listBatchLines, { params }),
        visitor.call(downloadBatchFailures, { params }),
        visitor.call(listOperations),
        visitor.call(getDashboard),
        visitor.call(importList, { body: { list_id: list.id } }),
        visitor.call(downloadImportTemplate, { query: { list: list.id } }),
      ])
      return replies.map(({ status, body: reported }) => {
        const text = Buffer.isBuffer(reported) ? reported.toString('latin1') : JSON.stringify(reported)
        return [
          status,
          /secrète|secr\u00c3|Prime/i.test(text),
          /"amount":"?777123/.test(text) || text.includes(';777123;'),
        ]
      })
    }
    const [mine, hidden] = [await seen(author), await seen(other)]
    expect(hidden.map(([status]) => status)).toEqual([200, 200, 404, 404, 403, 403, 200, 200, 200, 200])
    expect(hidden.map(([, says]) => says)).toEqual(Array.from({ length: 10 }, () => false))
    expect(hidden.map(([, , counts]) => counts)).toEqual(Array.from({ length: 10 }, () => false))
    // The same searches find it for readers who may see it.
    expect(mine.map(([status, says]) => `${status} ${says}`)).toEqual([
      '200 true',
      '200 true',
      '200 true',
      '200 false',
      '200 true',
      '200 false',
      '200 false',
      '200 false',
      '200 true',
      '200 true',
    ])
  })

  it('creates payees that only users with the capability see, when it is confidential', async () => {
    const { author } = await aCompany(1_000_000)
    const other = await bank.aMember(author.account_id, {
      capabilities: capabilities.filter((one) => one !== 'batch.confidential'),
    })
    const line: Line = ['Cadre Discret', elsewhere(7), '777123', 'Prime']
    const draft = await imported(author, line)
    const { body } = await author.confirm(createBatch, {
      body: { import_id: draft.import_id, is_confidential: true, save_payees: true },
    })
    expect((await other.confirm(acceptBatch, { params: { id: body.id }, body: { version: 1 } })).body.state).toBe(
      'validated',
    )
    const [made] = (await author.call(listBeneficiaries)).body
    expect(made).toMatchObject({ name: 'Cadre Discret', is_confidential: true })
    const params = { id: made?.id ?? '' }

    const list = (await author.call(createBeneficiaryList, { body: { name: 'Cadres', type: null, comment: null } }))
      .body
    const add = { params: { id: list.id }, body: { add: [params.id] } }
    expect(codesOf(await other.call(changeBeneficiaryList, add))).toEqual(['add: unknown_member'])
    expect((await author.call(changeBeneficiaryList, add)).body.beneficiary_count).toBe(1)
    expect((await other.call(getBeneficiaryList, { params: { id: list.id } })).body.beneficiary_count).toBe(0)
    for (const query of [{}, { search: 'discret' }, { search: elsewhere(7) }, { list: list.id }])
      expect((await other.call(listBeneficiaries, { query })).body).toEqual([])
    expect((await other.call(importList, { body: { list_id: list.id } })).status).not.toBe(200)
    const { status: found } = await other.call(getBeneficiary, { params })
    const { status: removed } = await other.call(removeBeneficiary, { params })
    const { body: check } = await other.call(validateIban, { query: { iban: elsewhere(7) } })
    expect([found, removed, check]).toMatchObject([404, 404, { valid: true, duplicate_of: null }])

    // A user who cannot see them pays them as a new payee, and gets a payee of their own.
    const own = await imported(other, ['Cadre Discret', elsewhere(7), '5000', 'Frais'])
    expect(own.items[0]?.warnings.map(({ code }) => code)).toContain('new_payee')
    const second = (await other.confirm(createBatch, { body: { import_id: own.import_id, save_payees: true } })).body
    expect((await author.confirm(acceptBatch, { params: { id: second.id }, body: { version: 1 } })).body.state).toBe(
      'validated',
    )
    expect((await other.call(listBeneficiaries)).body).toMatchObject([
      { name: 'Cadre Discret', is_confidential: false },
    ])
    expect((await author.call(listBeneficiaries)).body).toHaveLength(2)
  })

  // Their limits, 2 s and 5 s, are measured on an idle machine (docs/benchmarks.md). Here a busy machine may take several times as long.
  it('is validated and paid within seconds with 5,000 lines', { timeout: 60_000 }, async () => {
    const { author, signer, ours, payee } = await aCompany(100_000_000)
    const names = Array.from({ length: 5000 }, (_, index): Line => [
      index % 2 ? `Client ${payee.customer_id.slice(-6)}` : `Salarié ${index}`,
      index % 2 ? ours : elsewhere(index),
      '1000',
      `Paie ${index}`,
    ])
    const start = performance.now()
    const draft = await imported(author, ...names)
    const checked = performance.now() - start
    expect(draft.summary).toMatchObject({ lines: 5000, warning: 5000 })
    const { body } = await author.confirm(createBatch, { body: { import_id: draft.import_id } })
    const signed = await signer.confirm(acceptBatch, { params: { id: body.id }, body: { version: 1 } })
    expect(signed.body.state).toBe('validated')
    const running = performance.now()
    await runAll()
    const paid = performance.now() - running
    expect((await author.call(getBatch, { params: { id: body.id } })).body.counts.executed).toBe(5000)
    const { rows } = await bank.owner.query(
      `SELECT count(DISTINCT e.posting_id)::int AS postings FROM ledger_entries e WHERE e.account_id = $1 AND e.type = 'transfer_out'`,
      [author.account_id],
    )
    expect(rows).toEqual([{ postings: 5000 }])
    expect(checked).toBeLessThan(10_000)
    expect(paid).toBeLessThan(25_000)
  })
})
