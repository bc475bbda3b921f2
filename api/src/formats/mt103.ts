// Writes one international transfer as SWIFT's MT103.
import type { ChargeBearer } from 'contract/transfers/transfers.ts'
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
  instructed_amount: number | null
  instructed_currency: string | null
  debit_amount: number | null
  debit_currency: string | null
  exchange_rate: number | null
  charges: ChargeBearer
  economic_code: string | null
  debtor_address: string | null
  creditor_address: string | null
  correspondent_bic: string | null
  uetr: string | null
}

export type Mt103Field = { tag: string; lines: readonly string[] }

/** A party: its account, its name and its address, in five lines at most. */
const party = (iban: string, name: string, address: string | null) =>
  [
    `/${iban}`,
    ...swiftLines(name, { width: 35, max: 2 }),
    ...(address ?? '').split('\n').flatMap((line) => swiftLines(line, { width: 35, max: 1 })),
  ].slice(0, 5)

const moneyOf = (amount: number, currency: string) => `${currency}${swiftAmount(plainAmount(amount, currency))}`

/** The order as it was given: its amount, and the rate where it was exchanged. */
function instructedFields(sent: SentAbroad): Mt103Field[] {
  const { instructed_amount, instructed_currency, debit_amount, debit_currency, exchange_rate } = sent
  const amount = instructed_amount ?? debit_amount ?? sent.amount
  const currency = instructed_currency ?? debit_currency ?? sent.currency
  const isExchanged = exchange_rate !== null && currency !== sent.currency
  return [
    { tag: '33B', lines: [moneyOf(amount, currency)] },
    ...(isExchanged ? [{ tag: '36', lines: [String(exchange_rate).replace('.', ',')] }] : []),
  ]
}

/** The charges that are deducted from the amount, where the payee bears them. */
function deductedFields({ charges, instructed_amount, instructed_currency, ...sent }: SentAbroad): Mt103Field[] {
  if (charges !== 'BEN' || instructed_amount === null || instructed_currency === null) return []
  const kept = instructed_currency === sent.currency ? sent.amount : (sent.debit_amount ?? sent.amount)
  return [{ tag: '71F', lines: [moneyOf(instructed_amount - kept, instructed_currency)] }]
}

/** Its fields, in the order of the message (domain.md 4.5). */
export function mt103Fields(sent: SentAbroad, bankBic: string): Mt103Field[] {
  return [
    { tag: '20', lines: [swiftText(sent.reference).slice(0, 16)] },
    { tag: '23B', lines: ['CRED'] },
    { tag: '32A', lines: [`${swiftDay(sent.settlement_date)}${moneyOf(sent.amount, sent.currency)}`] },
    ...instructedFields(sent),
    { tag: '50K', lines: party(sent.debtor_iban, sent.debtor_name, sent.debtor_address) },
    { tag: '52A', lines: [bankBic] },
    ...(sent.correspondent_bic ? [{ tag: '53A', lines: [sent.correspondent_bic] }] : []),
    sent.beneficiary_bic
      ? { tag: '57A', lines: [sent.beneficiary_bic] }
      : { tag: '57D', lines: swiftLines(sent.bank_name ?? 'NOTPROVIDED', { width: 35, max: 4 }) },
    { tag: '59', lines: party(sent.beneficiary_iban, sent.beneficiary_name, sent.creditor_address) },
    { tag: '70', lines: swiftLines(sent.label, { width: 35, max: 4 }) },
    { tag: '71A', lines: [sent.charges] },
    ...deductedFields(sent),
    ...(sent.economic_code
      ? [{ tag: '77B', lines: [`/ORDERRES/${sent.debtor_iban.slice(0, 2)}//${sent.economic_code}`] }]
      : []),
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
