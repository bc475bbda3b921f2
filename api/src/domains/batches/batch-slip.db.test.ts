import { acceptBatch, createBatch, downloadBatchSlip, listBatchLines, rejectBatch } from 'contract/transfers/batches.ts'
import { importTransfers } from 'contract/transfers/imports.ts'
import { capabilities } from 'contract/rights.ts'
import { groupByFour, ibanFrom } from 'contract/values/iban.ts'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { codesOf, openTestBank, type TestBank, type Visitor } from '../../../test/test-bank.ts'
import { readPdf } from '../../../test/pdf-text.ts'
import { runDueTransfers } from '../transfer-execution/run-transfers.ts'

let bank: TestBank
beforeAll(async () => void (bank = await openTestBank()))
afterAll(() => bank.close())

const textOf = async (content: unknown) => (await readPdf(content as Buffer)).pages.join(' ').replaceAll(/\s+/g, ' ')
const elsewhere = (index: number) => ibanFrom('SN', 'SN010', '01520', String(488_000_000_000 + index))
const runAll = async () => {
  while ((await runDueTransfers({ db: bank.db, clock: { now: () => bank.clock.at } })) > 0);
}
async function ordered(author: Visitor, rows: readonly string[], input: { is_confidential?: boolean } = {}) {
  const form = new FormData()
  form.append('file', new Blob([['nom_beneficiaire;iban;montant;libelle', ...rows].join('\n')]), 'paie.csv')
  const draft = (await author.call(importTransfers, { form })).body
  return (await author.confirm(createBatch, { body: { import_id: draft.import_id, ...input } })).body
}

it('lists paid and unpaid lines with fees, as PDF and CSV, in both languages', async () => {
  await bank.owner.query(`UPDATE bank SET legal = 'Banque Téranga SA au capital de 10 000 000 000 F CFA'`)
  const author = await bank.aCustomer({ kind: 'company', balance: 10_000_000 })
  const signer = await bank.aMember(author.account_id)
  const many = Array.from({ length: 90 }, (_, index) => `Salarié ${index};${elsewhere(index)};${1000 + index};Salaire`)
  const batch = await ordered(author, [...many, `=Formule;${elsewhere(91)};5000;Prime`])
  const params = { id: batch.id }
  expect(codesOf(await author.call(downloadBatchSlip, { params }))).toEqual(['batch_not_executed'])
  const [first] = (await signer.call(listBatchLines, { params })).body
  await signer.call(rejectBatch, { params, body: { version: 1, reason: 'Parti en octobre', lines: [first?.id ?? ''] } })
  await signer.confirm(acceptBatch, { params, body: { version: 2 } })
  expect(codesOf(await author.call(downloadBatchSlip, { params }))).toEqual(['batch_not_executed'])
  await runAll()

  const pdf = await author.call(downloadBatchSlip, { params })
  expect(pdf.headers['content-disposition']).toContain(`Bordereau-de-paiement-${batch.reference}.pdf`)
  const text = await textOf(pdf.body)
  const paid = Array.from({ length: 89 }, (_, index) => 1001 + index).reduce((sum, amount) => sum + amount, 5000)
  const money = (amount: number) => `${new Intl.NumberFormat('fr-FR').format(amount)} F CFA`.replaceAll(/\s+/g, ' ')
  for (const part of [
    'Bordereau de paiement',
    'paie.csv',
    batch.reference,
    groupByFour(author.iban),
    money(paid),
    money(paid + 90 * 585),
  ])
    expect(text).toContain(part)
  expect(text).toContain('Refusé : Parti en octobre')
  expect(text).toContain('au capital de 10 000 000 000')
  expect(text).toMatch(/1 \/ ([2-9])/)

  const english = await author.call(downloadBatchSlip, { params, headers: { 'accept-language': 'en' } })
  expect(await textOf(english.body)).toContain('Refused: Parti en octobre')

  const sheet = await author.call(downloadBatchSlip, { params, query: { format: 'csv' } })
  const rows = parse(sheet.body as unknown as Buffer, { bom: true, delimiter: ';' })
  expect(rows).toHaveLength(92)
  expect(rows[0]).toEqual([
    'Ligne',
    'Bénéficiaire',
    'Compte crédité',
    'Libellé',
    'Date',
    'Montant',
    'Frais et taxe',
    'Statut',
    'Motif',
  ])
  expect(rows[1]?.slice(5)).toEqual(['1000', '0', 'Refusé', 'Parti en octobre'])
  expect(rows[2]).toEqual(['3', 'Salarié 1', elsewhere(1), 'Salaire', '2026-03-10', '1001', '585', 'En cours', ''])
  expect(rows.at(-1)?.[1]).toBe("'=Formule")
})

it('requires the capability to see the lines', async () => {
  const author = await bank.aCustomer({ kind: 'company', balance: 1_000_000 })
  const other = await bank.aMember(author.account_id, {
    capabilities: capabilities.filter((one) => one !== 'batch.confidential'),
  })
  const batch = await ordered(author, [`Cadre Discret;${elsewhere(95)};777123;Prime`], { is_confidential: true })
  const params = { id: batch.id }
  await other.confirm(acceptBatch, { params, body: { version: 1 } })
  await runAll()
  expect((await author.call(downloadBatchSlip, { params })).status).toBe(200)
  for (const format of ['pdf', 'csv'] as const)
    expect(codesOf(await other.call(downloadBatchSlip, { params, query: { format } }))).toEqual(['lines_confidential'])
  const stranger = await bank.aCustomer({})
  expect(codesOf(await stranger.call(downloadBatchSlip, { params }))).toEqual(['not_found'])
})
