import {
  addOperationDocuments,
  changeOperation,
  createCategory,
  downloadOperationDocument,
  getOperation,
  listOperationDocuments,
  listOperations,
  MAX_DOCUMENTS,
  removeOperationDocument,
} from 'contract/accounts/operations.ts'
import { createTransfer } from 'contract/transfers/transfers.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { codesOf, openTestBank, type TestBank, type Visitor } from '../../../test/test-bank.ts'
import { newId } from '../../adapters/ids.ts'

const PDF = Buffer.from('%PDF-1.7\nfacture\n%%EOF\n')

let bank: TestBank
let awa: Visitor & { customer_id: string }
beforeAll(async () => {
  bank = await openTestBank()
  awa = await bank.aCustomer({ balance: 1_000 })
})
afterAll(() => bank.close())

async function anOperation(visitor: Visitor = awa): Promise<string> {
  await bank.deposit(visitor.account_id, 100)
  return (await visitor.call(listOperations)).body[0]?.id ?? ''
}
const formOf = (...names: string[]) => {
  const form = new FormData()
  names.forEach((name, index) => form.append(`documents[${index}]`, new Blob([PDF]), name))
  return form
}
const add = (visitor: Visitor, id: string, ...names: string[]) =>
  visitor.call(addOperationDocuments, { params: { id }, form: formOf(...names) })

it('stores files of an operation in the order of upload, and returns their number in lists', async () => {
  const id = await anOperation()
  const first = await add(awa, id, 'facture.pdf', 'reçu.pdf')
  expect(first.status).toBe(201)
  bank.clock.at = new Date(bank.clock.at.getTime() + 1_000)
  await add(awa, id, 'avenant.pdf')
  const { body } = await awa.call(listOperationDocuments, { params: { id } })
  expect(body).toMatchObject(
    ['facture.pdf', 'reçu.pdf', 'avenant.pdf'].map((name) => ({ name, file_kind: 'pdf', size: PDF.length })),
  )
  const file = await awa.call(downloadOperationDocument, { params: { id, document: body[1]?.id ?? '' } })
  expect(PDF.equals(file.body as unknown as Buffer)).toBe(true)
  expect(file.headers['content-disposition']).toContain('re%C3%A7u.pdf')
  const { body: list } = await awa.call(listOperations)
  expect(list.find((one) => one.id === id)?.document_count).toBe(3)
})

it('shows the same operation in the list, in a search and in its details', async () => {
  const holder = await bank.aCustomer({ balance: 500 })
  const id = await anOperation(holder)
  const payee = await bank.aCustomer()
  const beneficiary_id = await bank.aBeneficiary(holder.account_id, payee.iban)
  await holder.confirm(createTransfer, {
    body: { type: 'direct', beneficiary_id, amount: 50, label: 'Loyer', comment: null },
  })
  await add(holder, id, 'facture.pdf', 'avenant.pdf')
  const categories = []
  for (const label of ['Ventes', 'Avances'])
    categories.push((await holder.call(createCategory, { body: { label } })).body.id)
  await holder.call(changeOperation, { params: { id }, body: { category_ids: categories, comment: 'Reçu à Kaolack' } })
  const { body: listed } = await holder.call(listOperations)
  expect(listed.find((one) => one.id === id)).toMatchObject({
    document_count: 2,
    comment: 'Reçu à Kaolack',
    categories: [{ label: 'Avances' }, { label: 'Ventes' }],
  })
  expect(listed.map(({ transfer_id }) => transfer_id !== null)).toEqual([true, false, false])
  expect((await holder.call(listOperations, { query: { min: 1 } })).body).toEqual(listed)
  for (const one of listed) expect((await holder.call(getOperation, { params: { id: one.id } })).body).toEqual(one)
})

it('filters operations with and without documents', async () => {
  const holder = await bank.aCustomer({ balance: 500 })
  const id = await anOperation(holder)
  await add(holder, id, 'facture.pdf')
  const found = async (documents: 'with' | 'without') =>
    (await holder.call(listOperations, { query: { documents } })).body
  expect((await found('with')).map((one) => one.id)).toEqual([id])
  expect((await found('without')).map(({ amount }) => amount)).toEqual([500])
})

it('deletes a file permanently, once, and records it in the audit log', async () => {
  const id = await anOperation()
  const { body } = await add(awa, id, 'facture.pdf')
  const document = body[0]?.id ?? ''
  const params = { id, document }
  expect((await awa.call(removeOperationDocument, { params })).status).toBe(204)
  expect((await awa.call(removeOperationDocument, { params })).status).toBe(404)
  expect((await awa.call(downloadOperationDocument, { params })).status).toBe(404)
  expect((await awa.call(getOperation, { params: { id } })).body.document_count).toBe(0)
  const { rows } = await bank.owner.query(
    'SELECT action, facts FROM audit_events WHERE subject_id = $1 ORDER BY at, id',
    [id],
  )
  expect(rows).toEqual([
    { action: 'operation.document.add', facts: { documents: [{ id: document, name: 'facture.pdf' }] } },
    { action: 'operation.document.remove', facts: { document, name: 'facture.pdf' } },
  ])
})

it('opens and deletes a file only through its own operation and account', async () => {
  const id = await anOperation()
  const { body } = await add(awa, id, 'facture.pdf')
  const document = body[0]?.id ?? ''
  const other = await bank.aCustomer({ balance: 5 })
  const theirs = await anOperation(other)
  for (const [visitor, operation] of [
    [other, id],
    [other, theirs],
    [awa, await anOperation()],
  ] as const) {
    expect((await visitor.call(downloadOperationDocument, { params: { id: operation, document } })).status).toBe(404)
    expect((await visitor.call(removeOperationDocument, { params: { id: operation, document } })).status).toBe(404)
  }
  expect((await other.call(listOperationDocuments, { params: { id } })).status).toBe(404)
  expect((await add(other, id, 'facture.pdf')).status).toBe(404)
  const reader = await bank.aMember(awa.account_id, { rights: ['transfers'] })
  expect((await reader.call(downloadOperationDocument, { params: { id, document } })).status).toBe(403)
})

it('accepts ten files, also from two simultaneous forms, and none of a wrong type', async () => {
  const id = await anOperation()
  const names = (count: number) => Array.from({ length: count }, (_, index) => `${index}.pdf`)
  const replies = await Promise.all([add(awa, id, ...names(6)), add(awa, id, ...names(6))])
  expect(replies.map(({ status }) => status).toSorted((one, two) => one - two)).toEqual([201, 413])
  expect((await add(awa, id, ...names(4))).body).toHaveLength(MAX_DOCUMENTS)
  expect(codesOf(await add(awa, id, 'un de trop.pdf'))).toEqual(['too_many_files'])
  expect(codesOf(await add(awa, await anOperation()))).toEqual(['documents: documents_missing'])
  const form = new FormData()
  form.append('documents', new Blob(['MZ programme']), 'facture.pdf')
  expect(codesOf(await awa.call(addOperationDocuments, { params: { id }, form }))).toEqual(['documents: file_type'])
})

it('accepts no files for upcoming operations', async () => {
  const id = newId()
  await bank.owner.query(
    `INSERT INTO intraday_operations (account_id, id, intraday_id, type, label, amount, expected_on)
     VALUES ($1, $2, 'I-1', 'card', 'PAIEMENT CB', -300, '2026-03-12')`,
    [awa.account_id, id],
  )
  expect((await add(awa, id, 'facture.pdf')).status).toBe(404)
})
