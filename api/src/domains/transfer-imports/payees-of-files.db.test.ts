import { changeBeneficiaryList, createBeneficiaryList } from 'contract/transfers/beneficiary-lists.ts'
import { createBeneficiary, getBeneficiary, listBeneficiaries, validateIban } from 'contract/transfers/beneficiaries.ts'
import type { Input } from 'contract/endpoint.ts'
import { acceptBatch, createBatch, listBatchLines } from 'contract/transfers/batches.ts'
import { importTransfers } from 'contract/transfers/imports.ts'
import { getTransfer, listTransfers, listUnsavedPayees } from 'contract/transfers/transfers.ts'
import { ibanFrom } from 'contract/values/iban.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withAcknowledgedNames } from '../../../test/acknowledged-names.ts'
import { codesOf, openTestBank, type TestBank, type Visitor } from '../../../test/test-bank.ts'
import { runDueTransfers } from '../transfer-execution/run-transfers.ts'

let bank: TestBank
beforeAll(async () => void (bank = await openTestBank()))
afterAll(() => bank.close())

const elsewhere = (index: number) => ibanFrom('SN', 'SN010', '01520', String(485_000_000_000 + index))
type Line = [name: string, iban: string, amount: string, label: string]

async function imported(visitor: Visitor, ...lines: Line[]) {
  const form = new FormData()
  form.append(
    'file',
    new Blob([['nom_beneficiaire;iban;montant;libelle', ...lines.map((cells) => cells.join(';'))].join('\r\n')]),
    'paie.csv',
  )
  return (await visitor.call(importTransfers, { form })).body
}
const runAll = async () => {
  while ((await runDueTransfers({ db: bank.db, clock: { now: () => bank.clock.at } })) > 0);
}
async function aCompany() {
  const author = await bank.aCustomer({ kind: 'company', balance: 10_000_000 })
  return { author, signer: await bank.aMember(author.account_id) }
}
type Company = Awaited<ReturnType<typeof aCompany>>

/** Sends lines as one batch that a second person signs. */
async function paid({ author, signer }: Company, lines: Line[], input: { save_payees?: boolean } = {}) {
  const draft = await withAcknowledgedNames(author, await imported(author, ...lines))
  const { body } = await author.confirm(createBatch, { body: { import_id: draft.import_id, ...input } })
  const seen = (await signer.call(listBatchLines, { params: { id: body.id } })).body.map(
    ({ is_new_payee }) => is_new_payee,
  )
  const signed =
    body.state === 'pending'
      ? (await signer.confirm(acceptBatch, { params: { id: body.id }, body: { version: 1 } })).body
      : body
  await runAll()
  return { draft, seen, signed }
}
const namesOf = async (visitor: Visitor, query: Input<typeof listBeneficiaries>['query'] = {}) =>
  (await visitor.call(listBeneficiaries, { query })).body.map(({ name }) => name)

describe('the payees of an imported file', () => {
  it('are paid without being saved as beneficiaries, are new to validators once, and known to the next file', async () => {
    const company = await aCompany()
    const { author } = company
    const lines: Line[] = [
      ['Fatou Diop', elsewhere(1), '150000', 'Salaire'],
      ['Khady Sy', elsewhere(2), '200000', 'Salaire'],
    ]
    const first = await paid(company, lines)
    expect(first.draft.items.map(({ warnings }) => warnings.map(({ code }) => code))).toEqual([
      ['new_payee'],
      ['new_payee'],
    ])
    expect([first.seen, first.signed.state]).toEqual([[true, true], 'validated'])
    for (const query of [{}, { search: 'Fatou' }, { search: elsewhere(2) }, { status: 'approved' as const }])
      expect(await namesOf(author, query)).toEqual([])
    expect((await author.call(validateIban, { query: { iban: elsewhere(1) } })).body.duplicate_of).toBeNull()

    const unsaved = async () => (await author.call(listUnsavedPayees)).body.map(({ name, iban }) => [name, iban])
    expect((await unsaved()).toSorted()).toEqual([
      ['Fatou Diop', elsewhere(1)],
      ['Khady Sy', elsewhere(2)],
    ])

    const again = await paid(company, lines)
    expect(again.draft.items.map(({ warnings }) => warnings.map(({ code }) => code))).toEqual([
      ['paid_recently'],
      ['paid_recently'],
    ])
    expect(again.seen).toEqual([false, false])
    const shifted = await imported(author, ['Khady Sy', elsewhere(1), '1000', 'Prime'])
    expect(shifted.items[0]).toMatchObject({ acknowledgement: 'needed', warnings: [{ code: 'name_mismatch' }] })
    expect(await namesOf(author)).toEqual([])
    const rows = await bank.db`SELECT 1 FROM beneficiaries WHERE account_id = ${author.account_id}`
    expect(rows).toHaveLength(2)
  })

  it('are saved when the author requests it, including payees of an earlier file', async () => {
    const company = await aCompany()
    const { author } = company
    const line: Line = ['Fatou Diop', elsewhere(3), '150000', 'Salaire']
    await paid(company, [line])
    await paid(company, [line, ['Khady Sy', elsewhere(4), '1000', 'Salaire']], { save_payees: true })
    expect(await namesOf(author)).toEqual(['Fatou Diop', 'Khady Sy'])
  })

  it('are saved only by users who may manage beneficiaries', async () => {
    const company = await aCompany()
    const line: Line = ['Fatou Diop', elsewhere(5), '150000', 'Salaire']
    await paid(company, [line])
    const clerk = await bank.aMember(company.author.account_id, { capabilities: ['transfer.create'] })
    const draft = await imported(clerk, ['Fatou Diop', elsewhere(5), '1000', 'Prime'])
    const input = { import_id: draft.import_id, save_payees: true }
    expect((await clerk.call(createBatch, { body: input })).status).toBe(403)
    expect((await clerk.confirm(createBatch, { body: { import_id: draft.import_id } })).status).toBe(201)
  })

  it('appear in no beneficiary list, and do not prevent saving the same account manually', async () => {
    const company = await aCompany()
    const { author } = company
    await paid(company, [['Fatou Diop', elsewhere(6), '150000', 'Salaire']])
    const [transfer] = (await author.call(listTransfers)).body
    const id = transfer?.beneficiary.id ?? ''
    const list = (await author.call(createBeneficiaryList, { body: { name: 'Paie', type: null, comment: null } })).body
    expect(codesOf(await author.call(changeBeneficiaryList, { params: { id: list.id }, body: { add: [id] } }))).toEqual(
      ['add: unknown_member'],
    )
    expect((await author.call(getBeneficiary, { params: { id } })).body).toMatchObject({ name: 'Fatou Diop' })
    const saved = await author.confirm(createBeneficiary, { body: { name: 'Fatou Diop', iban: elsewhere(6) } })
    expect([saved.status, await namesOf(author)]).toEqual([201, ['Fatou Diop']])
  })
})

describe('a line to an own account', () => {
  it('is described as in a single order, creates no beneficiary and needs no right to add one', async () => {
    const { author } = await aCompany()
    const clerk = await bank.aMember(author.account_id, { capabilities: ['transfer.create'] })
    const customer = { customer_id: author.customer_id, user_id: clerk.user_id }
    const savings = await bank.anOwnAccount(customer)
    const draft = await imported(clerk, ['Compte de chèques', savings.iban, '40000', 'Réserve'])
    expect(draft.items[0]).toMatchObject({ status: 'ready', beneficiary: { id: null } })
    const { body } = await clerk.confirm(createBatch, { body: { import_id: draft.import_id } })
    // The rule of own accounts requires no signature.
    expect(body.state).toBe('validated')
    await runAll()
    const [line] = (await clerk.call(listBatchLines, { params: { id: body.id } })).body
    expect(line).toMatchObject({ state: 'executed', is_new_payee: false, fees: 0 })
    const transfer = (await clerk.call(getTransfer, { params: { id: line?.id ?? '' } })).body
    expect(transfer).toMatchObject({
      own_account_id: savings.account_id,
      beneficiary: { id: null, name: 'Compte de chèques' },
    })
    expect(await bank.db`SELECT 1 FROM beneficiaries WHERE account_id = ${author.account_id}`).toEqual([])
  })

  it('is treated as any other payee when the author may not see the account', async () => {
    const { author } = await aCompany()
    const hidden = await bank.anAccount(author.customer_id)
    const draft = await imported(author, ['Réserve', hidden.iban, '40000', 'Réserve'])
    expect(draft.items[0]?.warnings.map(({ code }) => code)).toContain('new_payee')
  })

  it('is excluded if the account is blocked before the last signature, and the others are paid', async () => {
    const company = await aCompany()
    const { author, signer } = company
    const savings = await bank.anOwnAccount(author)
    const lines: Line[] = [
      ['Compte de chèques', savings.iban, '40000', 'Réserve'],
      ['Fatou Diop', elsewhere(7), '1000', 'Salaire'],
    ]
    const draft = await imported(author, ...lines)
    const { body } = await author.confirm(createBatch, { body: { import_id: draft.import_id } })
    await bank.owner.query("UPDATE accounts SET status = 'blocked' WHERE id = $1", [savings.account_id])
    await signer.confirm(acceptBatch, { params: { id: body.id }, body: { version: 1 } })
    await runAll()
    const states = (await author.call(listBatchLines, { params: { id: body.id } })).body.map(({ state }) => state)
    expect(states).toEqual(['refused', 'executed'])
  })
})
