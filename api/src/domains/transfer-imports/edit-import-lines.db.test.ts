import { acceptBatch, createBatch } from 'contract/transfers/batches.ts'
import { changeImport, editImportLines, findImport, importTransfers } from 'contract/transfers/imports.ts'
import { ibanFrom } from 'contract/values/iban.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { codesOf, openTestBank, type TestBank, type Visitor } from '../../../test/test-bank.ts'
import { runDueTransfers } from '../transfer-execution/run-transfers.ts'

let bank: TestBank
beforeAll(async () => void (bank = await openTestBank()))
afterAll(() => bank.close())

const elsewhere = (index: number) => ibanFrom('SN', 'SN010', '01520', String(485_000_700_000 + index))
type Line = [name: string, iban: string, amount: string, label: string]

async function imported(visitor: Visitor, ...lines: Line[]) {
  const form = new FormData()
  const rows = ['nom_beneficiaire;iban;montant;libelle', ...lines.map((cells) => cells.join(';'))]
  form.append('file', new Blob([rows.join('\r\n')]), 'paie.csv')
  return (await visitor.call(importTransfers, { form })).body
}

it('writes different values into lines at once, answers the changed ones, and leaves other drafts alone', async () => {
  const awa = await bank.aCustomer({ kind: 'company', balance: 10_000_000 })
  const draft = await imported(
    awa,
    ['Fatou Diop', elsewhere(1), '15O000', 'Salaire'],
    ['Khady Sy', elsewhere(2).slice(0, 20), '200000', 'Salaire'],
    ['Modou Faye', elsewhere(3), '5000', 'Salaire'],
  )
  const [fatou, khady, modou] = draft.items
  const params = { id: draft.import_id }
  const edits = [
    { id: fatou?.id ?? '', set: { amount: '150000' } },
    { id: khady?.id ?? '', set: { iban: elsewhere(2), label: 'Salaire de mars' } },
  ]
  const { body } = await awa.call(editImportLines, { params, body: { edits } })
  expect(
    body.items.map(({ line, errors, transfer }) => [line, errors.length, transfer.amount, transfer.label]),
  ).toEqual([
    [2, 0, 150_000, 'Salaire'],
    [3, 0, 200_000, 'Salaire de mars'],
  ])
  expect(body.summary).toMatchObject({ invalid: 0 })
  expect((await awa.call(findImport)).body?.items[2]).toEqual(modou)
  const stranger = await bank.aCustomer({ kind: 'company' })
  expect(codesOf(await stranger.call(editImportLines, { params, body: { edits } }))).toEqual(['not_found'])
})

it('limits the accounts of this bank that are typed into a draft, as it limits checking each of them', async () => {
  const awa = await bank.aCustomer({ kind: 'company', balance: 10_000_000 })
  const modou = await bank.aCustomer()
  const anta = await bank.aCustomer()
  const draft = await imported(awa, ['Fatou Diop', modou.iban, '1000', 'A'], ['Khady Sy', elsewhere(1), '1000', 'B'])
  const [first, second] = draft.items.map(({ id }) => id)
  const type = (...edits: { id?: string; set: { name?: string; iban?: string; amount?: string } }[]) =>
    awa.call(editImportLines, {
      params: { id: draft.import_id },
      body: { edits: edits.map(({ id = first ?? '', set }) => ({ id, set })) },
    })
  const statuses: number[] = []
  for (let at = 0; at <= 60; at += 1) statuses.push((await type({ set: { name: `Personne ${at}` } })).status)
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(codesOf(await type({ set: { iban: anta.iban } }))).toEqual(['asked_too_often'])
  expect((await awa.call(findImport)).body?.items[0]?.typed.iban).toBe(modou.iban)
  // What checks no account of this bank goes on, and so does a pasted column, which counts as a file.
  expect((await type({ set: { amount: '2000' } }, { id: second ?? '', set: { name: 'Khady Sow' } })).status).toBe(200)
  const column = [{ set: { iban: anta.iban } }, { id: second ?? '', set: { iban: modou.iban } }]
  expect((await type(...column)).status).toBe(200)
  await bank.owner.query('UPDATE request_limits SET times = 31, next_at = $2 WHERE subject = $1', [
    `import:${awa.user_id}`,
    new Date(bank.clock.at.getTime() + 60_000),
  ])
  const back = [{ set: { iban: modou.iban } }, { id: second ?? '', set: { iban: anta.iban } }]
  expect(codesOf(await type(...back))).toEqual(['asked_too_often'])
})

it('proposes the amount and the account number that would correct a line', async () => {
  const awa = await bank.aCustomer({ kind: 'company', balance: 10_000_000 })
  await bank.aBeneficiary(awa.account_id, elsewhere(11), 'Mamadou Sarr')
  for (const index of [12, 13]) await bank.aBeneficiary(awa.account_id, elsewhere(index), 'Aminata Fall')
  const draft = await imported(
    awa,
    ['MAMADOU SARR', elsewhere(11).slice(0, 20), '6O 000', 'Salaire'],
    // Two accounts have this name: neither is proposed.
    ['Aminata Fall', '', '75000', 'Salaire'],
    ['Khady Sy', elsewhere(14), '75000', 'Salaire'],
  )
  expect(draft.items.map(({ repairs }) => repairs)).toEqual([
    [
      { column: 'iban', value: elsewhere(11) },
      { column: 'amount', value: '60000' },
    ],
    [],
    [],
  ])
})

it('compares each line with the last executed batch, and only for those who may see it', async () => {
  const author = await bank.aCustomer({ kind: 'company', balance: 10_000_000 })
  const signer = await bank.aMember(author.account_id)
  const first = await imported(author, ['Fatou Diop', elsewhere(21), '150000', 'Salaire'])
  expect(first.items[0]?.transfer.previous).toBeNull()
  const { body: batch } = await author.confirm(createBatch, { body: { import_id: first.import_id } })
  await signer.confirm(acceptBatch, { params: { id: batch.id }, body: { version: 1 } })
  while ((await runDueTransfers({ db: bank.db, clock: { now: () => bank.clock.at } })) > 0);
  const next = await imported(author, ['Fatou Diop', elsewhere(21), '160000', 'Salaire'])
  const previous = { amount: 150_000, day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) }
  expect(next.items[0]?.transfer.previous).toEqual(previous)
  const params = { id: next.import_id }
  const changed = await author.call(changeImport, { params, body: { lines: null, set: { label: 'Paie' } } })
  expect(changed.body.items[0]?.transfer).toMatchObject({ label: 'Paie', previous })

  await bank.owner.query('UPDATE transfers SET is_confidential = true WHERE account_id = $1', [author.account_id])
  const maker = await bank.aMember(author.account_id, { capabilities: ['transfer.create', 'beneficiary.manage'] })
  const hidden = await imported(maker, ['Fatou Diop', elsewhere(21), '160000', 'Salaire'])
  expect(hidden.items[0]?.transfer.previous).toBeNull()
})
