import { expect, it } from 'vitest'
import { batchReport } from './batch-report.ts'
import type { ListedLine } from './batch-store.ts'

it('reports the reason of a refused transfer in the SWIFT character set, and omits the element when it would be empty', () => {
  const reportOn = (reason: string) =>
    batchReport(
      { reference: 'B260310-7K3F9QTX', state: 'refused', currency: 'XOF' },
      { message_id: 'PAIE-2026-03', message_name: 'pain.001.001.09', sent_elsewhere: 0 },
      [
        {
          state: 'refused',
          reference: 'S1',
          block: 'LOT-1',
          instruction_id: null,
          amount: 1_000,
          reason_code: null,
          return_reason: null,
          reason,
        } as ListedLine,
      ],
      new Date('2026-03-10T10:00:00Z'),
    )
  expect(reportOn('Déjà payé')).toContain('<AddtlInf>Deja paye</AddtlInf>')
  expect(reportOn('é'.repeat(200))).toContain(`<AddtlInf>${'e'.repeat(105)}</AddtlInf>`)
  expect(reportOn('مدفوع')).not.toContain('AddtlInf')
})

it('reports the reason of the bank that returned a transfer, and not a refusal by a signer', () => {
  const line = {
    state: 'returned',
    reference: 'S1',
    block: 'LOT-1',
    instruction_id: null,
    amount: 1_000,
    reason_code: null,
    reason: null,
    return_reason: 'AC06',
  }
  const report = batchReport(
    { reference: 'B260310-7K3F9QTX', state: 'validated', currency: 'XOF' },
    { message_id: 'PAIE-2026-03', message_name: 'pain.001.001.09', sent_elsewhere: 0 },
    [line as ListedLine],
    new Date('2026-03-10T10:00:00Z'),
  )
  expect(report).toContain('<TxSts>RJCT</TxSts>')
  expect(report).toContain('<Cd>AC06</Cd>')
})
