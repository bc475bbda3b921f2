// Direct debits that the bank of a creditor sends as pacs.003, from the file to the answer.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listDebits, listMandates } from 'contract/products/debits.ts'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestBank, type TestBank } from '../../../test/test-bank.ts'
import { dbOver, openPool } from '../../db/sql.ts'
import { answerCreditors } from './answer-creditors.ts'
import { presentCollections } from './present-collections.ts'
import { runCollections } from './run-collections.ts'

let bank: TestBank
let pool: pg.Pool
let folder: string
const clock = { now: () => bank.clock.at }
beforeAll(async () => {
  bank = await openTestBank()
  pool = openPool(bank.url, { size: 2, onError: () => undefined, operator: 'Mariama Faye' })
  folder = await mkdtemp(join(tmpdir(), 'connect-interbank-'))
})
afterAll(async () => {
  await pool.end()
  await bank.close()
  await rm(folder, { recursive: true, force: true })
})

type Debit = { tx: string; iban: string; creditor?: string; sequence?: string; scheme?: string; debtor?: string }
const debit = ({ tx, iban, creditor = 'SN27ZZZ004812', sequence = 'FRST', scheme = '', debtor = '' }: Debit) =>
  `<DrctDbtTxInf><PmtId><InstrId>I-${tx}</InstrId><EndToEndId>E-${tx}</EndToEndId><TxId>${tx}</TxId></PmtId><PmtTpInf>${scheme}<SeqTp>${sequence}</SeqTp></PmtTpInf><IntrBkSttlmAmt Ccy="XOF">12345</IntrBkSttlmAmt><ChrgBr>SLEV</ChrgBr><ReqdColltnDt>2026-03-13</ReqdColltnDt><DrctDbtTx><MndtRltdInf><MndtId>RUM-${tx}</MndtId><DtOfSgntr>2025-06-02</DtOfSgntr></MndtRltdInf><CdtrSchmeId><Id><PrvtId><Othr><Id>${creditor}</Id></Othr></PrvtId></Id></CdtrSchmeId></DrctDbtTx><Cdtr><Nm>Senelec</Nm></Cdtr><CdtrAgt><FinInstnId><BICFI>CBAOSNDA</BICFI></FinInstnId></CdtrAgt>${debtor}<DbtrAcct><Id><IBAN>${iban}</IBAN></Id></DbtrAcct></DrctDbtTxInf>`
const present = (id: string, debits: readonly Debit[], { count = debits.length, sum = debits.length * 12_345 } = {}) =>
  presentCollections(
    { db: bank.db, clock },
    `${id}.xml`,
    Buffer.from(
      `<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pacs.003.001.08"><FIToFICstmrDrctDbt><GrpHdr><MsgId>${id}</MsgId><CreDtTm>2026-03-10T08:00:00Z</CreDtTm><NbOfTxs>${count}</NbOfTxs><CtrlSum>${sum}</CtrlSum><SttlmInf><SttlmMtd>CLRG</SttlmMtd></SttlmInf><InstgAgt><FinInstnId><BICFI>CBAOSNDA</BICFI></FinInstnId></InstgAgt></GrpHdr>${debits.map(debit).join('')}</FIToFICstmrDrctDbt></Document>`,
    ),
  )
/** The written answers as text, one line for each transaction. */
async function answers(): Promise<string[]> {
  const written = await answerCreditors({ db: dbOver(pool), clock }, folder)
  const files = await Promise.all(written.map(({ file }) => readFile(join(folder, file), 'utf8')))
  return files.flatMap((xml) =>
    [...xml.matchAll(/<TxInfAndSts>(.*?)<\/TxInfAndSts>/gs)].map(([, line = '']) =>
      ['OrgnlMsgNmId', 'OrgnlTxId', 'TxSts', 'Cd']
        .flatMap((name) => new RegExp(`<${name}>([^<]*)`).exec(line)?.[1] ?? [])
        .join(' '),
    ),
  )
}

it('are announced or refused with their reasons, and answered by the name and the ids of their message', async () => {
  const before = bank.clock.at
  const payer = await bank.aCustomer({ balance: 100_000 })
  const said = await present('M-1', [
    { tx: 'T1', iban: payer.iban },
    { tx: 'T2', iban: payer.iban, creditor: 'SN12ZZZ123456' },
    { tx: 'T3', iban: payer.iban, sequence: 'RCUR' },
    { tx: 'T4', iban: payer.iban, debtor: '<Dbtr><Nm>Not Awa At All</Nm></Dbtr>' },
    { tx: 'T5', iban: payer.iban, scheme: '<LclInstrm><Cd>CORE</Cd></LclInstrm>' },
  ])
  expect(said).toMatchObject({ outcome: 'applied' })
  expect((await payer.call(listDebits, { query: { tab: 'upcoming' } })).body.map(({ umr }) => umr).toSorted()).toEqual([
    'RUM-T1',
    'RUM-T5',
  ])
  // The debit of the country waits for its authorisation by the debtor; without it, nothing is debited.
  const mandates = (await payer.call(listMandates, {})).body.map(({ umr, status }) => `${umr} ${status}`)
  expect(mandates.toSorted()).toEqual(['RUM-T1 pending_confirmation', 'RUM-T5 active'])
  bank.clock.at = new Date('2026-03-13T09:00:00Z')
  await runCollections({ db: bank.db, clock, portalUrl: 'https://banque.example/connect/' })
  expect(await answers()).toEqual([
    'pacs.003.001.08 T1 RJCT MD01',
    'pacs.003.001.08 T2 RJCT BE05',
    'pacs.003.001.08 T3 RJCT MD01',
    'pacs.003.001.08 T4 RJCT BE01',
    'pacs.003.001.08 T5 ACSC',
  ])
  bank.clock.at = before
})

it.each([
  ['count', { count: 5 }, 'AM18'],
  ['control sum', { sum: 999 }, 'AM10'],
])('are refused as a whole by a wrong %s, each line with its reason', async (name, wrong, reason) => {
  const payer = await bank.aCustomer({})
  const said = await present(`M-${name}`, [{ tx: `T-${reason}`, iban: payer.iban }], wrong)
  expect(said).toMatchObject({ outcome: 'refused' })
  expect(await answers()).toEqual([`pacs.003.001.08 T-${reason} RJCT ${reason}`])
})
