// Writes an account report as SWIFT's MT940, which older accounting programs read.
import { type AccountReport, type Entries, plainAmount, type ReportEntry } from './account-report.ts'
import { swiftAmount, swiftDay, swiftEntryId, swiftLines, swiftReference } from './swift-text.ts'

const typeCodes: Record<string, string> = {
  transfer_in: 'TRF',
  transfer_out: 'TRF',
  transfer_return: 'RTI',
  cheque_in: 'CHK',
  cheque_out: 'CHK',
  direct_debit: 'DDT',
  fee: 'CHG',
  tax: 'CHG',
  interest: 'INT',
  loan: 'LDP',
}

const mark = (amount: number) => (amount < 0 ? 'D' : 'C')

function statementLine(entry: ReportEntry, currency: string): string[] {
  const { id, amount, booking_date, value_date, type, label, counterparty, reference } = entry
  const money = `${mark(amount)}${swiftAmount(plainAmount(amount, currency))}`
  const described = swiftLines([label, counterparty ?? ''].join(' ').trim(), { width: 65, max: 6 })
  return [
    `:61:${swiftDay(value_date)}${swiftDay(booking_date).slice(2)}${money}N${typeCodes[type] ?? 'MSC'}${swiftReference(reference)}//${swiftEntryId(id)}`,
    ...(described.length > 0 ? [`:86:${described.join('\r\n')}`] : []),
  ]
}

/** Writes the message in pieces, with the line ends of SWIFT. */
export async function* mt940(report: AccountReport, entries: Entries): AsyncGenerator<string> {
  const { number, sequence, account, period, opening, closing } = report
  const balance = (field: string, amount: number, day: string) =>
    `:${field}:${mark(amount)}${swiftDay(day)}${account.currency}${swiftAmount(plainAmount(amount, account.currency))}`
  const lines = (...all: string[]) => all.map((line) => `${line}\r\n`).join('')
  yield lines(
    `:20:${number.slice(-15).replace(/^[-/]/, '')}`,
    `:25:${account.iban}`,
    `:28C:${sequence}/1`,
    balance('60F', opening, period.from),
  )
  for await (const chunk of entries) yield lines(...chunk.flatMap((entry) => statementLine(entry, account.currency)))
  yield lines(balance('62F', closing, period.to), balance('64', closing, period.to), '-')
}
