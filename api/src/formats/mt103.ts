// Writes one international transfer as SWIFT's MT103.
import { plainAmount } from './account-report.ts'
import { swiftAmount, swiftDay, swiftLines, swiftText } from './swift-text.ts'

export type SentAbroad = {
  reference: string
  settlement_date: string
  amount: number
  currency: string
  debtor_name: string
  debtor_iban: string
  beneficiary_name: string
  beneficiary_iban: string
  beneficiary_bic: string | null
  bank_name: string | null
  label: string
  uetr: string | null
}

export type Mt103Field = { tag: string; lines: readonly string[] }

const named = (iban: string, name: string) => [`/${iban}`, ...swiftLines(name, { width: 35, max: 4 })]

/** Its fields, in the order of the message (domain.md 4.5). */
export function mt103Fields(sent: SentAbroad, bankBic: string): Mt103Field[] {
  const money = `${sent.currency}${swiftAmount(plainAmount(sent.amount, sent.currency))}`
  return [
    { tag: '20', lines: [swiftText(sent.reference).slice(0, 16)] },
    { tag: '23B', lines: ['CRED'] },
    { tag: '32A', lines: [`${swiftDay(sent.settlement_date)}${money}`] },
    { tag: '33B', lines: [money] },
    { tag: '50K', lines: named(sent.debtor_iban, sent.debtor_name) },
    { tag: '52A', lines: [bankBic] },
    sent.beneficiary_bic
      ? { tag: '57A', lines: [sent.beneficiary_bic] }
      : { tag: '57D', lines: swiftLines(sent.bank_name ?? 'NOTPROVIDED', { width: 35, max: 4 }) },
    { tag: '59', lines: named(sent.beneficiary_iban, sent.beneficiary_name) },
    { tag: '70', lines: swiftLines(sent.label, { width: 35, max: 4 }) },
    { tag: '71A', lines: ['SHA'] },
  ]
}

/** The whole message, with the blocks around its fields. */
export function mt103(sent: SentAbroad, bankBic: string): string {
  const terminal = (bic: string) => `${bic.slice(0, 8)}X${bic.slice(8).padEnd(3, 'X')}`
  const to = sent.beneficiary_bic ? `{2:I103${terminal(sent.beneficiary_bic)}N}` : ''
  const user = sent.uetr ? `{3:{121:${sent.uetr}}}` : ''
  const fields = mt103Fields(sent, bankBic).map(({ tag, lines }) => `:${tag}:${lines.join('\r\n')}\r\n`)
  return `{1:F01${terminal(bankBic)}0000000000}${to}${user}{4:\r\n${fields.join('')}-}\r\n`
}
