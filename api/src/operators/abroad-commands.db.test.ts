import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransfer } from 'contract/transfers/transfers.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDesk, type OperatorDesk } from '../../test/operator-desk.ts'
import { openTestBank, type TestBank } from '../../test/test-bank.ts'

let bank: TestBank
let desk: OperatorDesk
let folder: string
beforeAll(async () => {
  bank = await openTestBank()
  desk = await openDesk(bank)
  folder = await mkdtemp(join(tmpdir(), 'connect-documents-'))
})
afterAll(async () => {
  await desk.close()
  await bank.close()
  await rm(folder, { recursive: true, force: true })
})

const PDF = '%PDF-1.4\n%%EOF\n'

it('operators open the documents of an order, which they name by its account and reference', async () => {
  const awa = await bank.aCustomer({ balance: 10_000_000 })
  const beneficiary_id = await bank.aBeneficiary(awa.account_id, 'FR1420041010050500013M02606', 'Maison Delorme')
  const order = { type: 'direct', amount: 900_000, label: 'Études', comment: null, beneficiary_id, purpose: 'studies' }
  const form = new FormData()
  form.append('jsonBody', JSON.stringify(order))
  form.append('documents', new Blob([PDF]), 'Devis.pdf')
  form.append('international_documents', new Blob([`${PDF}\n`]), 'Inscription 2026.pdf')
  const { reference } = (await awa.confirm(createTransfer, { form })).body
  const out = join(folder, 'etudes')
  const { rows, said } = await desk.done('payments', 'documents', awa.iban, reference, '--out', out)
  expect(rows).toEqual([
    { kind: 'document', name: 'Devis.pdf', size: PDF.length },
    { kind: 'international', name: 'Inscription 2026.pdf', size: PDF.length + 1 },
  ])
  expect(said).toBe(
    [`2 documents of the order ${reference}.`, join(out, '1-Devis.pdf'), join(out, '2-Inscription 2026.pdf')].join(
      '\n',
    ),
  )
  expect((await readdir(out)).sort()).toEqual(['1-Devis.pdf', '2-Inscription 2026.pdf'])
  expect(await readFile(join(out, '2-Inscription 2026.pdf'), 'utf8')).toBe(`${PDF}\n`)
})

it('an order without documents has an empty list, and one of another account is refused', async () => {
  const [awa, fatou] = [await bank.aCustomer({ balance: 100_000 }), await bank.aCustomer()]
  const beneficiary_id = await bank.aBeneficiary(awa.account_id, fatou.iban)
  const body = { type: 'direct' as const, amount: 1_000, label: 'Loyer', comment: null, beneficiary_id }
  const { reference } = (await awa.confirm(createTransfer, { body })).body
  expect((await desk.done('payments', 'documents', awa.iban, reference)).rows).toEqual([])
  expect(await desk.refused('payments', 'documents', fatou.iban, reference)).toContain('has no order')
})
