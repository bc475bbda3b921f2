// Writes the notice of one operation, and the copy of one message, as PDF documents (domain.md 8).
import type { Language } from 'contract/language.ts'
import { groupByFour } from 'contract/values/iban.ts'
import type { BankIdentity } from '../bank/bank-identity-store.ts'
import { identityOf } from '../counterparties/identity-rules.ts'
import { mt103Fields } from '../../formats/mt103.ts'
import { createPdf } from '../../documents/pdf.ts'
import { formatDay, formatMoney, formatPercent, formatRate } from '../../formats/text.ts'
import type { CopyContext, NoticeContext } from './document-store.ts'
import { addresseeLines, senderLines } from '../bank/address-lines.ts'
import { translations } from './document-labels.ts'

/** What came or was sent in another currency, and at which rate it was exchanged. */
function exchangeFacts({ foreign_amount, foreign_currency, exchange_rate, ...notice }: NoticeContext, lang: Language) {
  const labels = translations[lang]
  if (foreign_amount === null || foreign_currency === null || exchange_rate === null) return []
  const rate = formatRate(exchange_rate, foreign_currency === 'XOF' ? notice.currency : foreign_currency, lang)
  return [
    {
      name: notice.amount < 0 ? labels.sent_amount : labels.received_amount,
      value: formatMoney(foreign_amount, foreign_currency, lang),
    },
    { name: labels.exchange_rate, value: rate },
  ]
}

export function noticePdf(notice: NoticeContext, bank: BankIdentity, lang: Language): Promise<Buffer> {
  const labels = translations[lang]
  const { amount, currency, fees, tax, tax_rate, reference, counterparty, booking_date, value_date, label, iban } =
    notice
  const isDebit = amount < 0
  const isUnpaid = identityOf(notice).state === 'unpaid'
  const title = isUnpaid ? labels.unpaid_notice : isDebit ? labels.debit_notice : labels.credit_notice
  const money = (value: number) => formatMoney(value, currency, lang)
  const pdf = createPdf({
    lang,
    name: `${title} · ${reference ?? formatDay(booking_date, lang)}`,
    bank,
    made_at: new Date(booking_date),
  })
  pdf.addresses(senderLines(notice, lang), addresseeLines(notice))
  pdf.title(title, formatDay(booking_date, lang))
  pdf.facts([
    ...(reference === null ? [] : [{ name: labels.reference, value: reference }]),
    { name: labels.operation_date, value: formatDay(booking_date, lang) },
    { name: labels.value_date, value: formatDay(value_date, lang) },
    { name: labels.account, value: groupByFour(iban) },
    ...(counterparty === null ? [] : [{ name: isDebit ? labels.payee : labels.payer, value: counterparty }]),
    ...(notice.other_iban === null ? [] : [{ name: labels.payee_account, value: groupByFour(notice.other_iban) }]),
    ...(notice.other_bank === null ? [] : [{ name: labels.payee_bank, value: notice.other_bank }]),
    ...exchangeFacts(notice, lang),
    { name: labels.reason, value: label },
    { name: labels.gross, value: money(Math.abs(amount)) },
    ...(fees === 0
      ? []
      : [
          { name: labels.fees_plain, value: money(fees - tax) },
          { name: tax_rate === null ? labels.tax : labels.tax_at(formatPercent(tax_rate, lang)), value: money(tax) },
        ]),
    { name: isDebit ? labels.net_debit : labels.net_credit, value: money(Math.abs(amount - fees)) },
  ])
  return pdf.finish()
}

export function copyPdf(copy: CopyContext, bank: BankIdentity, lang: Language): Promise<Buffer> {
  const labels = translations[lang]
  const names: Record<string, string> = labels.fields
  const pdf = createPdf({ lang, name: `${labels.copy} · ${copy.reference}`, bank, made_at: copy.sent_at })
  pdf.title(labels.copy, copy.sender_bic === null ? labels.copy_under : labels.copy_received)
  pdf.facts([
    { name: labels.operation_date, value: formatDay(copy.day, lang) },
    { name: labels.amount, value: formatMoney(copy.amount, copy.currency, lang) },
    ...(copy.uetr === null ? [] : [{ name: 'UETR', value: copy.uetr }]),
    ...mt103Fields(copy, copy.sender_bic ?? bank.bic).map(({ tag, lines }) => ({
      name: `:${tag}: ${names[tag] ?? ''}`,
      value: lines.join('\n'),
    })),
  ])
  return pdf.finish()
}
