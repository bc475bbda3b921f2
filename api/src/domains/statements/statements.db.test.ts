import { rmSync } from 'node:fs'
import { headers } from 'contract/endpoint.ts'
import {
  type BankDocument,
  archiveDocuments,
  type DocumentFormat,
  getDocumentFile,
  listDocuments,
} from 'contract/accounts/statements.ts'
import { createTransfer } from 'contract/transfers/transfers.ts'
import { makeTemporaryFolder } from 'database/temporary-folder.ts'
import { XMLParser } from 'fast-xml-parser'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readPdf } from '../../../test/pdf-text.ts'
import { aPosting, writePostings } from '../../../test/test-ledger.ts'
import { codesOf, openTestBank, type TestBank, type Visitor } from '../../../test/test-bank.ts'
import { dbOver } from '../../db/sql.ts'
import { transaction } from '../../db/transaction.ts'
import { newId } from '../../adapters/ids.ts'
import { sendPayments } from '../clearing/send-payments.ts'
import { runDueTransfers } from '../transfer-execution/run-transfers.ts'
import { lastMonthDue, produceStatements } from './produce-statements.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
  await bank.owner.query(
    `INSERT INTO holidays (day, name_fr, name_en) VALUES ('2026-01-01', 'Jour de l’an', 'New Year’s Day') ON CONFLICT DO NOTHING`,
  )
})
beforeEach(async () => {
  bank.clock.at = new Date('2026-03-10T09:30:00Z')
  // As if the month had not been processed: other tests have opened accounts meanwhile.
  await bank.owner.query('DELETE FROM statement_months')
})
afterAll(() => bank.close())

const produce = () => produceStatements({ db: bank.db, clock: { now: () => bank.clock.at } })
const statementsOf = async (visitor: Visitor) => (await visitor.call(listDocuments)).body
const fileOf = async (visitor: Visitor, id: string, format: DocumentFormat = 'pdf', lang = 'fr') => {
  const reply = await visitor.call(getDocumentFile, {
    params: { id },
    query: { format },
    headers: { 'accept-language': lang },
  })
  return { ...reply, file: reply.body as unknown as Buffer }
}
const first = (list: readonly BankDocument[]): BankDocument => {
  const [one] = list
  if (!one) throw new Error('there is no document')
  return one
}

/** A debit with a fee of the bank, in one posting. */
async function pay(
  account_id: string,
  amount: number,
  day: string,
  input: { fee?: number; tax?: number; label?: string } = {},
) {
  const { rows } = await bank.owner.query<{ id: string; code: string }>(
    `SELECT id, code FROM ledger_accounts WHERE code LIKE '%:XOF'`,
  )
  const internal = (code: string) => rows.find((row) => row.code === code)?.id ?? ''
  const { fee = 0, tax = 0, label = 'VIR EMIS LOYER' } = input
  const posting = aPosting(
    [
      [account_id, -amount],
      [internal('clearing:XOF'), amount],
    ],
    { booking_date: day },
  )
  const [own] = posting.entries
  Object.assign(own ?? {}, {
    type: 'transfer_out',
    label,
    counterparty: 'Maison Delorme & Cie',
    reference: 'V260210-7K3F9QTX',
  })
  const charged = aPosting(
    [
      [account_id, -fee - tax],
      [internal('fees:XOF'), fee],
      [internal('taf:XOF'), tax],
    ],
    { booking_date: day },
  )
  const charges = fee === 0 ? [] : charged.entries.filter(({ amount: some }) => some !== 0)
  const [charge] = charges
  if (charge) Object.assign(charge, { type: 'fee', label: 'COMMISSION VIREMENT', vat_rate: 17, vat_amount: tax })
  await transaction(dbOver(bank.owner), (tx) =>
    writePostings(tx, [{ ...posting, entries: [...posting.entries, ...charges] }]),
  )
}

/** A fee of the bank with its tax; given back where it is negative. */
async function charge(
  account_id: string,
  day: string,
  { label, fee, tax }: { label: string; fee: number; tax: number },
) {
  const { rows } = await bank.owner.query<{ id: string }>("SELECT id FROM ledger_accounts WHERE code = 'fees:XOF'")
  const posting = aPosting(
    [
      [account_id, -fee - tax],
      [rows[0]?.id ?? '', fee + tax],
    ],
    { booking_date: day },
  )
  const taxed = tax === 0 ? {} : { vat_rate: 17, vat_amount: tax }
  Object.assign(posting.entries[0] ?? {}, { type: 'fee', label, ...taxed })
  await transaction(dbOver(bank.owner), (tx) => writePostings(tx, [posting]))
}

const textOf = async (file: Buffer) =>
  (await readPdf(file)).pages
    .join('\n')
    .replaceAll(/[\u00A0\u202F]/g, ' ')
    .replaceAll('\n', ' ')

describe('the statements of an account', () => {
  it('are created once for every past month, with any number of workers', async () => {
    const customer = await bank.aCustomer()
    await bank.deposit(customer.account_id, 500_000, '2025-12-20')
    await pay(customer.account_id, 120_000, '2026-02-10', { fee: 500, tax: 85 })
    await Promise.all([produce(), produce(), produce()])
    const list = await statementsOf(customer)
    expect(
      list.map(({ from, to, amount, operations, reference }) => [from, to, amount, operations, reference?.slice(13)]),
    ).toEqual([
      ['2026-02-01', '2026-02-28', 379_415, 2, '2026-002'],
      ['2026-01-01', '2026-01-31', 500_000, 0, '2026-001'],
      ['2025-12-01', '2025-12-31', 500_000, 1, '2025-001'],
    ])
    expect(list.map(({ available_on }) => available_on)).toEqual(['2026-03-02', '2026-02-02', '2026-01-02'])
    expect(await produce()).toBe(0)
    bank.clock.at = new Date('2026-04-01T00:10:00Z')
    await produce()
    expect((await statementsOf(await bank.signIn(customer)))[0]).toMatchObject({
      from: '2026-03-01',
      amount: 379_415,
      operations: 0,
    })
  })

  it('include operations that were booked late in the next one', async () => {
    const customer = await bank.aCustomer()
    await bank.deposit(customer.account_id, 1_000, '2026-01-05')
    await produce()
    await bank.deposit(customer.account_id, 70, '2026-02-27')
    bank.clock.at = new Date('2026-04-02T08:00:00Z')
    await produce()
    const list = await statementsOf(await bank.signIn(customer))
    expect(list.map(({ from, amount, operations }) => [from, amount, operations])).toEqual([
      ['2026-03-01', 1_070, 1],
      ['2026-02-01', 1_000, 0],
      ['2026-01-01', 1_000, 1],
    ])
  })

  it('cannot be created if their amounts do not add up or do not continue from the previous one', async () => {
    const customer = await bank.aCustomer()
    await bank.deposit(customer.account_id, 1_000, '2026-01-05')
    await produce()
    const write = (column: string, value: number) =>
      bank.owner.query(
        `INSERT INTO statements SELECT (r).* FROM (SELECT jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(),
           'number', left(number, 18) || '009', 'first_day', '2026-03-01', 'last_day', '2026-03-31', 'available_on', '2026-04-01', 'seq_before', last_seq,
           'previous_last_day', last_day, 'opening', closing, 'credits', 0, 'debits', 0) || jsonb_build_object($2::text, $3::bigint)) AS r
           FROM statements s WHERE account_id = $1 AND first_day = '2026-02-01') made`,
        [customer.account_id, column, value],
      )
    await expect(write('credits', 1)).rejects.toThrow('statements_add_up')
    await expect(write('opening', 1_001)).rejects.toThrow('statements_')
    await expect(write('seq_before', 0)).rejects.toThrow('statements_go_on_from_the_one_before')
    await expect(bank.db`UPDATE statements SET closing = 0`).rejects.toThrow('permission denied')
  })

  it('are created on the first business day after the month', () => {
    const holidays = new Set(['2026-05-01'])
    expect(lastMonthDue('2026-05-03', holidays)).toBe('2026-03-01')
    expect(lastMonthDue('2026-05-04', holidays)).toBe('2026-04-01')
    expect(lastMonthDue('2026-01-01', new Set())).toBe('2025-12-01')
  })

  it('are a tagged PDF in the user’s language, with identical bytes each time', async () => {
    const customer = await bank.aCustomer({ balance: 500_000 })
    await bank.owner.query('UPDATE customers SET address = $2 WHERE id = $1', [
      customer.customer_id,
      'Villa 218\nBP 15480\nDakar',
    ])
    await pay(customer.account_id, 120_000, '2026-02-10', { fee: 500, tax: 85, label: 'VIR EMIS LOYER FÉVRIER' })
    await produce()
    // A statement keeps the address of its month.
    await bank.owner.query("UPDATE customers SET address = 'Thiès' WHERE id = $1", [customer.customer_id])
    const { id } = first(await statementsOf(customer))
    const { headers: sentHeaders, file } = await fileOf(customer, id)
    expect(sentHeaders['content-type']).toBe('application/pdf')
    expect(sentHeaders['content-disposition']).toMatch(/^attachment; filename=Releve-\d{12}-2026-002\.pdf$/)
    const { pages, isTagged, lang } = await readPdf(file)
    expect({ isTagged, lang, count: pages.length }).toEqual({ isTagged: true, lang: 'fr', count: 1 })
    const [text = ''] = pages
    for (const part of [
      'Relevé de compte',
      'Villa 218\nBP 15480\nDakar',
      'Agence Dakar Sacré-Cœur',
      'Du 1er février 2026 au 28 février 2026',
      'Page 1 / 1',
      customer.iban.slice(-4),
      'VIR EMIS LOYER FÉVRIER',
      'V260210-7K3F9QTX',
      '10/02/2026',
    ])
      expect(text).toContain(part)
    const plain = text.replaceAll(/[\u00A0\u202F]/g, ' ')
    for (const part of [
      '500 000',
      '120 000',
      '585',
      'Solde précédent au 31 janvier 2026 500 000',
      'Totaux des mouvements 120 585',
      '380 000',
      '379 415',
      '85 F CFA',
    ])
      expect(plain).toContain(part)
    expect((await fileOf(customer, id)).file.equals(file)).toBe(true)
    const [english = ''] = (await readPdf((await fileOf(customer, id, 'pdf', 'en')).file)).pages
    for (const part of ['Account statement', 'Cheque account (XOF)', 'Dakar Sacré-Cœur branch'])
      expect(english).toContain(part)
    expect(english).not.toContain('Relevé')
  })

  it('continue over pages, repeating the head of the table', async () => {
    const customer = await bank.aCustomer({ balance: 10_000_000 })
    for (let day = 1; day <= 28; day += 1)
      for (let time = 0; time < 4; time += 1)
        await pay(customer.account_id, 100 + day, `2026-02-${String(day).padStart(2, '0')}`)
    await produce()
    const { pages } = await readPdf((await fileOf(customer, first(await statementsOf(customer)).id)).file)
    expect(pages.length).toBeGreaterThan(2)
    pages.forEach((page, at) => expect(page).toContain(`Page ${at + 1} / ${pages.length}`))
    expect(pages.slice(0, -1).every((page) => page.includes('Libellé'))).toBe(true)
    expect(pages.join('').match(/VIR EMIS LOYER/g)).toHaveLength(112)
  })

  it('are available as camt.053 and MT940, with the balances and each operation', async () => {
    const customer = await bank.aCustomer({ balance: 500_000 })
    await pay(customer.account_id, 120_000, '2026-02-10', { fee: 500, tax: 85, label: ':Loyer d’août <2026> – cœur' })
    await produce()
    const { id, reference } = first(await statementsOf(customer))
    const xml = (await fileOf(customer, id, 'camt053')).file.toString()
    const { Document } = new XMLParser({ ignoreAttributes: false, parseTagValue: false }).parse(xml) as {
      Document: {
        BkToCstmrStmt: {
          Stmt: {
            Id: string
            Bal: { Amt: { '#text': string } }[]
            TxsSummry: object
            Ntry: { Amt: { '#text': string }; CdtDbtInd: string; NtryDtls: { TxDtls: { RmtInf: { Ustrd: string } } } }[]
          }
        }
      }
    }
    const { Stmt } = Document.BkToCstmrStmt
    expect(Stmt.Id).toBe(reference)
    expect(Stmt.Bal.map((balance) => balance.Amt['#text'])).toEqual(['500000', '379415', '379415'])
    expect(Stmt.TxsSummry).toMatchObject({
      TtlNtries: { NbOfNtries: '2', Sum: '120585', TtlNetNtryAmt: '120585', CdtDbtInd: 'DBIT' },
    })
    expect(Stmt.Ntry.map(({ Amt, CdtDbtInd }) => [Amt['#text'], CdtDbtInd])).toEqual([
      ['120000', 'DBIT'],
      ['585', 'DBIT'],
    ])
    expect(Stmt.Ntry[0]?.NtryDtls.TxDtls.RmtInf.Ustrd).toBe(':Loyer d’août <2026> – cœur')
    const lines = (await fileOf(customer, id, 'mt940')).file.toString('latin1').split('\r\n')
    expect(lines.slice(1, 4)).toEqual([`:25:${customer.iban}`, ':28C:2/1', ':60F:C260201XOF500000,'])
    expect(lines[4]).toMatch(/^:61:2602100210D120000,NTRFV260210-7K3F9QTX\/\/[0-9A-F]{16}$/)
    expect(lines[5]).toBe(":86: LOYER D'AOUT 2026 - COEUR MAISON DELORME + CIE")
    expect(lines.slice(-4)).toEqual([':62F:C260228XOF379415,', ':64:C260228XOF379415,', '-', ''])
  })

  it('contain cents for a currency that has them', async () => {
    const customer = await bank.aCustomer({ currency: 'EUR' })
    await bank.deposit(customer.account_id, 1_205, '2026-02-03')
    await produce()
    const { id } = first(await statementsOf(customer))
    expect((await fileOf(customer, id, 'camt053')).file.toString()).toContain('<Amt Ccy="EUR">12.05</Amt>')
    expect((await fileOf(customer, id, 'mt940')).file.toString()).toContain(':62F:C260228EUR12,05')
  })
})

describe('the statements of a closed account', () => {
  it('end with the month of its last operation, and continue where it is opened again', async () => {
    const customer = await bank.aCustomer()
    await bank.deposit(customer.account_id, 1_000, '2025-11-05')
    await bank.owner.query("UPDATE accounts SET status = 'closed' WHERE id = $1", [customer.account_id])
    await produce()
    const months = async () => (await statementsOf(await bank.signIn(customer))).map(({ from }) => from)
    expect(await months()).toEqual(['2025-11-01'])
    await bank.owner.query("UPDATE accounts SET status = 'active' WHERE id = $1", [customer.account_id])
    await bank.owner.query('DELETE FROM statement_months')
    await produce()
    expect(await months()).toEqual(['2026-02-01', '2026-01-01', '2025-12-01', '2025-11-01'])
  })
})

describe('the summary of the fees of a year', () => {
  const accountFee = { label: 'FRAIS TENUE DE COMPTE', fee: 2_000, tax: 340 }
  const order = { label: 'COMMANDE CHEQUIER', fee: 2_500, tax: 425 }
  const refund = { label: 'REMBOURSEMENT COMMANDE CHEQUIER', fee: -2_500, tax: -425 }

  it('adds up the fees of its statements by name, without those that were given back', async () => {
    const customer = await bank.aCustomer()
    const { account_id } = customer
    await bank.deposit(account_id, 500_000, '2025-02-03')
    await charge(account_id, '2025-02-28', accountFee)
    await charge(account_id, '2025-03-10', order)
    await charge(account_id, '2025-03-31', accountFee)
    await charge(account_id, '2025-04-02', refund)
    await charge(account_id, '2025-06-12', { label: 'COMMISSION VIREMENT SICA', fee: 500, tax: 85 })
    await charge(account_id, '2025-06-12', { label: 'FRAIS ATTESTATION', fee: 1_000, tax: 0 })
    await charge(account_id, '2026-01-05', accountFee)
    await produce()
    const list = await statementsOf(customer)
    const last = first(list.filter(({ has_fee_summary }) => has_fee_summary))
    expect([last.from, list.filter(({ has_fee_summary }) => has_fee_summary).length]).toEqual(['2025-12-01', 1])

    const { file, headers: sentHeaders } = await fileOf(customer, last.id, 'fees')
    expect(sentHeaders['content-disposition']).toMatch(/^attachment; filename=Frais-\d{12}-2025\.pdf$/)
    const text = await textOf(file)
    for (const part of [
      'Récapitulatif annuel des frais',
      'Du 1er février 2025 au 31 décembre 2025',
      'Tenue de compte 2 4 000 680 4 680',
      'Commission sur virement 1 500 85 585',
      'Attestation 1 1 000 0 1 000',
      'Total de l’année 5 500 765 6 265',
    ])
      expect(text).toContain(part)
    expect(text).not.toContain('chéquier')
    expect((await fileOf(customer, last.id, 'fees')).file.equals(file)).toBe(true)
    const english = await textOf((await fileOf(customer, last.id, 'fees', 'en')).file)
    for (const part of [
      'Yearly summary of fees',
      'Account maintenance 2 4,000 680 4,680',
      'Total of the year 5,500 765 6,265',
    ])
      expect(english).toContain(part)

    // The monthly statements have the same fees: those of April are what was given back.
    const april = first(list.filter(({ from }) => from === '2025-04-01'))
    expect(await textOf((await fileOf(customer, april.id)).file)).toMatch(
      /Frais hors taxe [-−–] ?2 500 F CFA Taxes [-−–] ?425 F CFA Frais, taxes comprises [-−–] ?2 925 F CFA/,
    )
    // Only the statement itself is marked as opened.
    expect(first((await statementsOf(customer)).filter(({ id }) => id === last.id)).is_new).toBe(true)
  })

  it('is there for the account alone, and for no other month', async () => {
    const [customer, other] = [await bank.aCustomer(), await bank.aCustomer()]
    await bank.deposit(customer.account_id, 1_000, '2025-11-05')
    await bank.deposit(other.account_id, 1_000, '2025-12-05')
    await produce()
    const list = await statementsOf(customer)
    const [december, november] = [
      first(list.filter(({ from }) => from === '2025-12-01')),
      first(list.filter(({ from }) => from === '2025-11-01')),
    ]
    expect(codesOf(await fileOf(customer, november.id, 'fees'))).toEqual(['format: format_unavailable'])
    expect((await fileOf(other, december.id, 'fees')).status).toBe(404)
    const text = await textOf((await fileOf(customer, december.id, 'fees')).file)
    expect(text).toContain('Aucun frais n’a été prélevé')
    expect(text).toMatch(/des relevés \d{12}-2025-001 à \d{12}-2025-002/)
    const alone = first((await statementsOf(other)).filter(({ has_fee_summary }) => has_fee_summary))
    expect(await textOf((await fileOf(other, alone.id, 'fees')).file)).toMatch(/du relevé \d{12}-2025-001 ;/)
  })

  it('is there with the last statement of a closed account', async () => {
    const customer = await bank.aCustomer()
    await bank.deposit(customer.account_id, 500_000, '2026-01-05')
    await charge(customer.account_id, '2026-01-31', accountFee)
    await produce()
    const summaries = async () =>
      (await statementsOf(await bank.signIn(customer))).flatMap(({ from, has_fee_summary }) =>
        has_fee_summary ? [from] : [],
      )
    expect(await summaries()).toEqual([])
    await bank.owner.query("UPDATE accounts SET status = 'closed' WHERE id = $1", [customer.account_id])
    expect(await summaries()).toEqual(['2026-02-01'])
    await bank.owner.query("UPDATE accounts SET status = 'active' WHERE id = $1", [customer.account_id])
    await charge(customer.account_id, '2026-03-02', accountFee)
    await bank.owner.query("UPDATE accounts SET status = 'closed' WHERE id = $1", [customer.account_id])
    expect(await summaries()).toEqual([])
  })
})

describe('the notices of operations', () => {
  it('contain the amount, fee, tax and net amount of each operation that has a notice', async () => {
    const customer = await bank.aCustomer({ balance: 500_000 })
    await pay(customer.account_id, 120_000, '2026-02-10', { fee: 500, tax: 85 })
    const { body } = await customer.call(listDocuments, { query: { type: 'avis' } })
    expect(body.map(({ amount, identity, from }) => [amount, identity?.name, from])).toEqual([
      [-120_000, 'Maison Delorme & Cie', '2026-02-10'],
      [500_000, { fr: 'Versement d’espèces', en: 'Cash deposit' }, '2026-01-05'],
    ])
    // The name that is shown finds it, and the wording too.
    for (const search of ['versement d’espèces', 'VERSEMENT ESP', '500 000']) {
      const found = (await customer.call(listDocuments, { query: { type: 'avis', search } })).body
      expect(found.map(({ amount }) => amount)).toEqual([500_000])
    }
    const { pages } = await readPdf((await fileOf(customer, first(body).id)).file)
    const text = (pages[0] ?? '').replaceAll(/[\u00A0\u202F]/g, ' ')
    for (const part of ['Avis de débit', '120 000 F CFA', '500 F CFA', 'TAF (17 %) 85 F CFA', '120 585 F CFA'])
      expect(text).toContain(part)
  })

  it('name a cheque that came back an unpaid notice', async () => {
    const customer = await bank.aCustomer({ balance: 500_000 })
    await pay(customer.account_id, 75_000, '2026-02-10', { label: 'CHEQUE IMPAYE 4471902' })
    const { body } = await customer.call(listDocuments, { query: { type: 'avis' } })
    expect(body[0]?.identity?.state).toBe('unpaid')
    const text = await textOf((await fileOf(customer, first(body).id)).file)
    expect(text).toContain('Avis d’impayé')
    expect(text).not.toContain('Avis de débit')
  })

  it('are available as camt.054, and as MT900 of a debit or MT910 of a credit', async () => {
    const customer = await bank.aCustomer({ balance: 500_000 })
    await pay(customer.account_id, 120_000, '2026-02-10', { fee: 500, tax: 85, label: 'VIR EMIS LOYER FÉVRIER' })
    const { body } = await customer.call(listDocuments, { query: { type: 'avis' } })
    const [debit, credit] = body
    const xml = await fileOf(customer, debit?.id ?? '', 'camt054')
    expect(xml.headers['content-disposition']).toMatch(/filename=Avis-2026-02-10-[\w-]+\.camt054\.xml$/)
    expect(xml.file.toString()).toContain('<Amt Ccy="XOF">120000</Amt>')
    const message = (await fileOf(customer, debit?.id ?? '', 'mt900')).file.toString('latin1')
    expect(message.split('\r\n')).toEqual(
      expect.arrayContaining([':21:V260210-7K3F9QTX', `:25:${customer.iban}`, ':32A:260210XOF120000,']),
    )
    expect((await fileOf(customer, credit?.id ?? '', 'mt910')).file.toString('latin1')).toContain(
      ':32A:260105XOF500000,',
    )
    for (const [id, format] of [
      [debit?.id, 'mt910'],
      [credit?.id, 'mt900'],
    ] as const)
      expect(codesOf(await fileOf(customer, id ?? '', format))).toEqual(['format: format_unavailable'])
  })
})

describe('the copies of SWIFT messages', () => {
  it('are available once the message was sent, as MT103 and pacs.008', async () => {
    const folder = makeTemporaryFolder('connect-statements')
    const ports = { db: bank.db, clock: { now: () => bank.clock.at } }
    const payer = await bank.aCustomer({ balance: 10_000_000 })
    const beneficiary_id = await bank.aBeneficiary(
      payer.account_id,
      'FR1420041010050500013M02606',
      'Maison Delorme & Œuvres',
    )
    const order = await payer.confirm(createTransfer, {
      body: {
        type: 'direct',
        amount: 250_000,
        label: 'Facture d’été',
        comment: null,
        beneficiary_id,
        purpose: 'goods',
      },
    })
    expect(order.status).toBe(201)
    const copies = async () => (await payer.call(listDocuments, { query: { type: 'swift' } })).body
    while ((await runDueTransfers(ports)) > 0);
    expect(await copies()).toEqual([])
    await sendPayments({ ...ports, notify: async () => undefined, folder })
    const [copy, ...more] = await copies()
    expect(more).toEqual([])
    expect(copy).toMatchObject({
      // 250,000 F at the parity.
      amount: 38_112,
      currency: 'EUR',
      identity: { name: 'Maison Delorme & Œuvres', memo: 'Facture d’été' },
      reference: order.body.reference,
      is_new: true,
    })
    const found = async (search: string) =>
      (await payer.call(listDocuments, { query: { type: 'swift', search } })).body.length
    expect([await found('delorme'), await found(order.body.reference.toLowerCase()), await found('personne')]).toEqual([
      1, 1, 0,
    ])
    const id = copy?.id ?? ''
    const mt = (await fileOf(payer, id, 'mt103')).file.toString('latin1')
    const uetr = /\{3:\{121:([0-9a-f-]{36})\}\}/.exec(mt)?.[1]
    expect(mt).toMatch(/^\{1:F01TERASNDAXXXX0{10}\}/)
    expect(mt.split('\r\n')).toEqual(
      expect.arrayContaining([
        `:20:${order.body.reference}`,
        ':23B:CRED',
        `:50K:/${payer.iban}`,
        ':59:/FR1420041010050500013M02606',
        'MAISON DELORME + OEUVRES',
        ":70:FACTURE D'ETE",
        ':71A:SHA',
        '-}',
      ]),
    )
    expect(mt).toMatch(/:32A:2603\d\dEUR381,12\r\n:33B:XOF250000,\r\n:36:655,957\r\n/)
    const pacs = (await fileOf(payer, id, 'pacs008')).file.toString()
    expect(pacs).toContain(`<UETR>${uetr}</UETR>`)
    expect(pacs).toContain('<IntrBkSttlmAmt Ccy="EUR">381.12</IntrBkSttlmAmt>')
    const { pages } = await readPdf((await fileOf(payer, id)).file)
    expect(pages[0]).toContain('Copie du message SWIFT')
    expect(pages[0]).toContain(uetr)
    rmSync(folder, { recursive: true, force: true })
  })
})

describe('the list of documents', () => {
  it('filters by period, and marks documents as new until their reader opened them', async () => {
    const customer = await bank.aCustomer({ balance: 1_000 })
    const colleague = await bank.aMember(customer.account_id)
    await produce()
    const query = { from: '2026-02-10', to: '2026-02-20' }
    const found = await customer.call(listDocuments, { query })
    expect(found.body.map(({ from, is_new }) => [from, is_new])).toEqual([['2026-02-01', true]])
    expect(found.headers[headers.totalCount.toLowerCase()]).toBe('1')
    await fileOf(customer, first(found.body).id)
    expect(first((await customer.call(listDocuments, { query })).body).is_new).toBe(false)
    expect(first((await colleague.call(listDocuments, { query })).body).is_new).toBe(true)
    expect((await customer.call(listDocuments, { query: { page: 2 } })).body).toEqual([])
    expect(codesOf(await customer.call(listDocuments, { query: { from: '2026-03-01', to: '2026-02-01' } }))).toEqual([
      'to: period_reversed',
    ])
    expect((await customer.call(listDocuments, { query: { from: '2026-02-30' } })).status).toBe(422)
  })

  it('filters by text, amount and direction', async () => {
    const customer = await bank.aCustomer()
    await bank.deposit(customer.account_id, 500_000, '2025-12-20')
    await pay(customer.account_id, 120_000, '2026-02-10', { label: 'LOYER 50% FÉVRIER' })
    await pay(customer.account_id, 30_000, '2026-02-11')
    await produce()
    const found = async (query: Record<string, unknown>) => {
      const reply = await customer.call(listDocuments, { query: { type: 'avis', ...query } })
      return [Number(reply.headers['x-pagination-total-count']), reply.body.map(({ amount }) => amount)]
    }
    expect(await found({ search: 'fevrier' })).toEqual([1, [-120_000]])
    expect(await found({ search: '50%' })).toEqual([1, [-120_000]])
    expect(await found({ search: 'delorme' })).toEqual([2, [-30_000, -120_000]])
    expect(await found({ search: '500 000' })).toEqual([1, [500_000]])
    expect(await found({ sign: 'debit', search: 'delorme', from: '2026-02-11' })).toEqual([1, [-30_000]])
    expect(await found({ sign: 'credit' })).toEqual([1, [500_000]])
    expect(await found({ search: 'nulle part' })).toEqual([0, []])
    expect(await found({ type: 'statements', search: '2026-0' })).toEqual([2, [350_000, 500_000]])
    expect(await found({ type: 'swift', search: 'delorme' })).toEqual([0, []])
    expect(codesOf(await customer.call(listDocuments, { query: { type: 'swift', sign: 'debit' } }))).toEqual([
      'sign: invalid',
    ])
    expect(codesOf(await customer.call(listDocuments, { query: { search: 'x'.repeat(65) } }))).toEqual([
      'search: text_too_long',
    ])
  })

  it('refuses formats that a document does not have, and users without the right', async () => {
    const [customer, other] = [await bank.aCustomer({ balance: 1_000 }), await bank.aCustomer({ balance: 1_000 })]
    await produce()
    const { id } = first(await statementsOf(customer))
    const notice = first((await customer.call(listDocuments, { query: { type: 'avis' } })).body)
    expect(codesOf(await fileOf(customer, id, 'mt103'))).toEqual(['format: format_unavailable'])
    expect(codesOf(await fileOf(customer, notice.id, 'mt940'))).toEqual(['format: format_unavailable'])
    for (const wanted of [id, notice.id, newId(), 'x']) {
      expect((await fileOf(other, wanted)).status).toBe(404)
      expect((await other.call(archiveDocuments, { body: { ids: [wanted] } })).status).toBe(wanted === 'x' ? 422 : 404)
    }
    expect(first(await statementsOf(customer)).is_new).toBe(true)
  })

  it('downloads up to a hundred documents in one archive', async () => {
    const customer = await bank.aCustomer({ balance: 1_000 })
    await produce()
    const ids = [
      ...(await statementsOf(customer)),
      ...(await customer.call(listDocuments, { query: { type: 'avis' } })).body,
    ].map(({ id }) => id)
    const reply = await customer.call(archiveDocuments, { body: { ids: [...ids, ...ids] } })
    expect(reply.headers['content-disposition']).toBe('attachment; filename=Documents-2026-03-10.zip')
    const zip = reply.body as unknown as Buffer
    expect(zip.subarray(0, 2).toString()).toBe('PK')
    const text = zip.toString('latin1')
    expect(text.match(/Releve-\d{12}-2026-00[12]\.pdf/g)).toHaveLength(4)
    expect(text.match(/Avis-2026-01-05-[0-9a-f]{8}\.pdf/g)).toHaveLength(2)
    expect((await statementsOf(customer)).every(({ is_new }) => !is_new)).toBe(true)
    const tooMany = await customer.call(archiveDocuments, { body: { ids: Array.from({ length: 101 }, newId) } })
    expect(codesOf(tooMany)).toEqual(['ids: too_many_documents'])
    expect(codesOf(await customer.call(archiveDocuments, { body: { ids: [] } }))).toEqual(['ids: required'])
  })
})
