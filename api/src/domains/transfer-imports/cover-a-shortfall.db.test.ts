import { importTransfers } from 'contract/transfers/imports.ts'
import { createTransfer } from 'contract/transfers/transfers.ts'
import { ibanFrom } from 'contract/values/iban.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestBank, type TestBank, type Visitor } from '../../../test/test-bank.ts'

let bank: TestBank
beforeAll(async () => void (bank = await openTestBank()))
afterAll(() => bank.close())

const elsewhere = (index: number) => ibanFrom('SN', 'SN010', '01520', String(485_000_800_000 + index))

async function summaryOf(visitor: Visitor, amount: number, day = '') {
  const form = new FormData()
  const rows = [
    'nom_beneficiaire;iban;montant;libelle;date_execution',
    `Fatou Diop;${elsewhere(1)};${amount};Salaire;${day}`,
  ]
  form.append('file', new Blob([rows.join('\r\n')]), 'paie.csv')
  return (await visitor.call(importTransfers, { form })).body.summary
}

it('proposes the customer’s other account with the highest balance that covers the shortfall, and a transfer from it covers it', async () => {
  const awa = await bank.aCustomer({ kind: 'company', balance: 100_000 })
  await bank.anOwnAccount(awa, { balance: 450_000 })
  const rich = await bank.anOwnAccount(awa, { balance: 900_000 })
  const { missing, cover } = await summaryOf(awa, 500_000)
  expect(missing).toBeGreaterThan(400_000)
  expect(cover).toMatchObject({ account: { id: rich.account_id }, amount: missing })
  const body = {
    type: 'direct' as const,
    own_account_id: awa.account_id,
    amount: missing,
    label: 'Paie',
    comment: null,
  }
  const { status } = await awa.confirm(createTransfer, { body, headers: { 'X-Account-Id': rich.account_id } })
  expect(status).toBe(201)
  expect(await summaryOf(awa, 500_000)).toMatchObject({ missing: 0, cover: null })
})

it('covers the shortfall of a later day, of which the batch is not refused', async () => {
  const awa = await bank.aCustomer({ kind: 'company', balance: 100_000 })
  const rich = await bank.anOwnAccount(awa, { balance: 900_000 })
  const { missing, shortfall, cover } = await summaryOf(awa, 500_000, '18/03/2026')
  expect(missing).toBe(0)
  expect(cover).toMatchObject({ account: { id: rich.account_id }, amount: shortfall?.missing })
})

it('proposes none that is too small, closed, in euros, of another customer, or that the user may only look at', async () => {
  const awa = await bank.aCustomer({ kind: 'company', balance: 100_000 })
  await bank.anOwnAccount(awa, { balance: 300_000 })
  await bank.anOwnAccount(awa, { balance: 900_000, status: 'closed' })
  await bank.anOwnAccount(awa, { balance: 900_000, currency: 'EUR' })
  await bank.anOwnAccount(awa, { balance: 900_000, capabilities: [] })
  await bank.anOwnAccount(awa, { balance: 900_000, rights: ['operations'] })
  await bank.anAccount(awa.customer_id, { balance: 900_000 })
  await bank.aCustomer({ kind: 'company', balance: 900_000 })
  expect((await summaryOf(awa, 500_000)).cover).toBeNull()
})
