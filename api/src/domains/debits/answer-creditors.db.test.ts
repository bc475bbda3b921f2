import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { disputeDebit, listDebits, rejectDebit } from 'contract/products/debits.ts'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { openTestBank, type TestBank, type Visitor } from '../../../test/test-bank.ts'
import type { Db } from '../../db/db.ts'
import { dbOver, openPool } from '../../db/sql.ts'
import { newId } from '../../adapters/ids.ts'
import { readXml } from '../../formats/xml.ts'
import { answerRefundClaim } from './answer-refund-claim.ts'
import { answerCreditors } from './answer-creditors.ts'
import { presentCollections } from './present-collections.ts'
import { runCollections } from './run-collections.ts'

const UNKNOWN = 'SN08SN0100152000048500003035'
const portalUrl = 'https://banque.example/connect/'

let bank: TestBank
let pool: pg.Pool
let operators: Db
let folder: string
const clock = { now: () => bank.clock.at }
beforeAll(async () => {
  bank = await openTestBank()
  pool = openPool(bank.url, { size: 3, onError: () => undefined, operator: 'Mariama Faye' })
  operators = dbOver(pool)
})
beforeEach(async () => {
  at('2026-03-10T09:30')
  folder = await mkdtemp(join(tmpdir(), 'connect-answers-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))
afterAll(async () => {
  await pool.end()
  await bank.close()
})

function at(moment: string) {
  bank.clock.at = new Date(`${moment}:00Z`)
}

type Line = { iban: string; reference: string; amount?: number; due?: string; bic?: string }
/** A creditor's message, each line in a group of its own. */
async function present(lines: readonly Line[], message = newId().slice(-30)) {
  const groups = lines.map(
    ({ iban, reference, amount = 31_420, due = '2026-03-13', bic = 'CBAOSNDA' }) => `
  <PmtInf><PmtInfId>${reference}</PmtInfId><PmtMtd>DD</PmtMtd>
    <PmtTpInf><LclInstrm><Cd>CORE</Cd></LclInstrm><SeqTp>FRST</SeqTp></PmtTpInf>
    <ReqdColltnDt>${due}</ReqdColltnDt><Cdtr><Nm>Senelec</Nm></Cdtr><CdtrAgt><FinInstnId><BICFI>${bic}</BICFI></FinInstnId></CdtrAgt>
    <CdtrSchmeId><Id><PrvtId><Othr><Id>SN27ZZZ004812</Id></Othr></PrvtId></Id></CdtrSchmeId>
    <DrctDbtTxInf><PmtId><InstrId>I-${reference}</InstrId><EndToEndId>${reference}</EndToEndId></PmtId><InstdAmt Ccy="XOF">${amount}</InstdAmt>
      <DrctDbtTx><MndtRltdInf><MndtId>RUM-0042</MndtId><DtOfSgntr>2025-06-02</DtOfSgntr></MndtRltdInf></DrctDbtTx>
      <DbtrAcct><Id><IBAN>${iban}</IBAN></Id></DbtrAcct></DrctDbtTxInf></PmtInf>`,
  )
  const file = Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.008.001.08"><CstmrDrctDbtInitn>
  <GrpHdr><MsgId>${message}</MsgId><CreDtTm>2026-03-10T08:00:00Z</CreDtTm><NbOfTxs>${lines.length}</NbOfTxs><InitgPty><Nm>Senelec</Nm></InitgPty></GrpHdr>${groups.join('')}
</CstmrDrctDbtInitn></Document>`)
  expect(await presentCollections({ db: bank.db, clock }, `${message}.xml`, file)).toMatchObject({ outcome: 'applied' })
  return message
}
const run = () => runCollections({ db: bank.db, clock, portalUrl })
const answers = (into = folder) => answerCreditors({ db: operators, clock }, into)
const debitOf = async (visitor: Visitor) => {
  const session = await bank.signIn(visitor)
  for (const tab of ['upcoming', 'history'] as const) {
    const [debit] = (await session.call(listDebits, { query: { tab } })).body
    if (debit) return { session, params: { id: debit.id } }
  }
  throw new Error('no debit')
}

type Read = Record<string, unknown>
const contentOf = (file: string) => readFile(join(folder, file))
const documentOf = async (file: string) =>
  readXml(await contentOf(file), ['TxInfAndSts', 'TxInf', 'OrgnlGrpInfAndSts'])['Document'] as Record<string, Read>
type Status = { OrgnlEndToEndId: string; TxSts: string; StsRsnInf?: { Rsn: { Cd: string } } }
const statuses = (document: Record<string, Read>) =>
  ((document['FIToFIPmtStsRpt']?.['TxInfAndSts'] ?? []) as Status[]).map(({ OrgnlEndToEndId, TxSts, StsRsnInf }) => [
    OrgnlEndToEndId,
    TxSts,
    StsRsnInf?.Rsn.Cd ?? null,
  ])
/** The names of the elements inside the first such element, in order. */
async function orderIn(file: string, element: string): Promise<string[]> {
  const [, inside = ''] = new RegExp(`<${element}>(.*?)</${element}>`, 's').exec(String(await contentOf(file))) ?? []
  return [...inside.matchAll(/<(\w+)/g)].map(([, name = '']) => name)
}

it('takes a collection once that a creditor presents in two messages, also where it was refused', async () => {
  const [paying, unwilling] = [await bank.aCustomer({ balance: 200_000 }), await bank.aCustomer({ balance: 90_000 })]
  await present([
    { iban: paying.iban, reference: 'D-1' },
    { iban: unwilling.iban, reference: 'D-2' },
  ])
  const refusing = await debitOf(unwilling)
  expect((await refusing.session.call(rejectDebit, { params: refusing.params })).status).toBe(200)
  const twice = newId().slice(-30)
  const [first, second] = [
    [
      { iban: paying.iban, reference: 'D-1' },
      { iban: unwilling.iban, reference: 'D-2' },
      // The reference of another day or amount is another collection.
      { iban: paying.iban, reference: 'D-1', due: '2026-03-16' },
    ],
    [
      { iban: paying.iban, reference: 'D-1', amount: 9_000 },
      { iban: paying.iban, reference: 'D-1', amount: 9_000 },
    ],
  ]
  await Promise.all([present(first, twice), present(second)])
  at('2026-03-16T08:00')
  expect(await run()).toBe(3)
  const files = await answers()
  const of = files.find(({ message_id }) => message_id === twice)
  expect(statuses(await documentOf(of?.file ?? ''))).toEqual([
    ['D-1', 'RJCT', 'AM05'],
    ['D-2', 'RJCT', 'AM05'],
    ['D-1', 'ACSC', null],
  ])
  expect(await bank.available(paying.account_id)).toBe(200_000 - 2 * 31_420 - 9_000)
  expect(await bank.available(unwilling.account_id)).toBe(90_000)
})

it('reports the outcome of each collection to the creditor’s bank once, with every code', async () => {
  const [paying, poor, unwilling] = [
    await bank.aCustomer({ balance: 90_000 }),
    await bank.aCustomer({ balance: 10 }),
    await bank.aCustomer(),
  ]
  const message = await present([
    { iban: paying.iban, reference: 'F-1' },
    { iban: poor.iban, reference: 'F-2' },
    { iban: unwilling.iban, reference: 'F-3' },
    { iban: UNKNOWN, reference: 'F-4' },
    { iban: paying.iban, reference: 'F-5', due: '2026-03-10' },
    { iban: paying.iban, reference: 'F-6', due: '2026-03-20' },
  ])
  const refusing = await debitOf(unwilling)
  expect((await refusing.session.call(rejectDebit, { params: refusing.params })).status).toBe(200)
  // The lines that have ended already; the others follow on their day.
  const [early, ...none] = await answers()
  expect(none).toEqual([])
  expect(statuses(await documentOf(early?.file ?? ''))).toEqual([
    ['F-3', 'RJCT', 'MS02'],
    ['F-4', 'RJCT', 'AC01'],
    ['F-5', 'RJCT', 'DT01'],
  ])
  at('2026-03-13T08:00')
  expect(await run()).toBe(2)
  const [later] = await answers()
  const file = later?.file ?? ''
  const document = await documentOf(file)
  expect(statuses(document)).toEqual([
    ['F-1', 'ACSC', null],
    ['F-2', 'RJCT', 'AM04'],
  ])
  expect(document).toMatchObject({
    FIToFIPmtStsRpt: {
      GrpHdr: {
        CreDtTm: '2026-03-13T08:00:00Z',
        InstgAgt: { FinInstnId: { BICFI: 'TERASNDA' } },
        InstdAgt: { FinInstnId: { BICFI: 'CBAOSNDA' } },
      },
      OrgnlGrpInfAndSts: [{ OrgnlMsgId: message, OrgnlMsgNmId: 'pain.008.001.08' }],
      TxInfAndSts: [{ OrgnlInstrId: 'I-F-1' }, { OrgnlInstrId: 'I-F-2' }],
    },
  })
  expect(String(await contentOf(file))).toContain('<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pacs.002.001.10">')
  // In the order of the schema.
  expect(await orderIn(file, 'GrpHdr')).toEqual([
    'MsgId',
    'CreDtTm',
    'InstgAgt',
    'FinInstnId',
    'BICFI',
    'InstdAgt',
    'FinInstnId',
    'BICFI',
  ])
  expect(await orderIn(early?.file ?? '', 'TxInfAndSts')).toEqual([
    'StsId',
    'OrgnlGrpInf',
    'OrgnlMsgId',
    'OrgnlMsgNmId',
    'OrgnlInstrId',
    'OrgnlEndToEndId',
    'TxSts',
    'StsRsnInf',
    'Rsn',
    'Cd',
  ])
  expect(await answers()).toEqual([])
})

it('returns refunded collections and accepted claims once', async () => {
  const [refunded, claiming] = [await bank.aCustomer({ balance: 90_000 }), await bank.aCustomer({ balance: 90_000 })]
  const message = await present([
    { iban: refunded.iban, reference: 'R-1', amount: 12_000 },
    { iban: claiming.iban, reference: 'R-2', amount: 8_000 },
  ])
  at('2026-03-13T08:00')
  await run()
  const back = await debitOf(refunded)
  expect((await back.session.confirm(disputeDebit, { params: back.params, body: { reason: 'refund' } })).status).toBe(
    200,
  )
  // Refunded before it was answered: it is answered as settled, then as returned.
  const [report, returned] = await answers()
  expect(statuses(await documentOf(report?.file ?? ''))).toEqual([
    ['R-1', 'ACSC', null],
    ['R-2', 'ACSC', null],
  ])
  const file = returned?.file ?? ''
  expect(String(await contentOf(file))).toContain('<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pacs.004.001.09">')
  expect(await documentOf(file)).toMatchObject({
    PmtRtr: {
      GrpHdr: {
        NbOfTxs: '1',
        TtlRtrdIntrBkSttlmAmt: { '#text': '12000', '@Ccy': 'XOF' },
        IntrBkSttlmDt: '2026-03-13',
        SttlmInf: { SttlmMtd: 'CLRG' },
      },
      TxInf: [
        {
          OrgnlGrpInf: { OrgnlMsgId: message },
          OrgnlEndToEndId: 'R-1',
          OrgnlIntrBkSttlmAmt: { '#text': '12000' },
          OrgnlIntrBkSttlmDt: '2026-03-13',
          RtrdIntrBkSttlmAmt: { '#text': '12000', '@Ccy': 'XOF' },
          RtrRsnInf: { Rsn: { Cd: 'MD06' } },
        },
      ],
    },
  })
  expect(await orderIn(file, 'TxInf')).toEqual([
    'RtrId',
    'OrgnlGrpInf',
    'OrgnlMsgId',
    'OrgnlMsgNmId',
    'OrgnlInstrId',
    'OrgnlEndToEndId',
    'OrgnlIntrBkSttlmAmt',
    'OrgnlIntrBkSttlmDt',
    'RtrdIntrBkSttlmAmt',
    'RtrRsnInf',
    'Rsn',
    'Cd',
  ])
  expect(await orderIn(file, 'GrpHdr')).toEqual([
    'MsgId',
    'CreDtTm',
    'NbOfTxs',
    'TtlRtrdIntrBkSttlmAmt',
    'IntrBkSttlmDt',
    'SttlmInf',
    'SttlmMtd',
    'ClrSys',
    'Prtry',
    'InstgAgt',
    'FinInstnId',
    'BICFI',
    'InstdAgt',
    'FinInstnId',
    'BICFI',
  ])
  at('2026-07-10T10:00')
  const claim = await debitOf(claiming)
  expect(
    (await claim.session.confirm(disputeDebit, { params: claim.params, body: { reason: 'unauthorised' } })).status,
  ).toBe(200)
  expect(await answers()).toEqual([])
  expect(await answerRefundClaim({ db: operators, clock, portalUrl }, { id: claim.params.id, refusal: null })).toBe(
    'refunded',
  )
  const [last, ...more] = await answers()
  expect([last?.kind, last?.lines, more]).toEqual(['pacs.004', 1, []])
  expect(await documentOf(last?.file ?? '')).toMatchObject({
    PmtRtr: {
      TxInf: [{ OrgnlEndToEndId: 'R-2', OrgnlIntrBkSttlmDt: '2026-03-13', RtrRsnInf: { Rsn: { Cd: 'MD01' } } }],
    },
  })
  expect(await answers()).toEqual([])
})

it('writes one file for each bank, and rewrites the same bytes after a crash', async () => {
  const message = await present([
    { iban: UNKNOWN, reference: 'B-1' },
    { iban: UNKNOWN, reference: 'B-2', bic: 'SGSNSNDA' },
  ])
  const [one, other] = await Promise.all([answers(), answers()])
  const files = [...new Set([...one, ...other].map(({ file }) => file))]
  expect(files).toHaveLength(2)
  expect((await readdir(folder)).toSorted()).toEqual(files.toSorted())
  const banks = await Promise.all(
    files.map(async (file) => /<InstdAgt>\s*<FinInstnId>\s*<BICFI>(\w+)/.exec(String(await contentOf(file)))?.[1]),
  )
  expect(banks.toSorted()).toEqual(['CBAOSNDA', 'SGSNSNDA'])
  const before = await Promise.all(files.map(contentOf))
  await bank.owner.query('UPDATE collection_answers SET written_at = NULL WHERE message_id = $1', [message])
  for (const file of files) await rm(join(folder, file))
  at('2026-03-11T10:00')
  expect((await answers()).map(({ file }) => file).toSorted()).toEqual(files.toSorted())
  expect(await Promise.all(files.map(contentOf))).toEqual(before)
})
