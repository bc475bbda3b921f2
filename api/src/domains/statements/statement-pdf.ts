// Writes the statement of a month as a PDF document (domain.md 8).
import type { Language } from 'contract/language.ts'
import { groupByFour } from 'contract/values/iban.ts'
import { addDays } from 'contract/values/calendar.ts'
import type { BankIdentity } from '../bank/bank-identity-store.ts'
import type { Entries } from '../../formats/account-report.ts'
import { createPdf } from '../../documents/pdf.ts'
import { formatAmount, formatDay, formatMoney, formatShortDay } from '../../formats/text.ts'
import { translations } from './document-labels.ts'
import type { StatementContext } from './statement-store.ts'

type Fees = { fees: number; tax: number }

function factsOf(statement: StatementContext, bank: BankIdentity, lang: Language) {
  const labels = translations[lang]
  const { iban, branch_code, account_number, currency, overdraft, first_day, last_day } = statement
  const money = (amount: number) => formatMoney(amount, currency, lang)
  return [
    { name: labels.number, value: statement.number },
    { name: labels.holder, value: statement.holder },
    { name: labels.account, value: statement.label },
    { name: 'IBAN', value: groupByFour(iban) },
    { name: 'RIB', value: `${bank.code} ${branch_code} ${account_number} ${iban.slice(-2)}` },
    { name: labels.currency, value: currency },
    ...(overdraft > 0 ? [{ name: labels.overdraft, value: money(overdraft) }] : []),
    { name: labels.opening(formatDay(addDays(first_day, -1), lang)), value: money(statement.opening) },
    { name: labels.credits, value: money(statement.credits) },
    { name: labels.debits, value: money(statement.debits) },
    { name: labels.closing(formatDay(last_day, lang)), value: money(statement.closing) },
  ]
}

async function* rowsOf(entries: Entries, currency: string, lang: Language): AsyncGenerator<string[]> {
  for await (const chunk of entries)
    for (const { booking_date, value_date, label, reference, amount } of chunk) {
      const amountText = formatAmount(Math.abs(amount), currency, lang)
      yield [
        formatShortDay(booking_date),
        formatShortDay(value_date),
        label,
        reference ?? '',
        amount < 0 ? amountText : '',
        amount < 0 ? '' : amountText,
      ]
    }
}

/** Writes the PDF document: always the same bytes, because it follows from the data stored with the statement. */
export async function statementPdf(
  statement: StatementContext,
  entries: Entries,
  { fees, tax }: Fees,
  bank: BankIdentity,
  lang: Language,
): Promise<Buffer> {
  const labels = translations[lang]
  const { number, currency, first_day, last_day, made_at } = statement
  const pdf = createPdf({ lang, name: `${labels.statement} ${number}`, bank, made_at })
  pdf.title(labels.statement, labels.period(formatDay(first_day, lang), formatDay(last_day, lang)))
  pdf.facts(factsOf(statement, bank, lang))
  pdf.section(labels.operations)
  if (statement.last_seq === statement.seq_before) pdf.paragraph(labels.no_operation)
  else
    await pdf.table(
      [
        { title: labels.date, width: 13 },
        { title: labels.value, width: 13 },
        { title: labels.label, width: 33 },
        { title: labels.reference, width: 20 },
        { title: `${labels.debit} (${currency})`, width: 15, align: 'right' },
        { title: `${labels.credit} (${currency})`, width: 15, align: 'right' },
      ],
      rowsOf(entries, currency, lang),
    )
  if (fees + tax > 0) {
    pdf.section(labels.fees)
    pdf.facts([
      { name: labels.fees_plain, value: formatMoney(fees, currency, lang) },
      { name: labels.tax, value: formatMoney(tax, currency, lang) },
      { name: labels.fees_whole, value: formatMoney(fees + tax, currency, lang) },
    ])
  }
  pdf.paragraph(labels.dispute)
  if (bank.legal !== '') pdf.paragraph(bank.legal)
  return pdf.finish()
}
