import {
  changeImport,
  chooseImportOptions,
  findImport,
  importTransfers,
  moveImport,
} from 'contract/transfers/imports.ts'
import { ibanFrom } from 'contract/values/iban.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestBank, codesOf, type TestBank, type Visitor } from '../../../test/test-bank.ts'

let bank: TestBank
beforeAll(async () => void (bank = await openTestBank()))
afterAll(() => bank.close())

const elsewhere = (index: number) => ibanFrom('SN', 'SN010', '01520', String(485_000_800_000 + index))
const on = (account: { account_id: string }) => ({ headers: { 'X-Account-Id': account.account_id } })

async function aDraft(visitor: Visitor, at?: { account_id: string }) {
  const form = new FormData()
  const rows = [
    'nom_beneficiaire;iban;montant;libelle',
    `Fatou Diop;${elsewhere(1)};500000;Salaire`,
    `Modou Faye;${elsewhere(2)};60000;Salaire`,
  ]
  form.append('file', new Blob([rows.join('\r\n')]), 'paie.csv')
  return (await visitor.call(importTransfers, { form, ...(at && on(at)) })).body
}

it('debits another account of its author, with the lines as they were corrected and the options of its batch', async () => {
  const awa = await bank.aCustomer({ kind: 'company', balance: 100_000 })
  const payroll = await bank.anOwnAccount(awa, { balance: 900_000 })
  const { import_id, items, summary, is_message } = await aDraft(awa)
  expect([is_message, summary.missing > 0]).toEqual([false, true])
  const params = { id: import_id }
  const lines = items.slice(1).map(({ id }) => id)
  await awa.call(changeImport, { params, body: { lines, set: { is_skipped: true, label: 'Prime' } } })
  const options = { single_entry: false, is_confidential: true, save_payees: true }
  expect((await awa.call(findImport)).body?.options).toEqual({
    single_entry: false,
    is_confidential: false,
    save_payees: false,
  })
  expect((await awa.call(chooseImportOptions, { params, body: options })).status).toBe(204)
  const stranger = await bank.aCustomer()
  expect((await stranger.call(chooseImportOptions, { params, body: options })).status).toBe(404)
  expect((await awa.call(findImport)).body?.options).toEqual(options)

  expect((await awa.call(moveImport, { params, body: { account_id: payroll.account_id } })).status).toBe(204)
  expect((await awa.call(findImport)).body).toBeNull()
  const moved = (await awa.call(findImport, on(payroll))).body
  expect(moved).toMatchObject({ import_id, options, summary: { missing: 0, ready: expect.any(Number) } })
  expect(moved?.items.map(({ is_skipped, transfer }) => [is_skipped, transfer.label])).toEqual([
    [false, 'Salaire'],
    [true, 'Prime'],
  ])
})

it('never replaces another draft of its author, even when both arrive together', async () => {
  const awa = await bank.aCustomer({ kind: 'company', balance: 100_000 })
  const payroll = await bank.anOwnAccount(awa, { balance: 900_000 })
  const { import_id } = await aDraft(awa)
  const theirs = await aDraft(awa, payroll)
  const move = (id: string, to: string, from?: { account_id: string }) =>
    awa.call(moveImport, { params: { id }, body: { account_id: to }, ...(from && on(from)) })
  const refused = await move(import_id, payroll.account_id)
  expect([refused.status, ...codesOf(refused)]).toEqual([409, 'import_account_taken'])
  expect((await awa.call(findImport)).body?.import_id).toBe(import_id)
  expect((await awa.call(findImport, on(payroll))).body?.import_id).toBe(theirs.import_id)

  const third = await bank.anOwnAccount(awa, { balance: 900_000 })
  const replies = await Promise.all([
    move(import_id, third.account_id),
    move(theirs.import_id, third.account_id, payroll),
  ])
  expect(replies.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([204, 409])
})

it('is refused to an account on which its author may not order transfers, or in another currency', async () => {
  const awa = await bank.aCustomer({ kind: 'company', balance: 100_000 })
  const { import_id } = await aDraft(awa)
  const stranger = await bank.aCustomer()
  const accounts = [
    await bank.anOwnAccount(awa, { balance: 900_000, capabilities: [] }),
    await bank.anOwnAccount(awa, { balance: 900_000, status: 'closed' }),
    await bank.anOwnAccount(awa, { balance: 900_000, currency: 'EUR' }),
    stranger,
  ]
  for (const { account_id } of accounts) {
    const refused = await awa.call(moveImport, { params: { id: import_id }, body: { account_id } })
    expect([refused.status, ...codesOf(refused)]).toEqual([422, 'account_id: import_account_refused'])
  }
  expect(
    (await stranger.call(moveImport, { params: { id: import_id }, body: { account_id: awa.account_id } })).status,
  ).toBe(404)
})

it('is refused to the lines of a message, which names its account', async () => {
  const awa = await bank.aCustomer({ kind: 'company', balance: 100_000 })
  const payroll = await bank.anOwnAccount(awa, { balance: 900_000 })
  const form = new FormData()
  const message = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn>
<GrpHdr><MsgId>PAIE-1</MsgId><CreDtTm>2026-03-10T09:00:00</CreDtTm><NbOfTxs>1</NbOfTxs></GrpHdr>
<PmtInf><PmtInfId>LOT-1</PmtInfId><PmtMtd>TRF</PmtMtd><ReqdExctnDt><Dt>2026-03-10</Dt></ReqdExctnDt><DbtrAcct><Id><IBAN>${awa.iban}</IBAN></Id></DbtrAcct>
<CdtTrfTxInf><PmtId><EndToEndId>E1</EndToEndId></PmtId><Amt><InstdAmt Ccy="XOF">5000</InstdAmt></Amt><Cdtr><Nm>Fatou Diop</Nm></Cdtr><CdtrAcct><Id><IBAN>${elsewhere(1)}</IBAN></Id></CdtrAcct><RmtInf><Ustrd>Salaire</Ustrd></RmtInf></CdtTrfTxInf>
</PmtInf></CstmrCdtTrfInitn></Document>`
  form.append('file', new Blob([message]), 'paie.xml')
  const { import_id, is_message } = (await awa.call(importTransfers, { form })).body
  expect(is_message).toBe(true)
  const refused = await awa.call(moveImport, { params: { id: import_id }, body: { account_id: payroll.account_id } })
  expect([refused.status, ...codesOf(refused)]).toEqual([409, 'import_account_named'])
})
