// Writes the notice of one movement as SWIFT's MT900 (debit) or MT910 (credit), which older accounting programs read.
import { type AccountReport, plainAmount, type ReportEntry } from './account-report.ts'
import { swiftAmount, swiftDay, swiftEntryId, swiftLines, swiftReference } from './swift-text.ts'

/** Who paid: MT910 names the ordering customer, or else the bank. */
const payerField = ({ counterparty }: ReportEntry, bankBic: string): string => {
  const name = swiftLines(counterparty ?? '', { width: 35, max: 4 })
  return name.length > 0 ? `:50K:${name.join('\r\n')}` : `:52A:${bankBic}`
}

/** Writes the message, with the line ends of SWIFT: an MT900 where the amount is negative, else an MT910. */
export function mt900(entry: ReportEntry, { iban, currency, bank_bic }: AccountReport['account']): string {
  const { id, amount, value_date, label, counterparty, reference } = entry
  const isDebit = amount < 0
  const described = [label, (isDebit && counterparty) || ''].join(' ').trim()
  return [
    `:20:${swiftEntryId(id)}`,
    `:21:${swiftReference(reference)}`,
    `:25:${iban}`,
    `:32A:${swiftDay(value_date)}${currency}${swiftAmount(plainAmount(amount, currency))}`,
    ...(isDebit ? [] : [payerField(entry, bank_bic)]),
    ...swiftLines(described, { width: 35, max: 6 }).map((line, index) => (index === 0 ? `:72:${line}` : line)),
    '-',
  ]
    .map((line) => `${line}\r\n`)
    .join('')
}
