// Tests that a customer's payment initiation reaches the payee's bank unchanged, and that the answer to it follows the networks.
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { acceptBatch, createBatch, downloadBatchReport } from 'contract/transfers/batches.ts'
import { getDocumentFile, listDocuments } from 'contract/accounts/statements.ts'
import { importTransfers } from 'contract/transfers/imports.ts'
import { makeTemporaryFolder } from 'database/temporary-folder.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withAcknowledgedNames } from '../../../test/acknowledged-names.ts'
import { openTestBank, type TestBank, type Visitor } from '../../../test/test-bank.ts'
import { clearingAt, filesIn, paymentReturn, statusReport } from '../../../test/test-clearing.ts'
import { runDueTransfers } from '../transfer-execution/run-transfers.ts'

const SENEGAL = 'SN08SN9980101010004610100147'

let bank: TestBank
let folder: string
beforeAll(async () => {
  bank = await openTestBank()
  folder = makeTemporaryFolder('connect-end-to-end')
})
afterAll(async () => {
  await bank.close()
  rmSync(folder, { recursive: true, force: true })
})

const payment = (own: string, iban: string, reference: string) =>
  `<CdtTrfTxInf><PmtId>${own}<EndToEndId>${reference}</EndToEndId></PmtId><Amt><InstdAmt Ccy="XOF">1000</InstdAmt></Amt><CdtrAgt><FinInstnId><BICFI>CBAOSNDA</BICFI></FinInstnId></CdtrAgt><Cdtr><Nm>Fatou Diop</Nm></Cdtr><CdtrAcct><Id><IBAN>${iban}</IBAN></Id></CdtrAcct><RmtInf><Ustrd>${reference}</Ustrd></RmtInf></CdtTrfTxInf>`
const initiation = (debtor: string, own: string) =>
  `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn><GrpHdr><MsgId>PAIE-7</MsgId><CreDtTm>2026-03-10T09:00:00</CreDtTm><NbOfTxs>3</NbOfTxs></GrpHdr><PmtInf><PmtInfId>LOT-1</PmtInfId><PmtMtd>TRF</PmtMtd><PmtTpInf><CtgyPurp><Cd>SALA</Cd></CtgyPurp></PmtTpInf><ReqdExctnDt><Dt>2026-03-10</Dt></ReqdExctnDt><DbtrAcct><Id><IBAN>${debtor}</IBAN></Id></DbtrAcct>${payment('<InstrId>PAIE-7-1</InstrId>', SENEGAL, 'E2E-1')}${payment('', SENEGAL, 'E2E-2')}${payment('', own, 'E2E-3')}</PmtInf></CstmrCdtTrfInitn></Document>`

const statusesOf = async (visitor: Visitor, id: string) => {
  const { body } = await visitor.call(downloadBatchReport, { params: { id } })
  const xml = String(body)
  return [...xml.matchAll(/<TxInfAndSts>(.*?)<\/TxInfAndSts>/gs)].map(([, line = '']) =>
    ['OrgnlInstrId', 'OrgnlEndToEndId', 'TxSts', 'Cd']
      .flatMap((name) => new RegExp(`<${name}>([^<]*)`).exec(line)?.[1] ?? [])
      .join(' '),
  )
}

it('passes references, category and BIC on, and answers with the status of the network', async () => {
  const author = await bank.aCustomer({ kind: 'company', balance: 100_000 })
  const signer = await bank.aMember(author.account_id)
  const payee = await bank.aCustomer({})
  const form = new FormData()
  form.append('file', new Blob([initiation(author.iban, payee.iban)]), 'paie.xml')
  const draft = await withAcknowledgedNames(author, (await author.call(importTransfers, { form })).body)
  const batch = await author.confirm(createBatch, { body: { import_id: draft.import_id } })
  expect(batch.status).toBe(201)
  const { id, version } = batch.body
  expect((await signer.confirm(acceptBatch, { params: { id }, body: { version } })).status).toBe(200)
  const clock = { now: () => bank.clock.at }
  while ((await runDueTransfers({ db: bank.db, clock })) > 0);
  const clearing = clearingAt(folder, { db: bank.db, clock })
  await clearing.send()

  const [file = ''] = filesIn(clearing.outgoing, '.xml')
  const xml = readFileSync(join(clearing.outgoing, file), 'utf8')
  const [first, second] = clearing
    .payments()
    .toSorted((one, other) => one.end_to_end_id.localeCompare(other.end_to_end_id))
  expect(xml).toContain('<InstrId>PAIE-7-1</InstrId>')
  expect([first?.end_to_end_id, second?.end_to_end_id]).toEqual(['E2E-1', 'E2E-2'])
  expect(xml).toContain(`<InstrId>${second?.tx_id}</InstrId>`)
  expect(xml.match(/<CtgyPurp>\s*<Cd>SALA<\/Cd>/g)).toHaveLength(2)
  expect(xml.match(/<CdtrAgt>\s*<FinInstnId>\s*<BICFI>CBAOSNDA/g)).toHaveLength(2)

  // The book transfer is settled at once, the others when the network says so.
  expect(await statusesOf(author, id)).toEqual(['PAIE-7-1 E2E-1 ACSP', 'E2E-2 ACSP', 'E2E-3 ACSC'])
  clearing.drop('1.xml', statusReport('R-E2E-1', [{ tx: first?.tx_id ?? '', status: 'ACSC' }]))
  clearing.drop('2.xml', paymentReturn('R-E2E-2', { tx: second?.tx_id ?? '', amount: '1000', reason: 'AC04' }))
  await clearing.receive()
  expect(await statusesOf(author, id)).toEqual(['PAIE-7-1 E2E-1 ACSC', 'E2E-2 RJCT AC04', 'E2E-3 ACSC'])
})

it('shows the references of the file on the copy of a payment abroad, as its message has them', async () => {
  const author = await bank.aCustomer({ balance: 1_000_000 })
  const abroad = `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn><GrpHdr><MsgId>F-8</MsgId><NbOfTxs>1</NbOfTxs></GrpHdr><PmtInf><PmtInfId>L</PmtInfId><PmtMtd>TRF</PmtMtd><PmtTpInf><CtgyPurp><Cd>SUPP</Cd></CtgyPurp></PmtTpInf><ReqdExctnDt><Dt>2026-03-10</Dt></ReqdExctnDt><DbtrAcct><Id><IBAN>${author.iban}</IBAN></Id></DbtrAcct><CdtTrfTxInf><PmtId><InstrId>F-8-1</InstrId><EndToEndId>INV-2026-81</EndToEndId></PmtId><Amt><InstdAmt Ccy="EUR">100.00</InstdAmt></Amt><CdtrAgt><FinInstnId><BICFI>SOGEFRPP</BICFI></FinInstnId></CdtrAgt><Cdtr><Nm>Maison Delorme</Nm></Cdtr><CdtrAcct><Id><IBAN>FR1420041010050500013M02606</IBAN></Id></CdtrAcct><Purp><Cd>SCVE</Cd></Purp><RmtInf><Ustrd>Facture 81</Ustrd></RmtInf></CdtTrfTxInf></PmtInf></CstmrCdtTrfInitn></Document>`
  const form = new FormData()
  form.append('file', new Blob([abroad]), 'factures.xml')
  const draft = (await author.call(importTransfers, { form })).body
  expect((await author.confirm(createBatch, { body: { import_id: draft.import_id } })).status).toBe(201)
  const clock = { now: () => bank.clock.at }
  while ((await runDueTransfers({ db: bank.db, clock })) > 0);
  const clearing = clearingAt(folder, { db: bank.db, clock })
  await clearing.send()
  const [copy] = (await author.call(listDocuments, { query: { type: 'swift' } })).body
  const params = { id: copy?.id ?? '' }
  const { body } = await author.call(getDocumentFile, { params, query: { format: 'pacs008' } })
  const [name = ''] = filesIn(clearing.outgoing, '.xml').filter((one) => one.startsWith('swift'))
  const tight = (xml: string) => xml.replaceAll(/>\s+</g, '><')
  const sent = tight(readFileSync(join(clearing.outgoing, name), 'utf8'))
  for (const element of ['InstrId', 'EndToEndId', 'TxId', 'CtgyPurp', 'ChrgBr']) {
    const [own] = new RegExp(`<${element}>[^]*?</${element}>`).exec(sent) ?? []
    expect(own).toBeDefined()
    expect(tight(String(body))).toContain(own)
  }
  expect(String(body)).toContain('<InstrId>F-8-1</InstrId>')
})
