// Lines of files in the currency of a payee abroad: priced, confirmed and executed as single orders.
import { createBatch, downloadBatchFailures, downloadBatchReport, listBatchLines } from 'contract/transfers/batches.ts'
import { changeImport, type Import, importTransfers } from 'contract/transfers/imports.ts'
import { createTransfer, quoteTransfer } from 'contract/transfers/transfers.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codesOf, openTestBank, type TestBank, type Visitor } from '../../../test/test-bank.ts'
import { runDueTransfers } from '../transfer-execution/run-transfers.ts'

const FRENCH = 'FR1420041010050500013M02606'
const AMERICAN = '021000021'
const SENEGAL = 'SN08SN9980101010004610100147'

let bank: TestBank
beforeAll(async () => void (bank = await openTestBank()))
beforeEach(async () => {
  bank.clock.at = new Date('2026-03-10T09:30:00Z')
  await bank.owner.query(`DELETE FROM exchange_rates WHERE effective_at > '2020-01-01'`)
})
afterAll(() => bank.close())

const publish = (at: string, dollars: number) =>
  bank.owner.query(
    `INSERT INTO exchange_rates (currency, effective_at, unit, buy, sell, transfer) VALUES ('USD', $1, 1, 500, 700, $2)`,
    [at, dollars],
  )
const runAll = async () => {
  while ((await runDueTransfers({ db: bank.db, clock: { now: () => bank.clock.at } })) > 0);
}

async function imported(visitor: Visitor, content: string, name: string): Promise<Import> {
  const form = new FormData()
  form.append('file', new Blob([content]), name)
  const reply = await visitor.call(importTransfers, { form })
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.body))
  return reply.body
}
type Line = [name: string, iban: string, amount: string, currency: string, bic: string, purpose: string, day?: string]
const importedTable = (visitor: Visitor, ...lines: Line[]) =>
  imported(
    visitor,
    [
      'nom_beneficiaire;iban;montant;libelle;bic;motif_economique;devise;date_execution',
      ...lines.map(([name, iban, amount, currency, bic, purpose, day = ''], index) =>
        [name, iban, amount, `Facture ${index}`, bic, purpose, currency, day].join(';'),
      ),
    ].join('\n'),
    'fournisseurs.csv',
  )
const reported = ({ items }: Pick<Import, 'items'>) =>
  items.map(({ status, errors }) => [status, ...errors.map(({ column, code }) => `${column}: ${code}`)].join(' '))
const stored = async (id: string) =>
  (
    await bank.owner.query<Record<string, unknown>>(
      `SELECT amount::int, fees::int, instructed_amount::int, instructed_currency, credit_amount::int, credit_currency,
              exchange_rate::float, exchange_commission::int, charges FROM transfers WHERE batch_id = $1 ORDER BY beneficiary_name`,
      [id],
    )
  ).rows

describe('a line in a currency', () => {
  it('is refused at its column where it cannot be paid so', async () => {
    const author = await bank.aCustomer({ balance: 10_000_000 })
    const draft = await importedTable(
      author,
      ['Maison Delorme', FRENCH, '250,50', 'eur', 'SOGEFRPP', 'services'],
      ['Maison Delorme', FRENCH, '250,505', 'EUR', 'SOGEFRPP', 'services'],
      ['Maison Delorme', FRENCH, '25', 'JPY', 'SOGEFRPP', 'services'],
      ['Maison Delorme', FRENCH, '25', 'MAD', 'SOGEFRPP', 'services'],
      ['Fatou Diop', SENEGAL, '25', 'EUR', '', ''],
      ['Fatou Diop', SENEGAL, '2500', 'XOF', '', ''],
    )
    expect(reported(draft)).toEqual([
      'warning',
      'invalid amount: amount_decimals',
      'invalid currency: currency_unknown',
      // The bank has no correspondent in Moroccan dirhams.
      'invalid currency: currency_not_offered',
      'invalid currency: currency_not_offered',
      'warning',
    ])
    expect(draft.items[0]?.transfer).toMatchObject({
      amount: 164_317,
      fees: 12_500,
      credit_amount: 25_050,
      credit_currency: 'EUR',
      exchange_rate: 655.957,
    })
    const wrong = draft.items[3]?.id ?? ''
    const body = { lines: [wrong], set: { currency: 'EUR' } }
    const { body: fixed } = await author.call(changeImport, { params: { id: draft.import_id }, body })
    expect(reported(fixed)).toEqual(['warning'])
  })

  it('costs what a single order costs, and leaves in its currency', async () => {
    await publish('2026-03-10T08:00:00Z', 610)
    const author = await bank.aCustomer({ balance: 10_000_000 })
    const draft = await importedTable(
      author,
      ['Acme Inc', AMERICAN, '500.25', 'USD', 'CITIUS33', 'services'],
      ['Maison Delorme', FRENCH, '400', 'EUR', 'SOGEFRPP', 'services'],
    )
    const batch = await author.confirm(createBatch, { body: { import_id: draft.import_id, save_payees: true } })
    expect(batch.status).toBe(201)
    const rows = await stored(batch.body.id)
    const beneficiary_id = await bank.aBeneficiary(author.account_id, 'GB29NWBK60161331926819', 'Other')
    const single = {
      type: 'direct' as const,
      beneficiary_id,
      label: 'Facture',
      comment: null,
      purpose: 'services' as const,
    }
    const quote = await author.call(quoteTransfer, { body: { ...single, amount: 50_025, currency: 'USD' } })
    expect(rows).toEqual([
      {
        amount: 305_153,
        fees: quote.body.fees,
        instructed_amount: 50_025,
        instructed_currency: 'USD',
        credit_amount: 50_025,
        credit_currency: 'USD',
        exchange_rate: 610,
        exchange_commission: 1_000,
        charges: 'SHA',
      },
      expect.objectContaining({
        amount: 262_383,
        credit_amount: 40_000,
        credit_currency: 'EUR',
        exchange_rate: 655.957,
      }),
    ])
    expect(quote.body).toMatchObject({ amount: 305_153, credit_amount: 50_025 })
    await runAll()
    const lines = (await author.call(listBatchLines, { params: { id: batch.body.id } })).body
    expect(lines.map(({ state, credit_amount, credit_currency }) => [state, credit_amount, credit_currency])).toEqual([
      ['executed', 50_025, 'USD'],
      ['executed', 40_000, 'EUR'],
    ])
    const { rows: left } = await bank.owner.query<{ amount: number; currency: string }>(
      `SELECT i.amount::int, i.currency FROM outgoing_payments i JOIN transfers t ON t.id = i.transfer_id WHERE t.batch_id = $1 ORDER BY 1`,
      [batch.body.id],
    )
    expect(left).toEqual([
      { amount: 40_000, currency: 'EUR' },
      { amount: 50_025, currency: 'USD' },
    ])
  })

  it('keeps its guaranteed rate; on a later day it has the rate of that day', async () => {
    await publish('2026-03-10T08:00:00Z', 610)
    const author = await bank.aCustomer({ balance: 10_000_000 })
    const draft = await importedTable(
      author,
      ['Acme Inc', AMERICAN, '100', 'USD', 'CITIUS33', 'services'],
      ['Zenith Inc', '021000089', '100', 'USD', 'CITIUS33', 'services', '12/03/2026'],
    )
    const batch = await author.confirm(createBatch, { body: { import_id: draft.import_id } })
    await publish('2026-03-10T09:31:00Z', 650)
    bank.clock.at = new Date('2026-03-10T09:40:00Z')
    await runAll()
    bank.clock.at = new Date('2026-03-12T09:40:00Z')
    await runAll()
    expect((await stored(batch.body.id)).map(({ amount, exchange_rate }) => [amount, exchange_rate])).toEqual([
      [61_000, 610],
      [65_000, 650],
    ])
    const later = await bank.signIn(author)
    const lines = (await later.call(listBatchLines, { params: { id: batch.body.id } })).body
    expect(lines.map(({ amount }) => amount)).toEqual([61_000, 65_000])
  })

  it('is not part of a single debit where its rate moves', async () => {
    await publish('2026-03-10T08:00:00Z', 610)
    const author = await bank.aCustomer({ balance: 10_000_000 })
    const draft = await importedTable(author, ['Acme Inc', AMERICAN, '100', 'USD', 'CITIUS33', 'services'])
    const body = { import_id: draft.import_id, single_entry: true }
    expect(codesOf(await author.call(createBatch, { body }))).toEqual(['single_entry: single_entry_rate'])
    const euros = await importedTable(author, ['Maison Delorme', FRENCH, '100', 'EUR', 'SOGEFRPP', 'services'])
    expect((await author.confirm(createBatch, { body: { ...body, import_id: euros.import_id } })).status).toBe(201)
  })

  it('comes in a pain.001 with its currency, which the answer and the file of failures repeat', async () => {
    const author = await bank.aCustomer({ balance: 10_000_000 })
    const transfer = (reference: string, amount: string, currency: string) =>
      `<CdtTrfTxInf><PmtId><EndToEndId>${reference}</EndToEndId></PmtId><Amt><InstdAmt Ccy="${currency}">${amount}</InstdAmt></Amt><CdtrAgt><FinInstnId><BICFI>SOGEFRPP</BICFI></FinInstnId></CdtrAgt><Cdtr><Nm>Maison Delorme</Nm></Cdtr><CdtrAcct><Id><IBAN>${FRENCH}</IBAN></Id></CdtrAcct><Purp><Cd>SCVE</Cd></Purp><RmtInf><Ustrd>${reference}</Ustrd></RmtInf></CdtTrfTxInf>`
    const draft = await imported(
      author,
      `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn><GrpHdr><MsgId>F-1</MsgId><NbOfTxs>2</NbOfTxs><CtrlSum>1250.5</CtrlSum></GrpHdr><PmtInf><PmtInfId>L</PmtInfId><PmtMtd>TRF</PmtMtd><ReqdExctnDt><Dt>2026-03-10</Dt></ReqdExctnDt><DbtrAcct><Id><IBAN>${author.iban}</IBAN></Id></DbtrAcct>${transfer('E1', '250.5', 'EUR')}${transfer('E2', '1000', 'XOF')}</PmtInf></CstmrCdtTrfInitn></Document>`,
      'paie.xml',
    )
    expect(draft.items.map(({ transfer: { amount, credit_amount } }) => [amount, credit_amount])).toEqual([
      [164_317, 25_050],
      [1_000, 152],
    ])
    const { body: batch } = await author.confirm(createBatch, { body: { import_id: draft.import_id } })
    const report = String((await author.call(downloadBatchReport, { params: { id: batch.id } })).body)
    expect(report).toContain('<InstdAmt Ccy="EUR">250.50</InstdAmt>')
    expect(report).toContain('<InstdAmt Ccy="XOF">1000</InstdAmt>')
    await bank.owner.query(
      `UPDATE transfers SET execution_status = 'rejected', reason_code = 'funds', run_at = NULL WHERE batch_id = $1`,
      [batch.id],
    )
    const failures = String((await author.call(downloadBatchFailures, { params: { id: batch.id } })).body)
    expect(failures).toContain('"devise"')
    expect(failures).toMatch(/250\.50.*EUR/)
  })
})

describe('exchange control of a line', () => {
  it('refuses goods that need a domiciliation with the orders before, although these had documents', async () => {
    const author = await bank.aCustomer({ balance: 30_000_000 })
    const beneficiary_id = await bank.aBeneficiary(author.account_id, FRENCH, 'Maison Delorme')
    const form = new FormData()
    form.append(
      'jsonBody',
      JSON.stringify({
        type: 'direct',
        beneficiary_id,
        amount: 9_900_000,
        label: 'Machine',
        comment: null,
        purpose: 'goods',
      }),
    )
    form.append('international_documents', new Blob(['%PDF-1.4\n%%EOF']), 'facture.pdf')
    const order = await author.confirm(createTransfer, { form })
    expect([order.status, order.body]).toMatchObject([201, { amount: 9_900_000 }])
    const draft = await importedTable(
      author,
      ['Maison Delorme', FRENCH, '200', 'EUR', 'SOGEFRPP', 'goods'],
      ['Maison Delorme', FRENCH, '200', 'EUR', 'SOGEFRPP', 'services'],
      ['Maison Delorme', FRENCH, '200', 'EUR', 'SOGEFRPP', 'goods', '01/04/2026'],
    )
    expect(reported(draft)).toEqual(['invalid amount: domiciliation_needed', 'ready', 'ready'])
    expect(draft.items[0]?.errors[0]?.message).toMatch(/À partir de 10\s000\s000\sF\sCFA.*domiciliation/)
  })

  it('counts an order in the month in which it is executed', async () => {
    const author = await bank.aCustomer({ balance: 30_000_000 })
    const beneficiary_id = await bank.aBeneficiary(author.account_id, FRENCH, 'Maison Delorme')
    const body = { beneficiary_id, label: 'Loyer', comment: null, purpose: 'services' as const, amount: 400_000 }
    const april = { ...body, type: 'delayed' as const, execution_date: '2026-04-02' }
    expect((await author.confirm(createTransfer, { body: april })).status).toBe(201)
    const asks = async (input: object) =>
      (await (await bank.signIn(author)).call(quoteTransfer, { body: { ...body, type: 'direct', ...input } as never }))
        .body.asks
    expect(await asks({})).toEqual(['purpose'])
    expect(await asks({ type: 'delayed', execution_date: '2026-04-20' })).toEqual([
      'purpose',
      'international_documents',
    ])
    bank.clock.at = new Date('2026-04-10T09:30:00Z')
    await runAll()
    expect(await asks({})).toEqual(['purpose', 'international_documents'])
    bank.clock.at = new Date('2026-05-04T09:30:00Z')
    expect(await asks({})).toEqual(['purpose'])
  })
})
