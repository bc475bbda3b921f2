import { expect, it } from 'vitest'
import { batchReport } from './batch-report.ts'

const at = new Date('2026-03-10T10:00:00Z')
const batch = { reference: 'B260310-7K3F9QTX', currency: 'XOF' } as const
const message = {
  message_id: 'PAIE-2026-03',
  message_name: 'pain.001.001.09',
  message_lines: 1,
  sent_elsewhere: 0,
} as const
type Line = Parameters<typeof batchReport>[2][number]
const line: Line = {
  line: 2,
  state: 'executed',
  reference: 'S1',
  block: 'LOT-1',
  instruction_id: null,
  is_on_its_way: false,
  amount: '1000',
  currency: null,
  reason: null,
  reason_code: null,
  return_reason: null,
}

it('reports the reason of a refused transfer in the SWIFT character set, and omits the element when it would be empty', () => {
  const reportOn = (reason: string) => batchReport(batch, message, [{ ...line, state: 'refused', reason }], at)
  expect(reportOn('Déjà payé')).toContain('<AddtlInf>Deja paye</AddtlInf>')
  expect(reportOn('é'.repeat(200))).toContain(`<AddtlInf>${'e'.repeat(105)}</AddtlInf>`)
  expect(reportOn('مدفوع')).not.toContain('AddtlInf')
})

it('reports the reason of the bank that returned a transfer, and not a refusal by a signer', () => {
  const report = batchReport(batch, message, [{ ...line, state: 'returned', return_reason: 'AC06' }], at)
  expect(report).toContain('<TxSts>RJCT</TxSts>')
  expect(report).toContain('<Cd>AC06</Cd>')
})

const onItsWay = { ...line, is_on_its_way: true }
const scheduled = { ...line, state: 'scheduled' as const }
const rejected = { ...line, state: 'returned' as const, return_reason: 'AC04' }
const pending = { ...line, state: 'pending' as const }

it.each([
  ['ACTC', [pending, pending]],
  ['ACCP', [scheduled, scheduled]],
  ['ACSP', [scheduled, onItsWay]],
  ['ACSP', [line, onItsWay]],
  ['ACSC', [line, line]],
  ['PART', [line, rejected]],
  ['PART', [line, pending]],
  ['RJCT', [rejected, rejected]],
])('is %s for a message and its block', (status, lines) => {
  const report = batchReport(batch, { ...message, message_lines: 2 }, lines, at)
  expect(report).toContain(`<GrpSts>${status}</GrpSts>`)
  expect(report).toContain(`<PmtInfSts>${status}</PmtInfSts>`)
})

it('has the number of transfers of the whole message, and no status of a message that other accounts execute too', () => {
  const report = batchReport(batch, { ...message, message_lines: 5 }, [line, line], at)
  expect(report).toContain('<OrgnlNbOfTxs>5</OrgnlNbOfTxs>')
  expect(report).not.toContain('GrpSts')
  expect(report).toContain('<PmtInfSts>ACSC</PmtInfSts>')
  expect(batchReport(batch, { ...message, message_lines: 5, sent_elsewhere: 1 }, [line], at)).not.toContain('PmtInfSts')
})

it('repeats the amount of the message in its currency', () => {
  const report = batchReport(batch, message, [{ ...line, amount: '1250.50', currency: 'EUR' }], at)
  expect(report).toContain('<InstdAmt Ccy="EUR">1250.50</InstdAmt>')
})
