import { text } from 'node:stream/consumers'
import { operationTypes } from 'contract/accounts/operations.ts'
import { expect, it } from 'vitest'
import type { AccountReport, ReportEntry } from './account-report.ts'
import { camt053 } from './camt053.ts'
import { camt054 } from './camt054.ts'
import { mt900 } from './mt900.ts'
import { mt940 } from './mt940.ts'
import { readXml } from './xml.ts'

const report: AccountReport = {
  number: '100003301001-20260901-20261122-1015',
  sequence: 1,
  made_at: new Date('2026-11-22T10:15:00Z'),
  account: {
    iban: 'SN08SN9990100210000330100102',
    holder: 'Aminata Sow',
    currency: 'EUR',
    bank_bic: 'TERASNDA',
    bank_code: 'SN999',
  },
  period: { from: '2026-09-01', to: '2026-11-22' },
  opening: 0,
  credits: 0,
  debits: 0,
  closing: 0,
  entry_count: 1,
}
const entry: ReportEntry = {
  id: '01a0623743407a0297b6e63c57baa52b',
  booking_date: '2026-09-02',
  value_date: '2026-09-04',
  type: 'transfer_in',
  label: 'VIR RECU',
  counterparty: 'Aminata Sow',
  reference: 'REF-1',
  amount: 1_205,
}

type Coded = {
  CdtDbtInd: string
  BkTxCd: { Domn?: { Cd: string; Fmly: { Cd: string; SubFmlyCd: string } }; Prtry: { Cd: string } }
}

async function textOf(write: typeof camt053, ...entries: Partial<ReportEntry>[]): Promise<string> {
  async function* chunks() {
    yield entries.map((own) => ({ ...entry, ...own }))
  }
  return text(write(report, chunks()))
}
async function entriesOf<T>(...entries: Partial<ReportEntry>[]): Promise<T[]> {
  const xml = readXml(Buffer.from(await textOf(camt053, ...entries)), ['Ntry', 'Ustrd'])
  return (xml as { Document: { BkToCstmrStmt: { Stmt: { Ntry: T[] } } } }).Document.BkToCstmrStmt.Stmt.Ntry
}

it('respects the maximum lengths of camt.053 for any text, and writes no empty element', async () => {
  type Texts = {
    NtryDtls: {
      TxDtls: { Refs?: { EndToEndId: string }; RltdPties?: { Dbtr: { Nm: string } }; RmtInf: { Ustrd: string[] } }
    }
  }
  const [long] = await entriesOf<Texts>({
    label: 'é'.repeat(300),
    counterparty: 'n'.repeat(200),
    reference: 'r'.repeat(40),
  })
  const { Refs, RltdPties, RmtInf } = long!.NtryDtls.TxDtls
  expect([Refs?.EndToEndId.length, RltdPties?.Dbtr.Nm.length, RmtInf.Ustrd.map(({ length }) => length)]).toEqual([
    35,
    140,
    [140, 140, 20],
  ])
  for (const none of ['', null])
    expect(await textOf(camt053, { counterparty: none, reference: none })).not.toMatch(/<(\w+)><\/\1>/)
})

it('writes the camt.053 code with the direction of the movement, or only the proprietary code if none exists', async () => {
  const codeOf = ({ CdtDbtInd, BkTxCd: { Domn, Prtry } }: Coded) =>
    [Prtry.Cd, CdtDbtInd, ...(Domn ? [Domn.Cd, Domn.Fmly.Cd, Domn.Fmly.SubFmlyCd] : [])].join(' ')
  const types = operationTypes.flatMap((type) => [1, -1].map((amount) => ({ type, amount })))
  const codes = (await entriesOf<Coded>(...types)).map(codeOf)
  for (const [family, side] of [
    ['MCOP', 'CRDT'],
    ['MDOP', 'DBIT'],
    ['CCRD', 'DBIT'],
    ['RDDT', 'DBIT'],
    ['CNTR', 'CRDT'],
  ] as const)
    for (const code of codes.filter((one) => one.includes(family))) expect(code).toContain(side)
  expect(codes).toEqual(
    expect.arrayContaining(['interest CRDT ACMT MCOP INTR', 'interest DBIT ACMT MDOP INTR', 'loan CRDT', 'other DBIT']),
  )
})

it.each([
  ['FACT//2026/07', 'FACT/2026/07'],
  ['//REF/', 'REF'],
  ['/', 'NONREF'],
  ['مرجع', 'NONREF'],
  ['ABCDEFGHIJKLMNO/PQ', 'ABCDEFGHIJKLMNO'],
])('writes the reference %s without the two slashes that end it in MT940', async (reference, written) => {
  expect(await textOf(mt940, { reference })).toContain(`NTRF${written}//97B6E63C57BAA52B\r\n`)
})

it('writes the notice of one movement as camt.054, with the same entry as camt.053', async () => {
  type Notice = { Id: string; CreDtTm: string; Acct: { Id: { IBAN: string } }; Ntry: unknown[] }
  const own = { ...entry, label: 'Facture & solde', amount: -1_205 }
  const xml = readXml(Buffer.from(camt054(own, report.account)), ['Ntry', 'Ustrd'])
  const { Ntfctn } = (xml as { Document: { BkToCstmrDbtCdtNtfctn: { Ntfctn: Notice } } }).Document.BkToCstmrDbtCdtNtfctn
  expect([Ntfctn.Id, Ntfctn.CreDtTm, Ntfctn.Acct.Id.IBAN]).toEqual([
    entry.id,
    '2026-09-02T00:00:00Z',
    report.account.iban,
  ])
  expect(Ntfctn.Ntry).toEqual(await entriesOf(own))
})

it('writes the notice of a debit as MT900, and of a credit as MT910 with the payer', () => {
  const label = 'Règlement de la facture 4417, livraison du 3 septembre'
  expect(mt900({ ...entry, label, amount: -1_205 }, report.account).split('\r\n')).toEqual([
    ':20:97B6E63C57BAA52B',
    ':21:REF-1',
    ':25:SN08SN9990100210000330100102',
    ':32A:260904EUR12,05',
    ':72:REGLEMENT DE LA FACTURE 4417, LIVRA',
    'ISON DU 3 SEPTEMBRE AMINATA SOW',
    '-',
    '',
  ])
  expect(
    mt900({ ...entry, reference: null }, report.account)
      .split('\r\n')
      .slice(1, 6),
  ).toEqual([
    ':21:NONREF',
    ':25:SN08SN9990100210000330100102',
    ':32A:260904EUR12,05',
    ':50K:AMINATA SOW',
    ':72:VIR RECU',
  ])
  // Nobody is named who deposits cash: the bank stands for the payer.
  expect(mt900({ ...entry, counterparty: null }, report.account)).toContain('\r\n:52A:TERASNDA\r\n')
})
