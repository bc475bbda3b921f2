import { describe, expect, it } from 'vitest'
import { readCsvTable } from './import-csv-rules.ts'
import { readInvoices, requestTable } from './request-file-rules.ts'

const TODAY = '2026-03-10'

const read = (...lines: string[]) => {
  const raw = readCsvTable(Buffer.from(lines.join('\n')), requestTable)
  if (!Array.isArray(raw)) throw new Error(`not read: ${raw.code}`)
  return readInvoices(raw, TODAY)
}

describe('reading invoices', () => {
  it('recognises columns in French and English', () => {
    const invoice = {
      line: 2,
      kind: 'phone',
      value: '+221771234567',
      amount: 12_500,
      label: 'Riz',
      invoice: 'F-1',
      last_day: '2026-03-31',
    }
    for (const head of [
      'Téléphone;Montant;Motif;Numéro de facture;Date limite',
      'Phone number;Amount;Reason;Invoice number;Due-date',
    ])
      expect(read(head, '77 123 45 67;12 500;Riz;F-1;31/03/2026')).toEqual({ invoices: [invoice], problems: [] })
  })

  it('accepts a year until the last day, and no longer', () => {
    const codes = (day: string) =>
      read('telephone;montant;motif;date_limite', `771234567;100;Riz;${day}`).problems.map(({ code }) => code)
    expect(['10/03/2026', '10/03/2027', '11/03/2027', '09/03/2026', '2026-03-31'].map(codes)).toEqual([
      [],
      [],
      ['date_too_far'],
      ['date_past'],
      ['date_unreadable'],
    ])
  })

  it('accepts amounts up to what the platform takes', () => {
    const codes = (amount: string) =>
      read('telephone;montant;motif', `771234567;${amount};Riz`).problems.map(({ code }) => code)
    expect(['999 999 999 999', '1000000000000', '0'].map(codes)).toEqual([[], ['amount_too_large'], ['amount_zero']])
  })

  it('needs the columns of the payer, the amount and the label', () => {
    expect(readCsvTable(Buffer.from('montant;motif\n1;x'), requestTable)).toEqual({
      code: 'columns_missing',
      facts: { columns: 'telephone' },
    })
  })
})
