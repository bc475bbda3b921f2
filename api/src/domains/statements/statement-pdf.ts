// Writes the statement of a month as a PDF document (domain.md 8).
import type { Language } from 'contract/language.ts'
import { groupByFour } from 'contract/values/iban.ts'
import { addDays } from 'contract/values/calendar.ts'
import type { BankIdentity } from '../bank/bank-identity-store.ts'
import type { Entries } from '../../formats/account-report.ts'
import { createPdf } from '../../documents/pdf.ts'
import { formatAccount, formatAmount, formatDay, formatMoney, formatShortDay } from '../../formats/text.ts'
import { addresseeLines, senderLines } from '../bank/address-lines.ts'
import { translations } from './document-labels.ts'
import type { Fees, StatementContext } from './statement-store.ts'

function factsOf(statement: StatementContext, bank: BankIdentity, lang: Language) {
  const labels = translations[lang]
  const { iban, branch_code, account_number, currency, overdraft } = statement
  return [
    { name: labels.account, value: `${formatAccount(statement.label, lang)} (${currency})` },
    { name: 'IBAN', value: groupByFour(iban) },
    { name: 'RIB', value: `${bank.code} ${branch_code} ${account_number} ${iban.slice(-2)}` },
    { name: 'BIC', value: bank.bic },
    ...(overdraft > 0 ? [{ name: labels.overdraft, value: formatMoney(overdraft, currency, lang) }] : []),
  ]
}

async function* rowsOf(
  { opening, currency }: StatementContext,
  entries: Entries,
  lang: Language,
): AsyncGenerator<string[]> {
  let balance = opening
  for await (const chunk of entries)
    for (const { booking_date, value_date, label, reference, amount } of chunk) {
      const amountText = formatAmount(Math.abs(amount), currency, lang)
      balance += amount
      yield [
        formatShortDay(booking_date),
        formatShortDay(value_date),
        label,
        reference ?? '',
        amount < 0 ? amountText : '',
        amount < 0 ? '' : amountText,
        formatAmount(balance, currency, lang),
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
  const amount = (value: number) => formatAmount(value, currency, lang)
  const pdf = createPdf({ lang, name: `${labels.statement} ${number}`, bank, made_at })
  pdf.addresses(senderLines(statement, lang), addresseeLines(statement))
  pdf.title(
    labels.statement,
    `${labels.number} ${number} · ${labels.period(formatDay(first_day, lang), formatDay(last_day, lang))}`,
  )
  pdf.facts(factsOf(statement, bank, lang))
  pdf.section(labels.operations)
  await pdf.table(
    [
      { title: labels.date, width: 12 },
      { title: labels.value, width: 12 },
      { title: labels.label, width: 41 },
      { title: labels.reference, width: 20 },
      { title: `${labels.debit} (${currency})`, width: 13, align: 'right' },
      { title: `${labels.credit} (${currency})`, width: 13, align: 'right' },
      { title: `${labels.balance} (${currency})`, width: 14, align: 'right' },
    ],
    rowsOf(statement, entries, lang),
    {
      isDense: true,
      first: ['', '', labels.opening(formatDay(addDays(first_day, -1), lang)), '', '', '', amount(statement.opening)],
      carried: { forward: labels.carried_forward, brought: labels.brought_forward, label: 2, sum: 6 },
      last: [
        ['', '', labels.totals, '', amount(statement.debits), amount(statement.credits), ''],
        ['', '', labels.closing(formatDay(last_day, lang)), '', '', '', amount(statement.closing)],
      ],
    },
  )
  if (statement.last_seq === statement.seq_before) pdf.paragraph(labels.no_operation)
  if (fees + tax !== 0) {
    pdf.section(labels.fees)
    pdf.facts([
      { name: labels.fees_plain, value: formatMoney(fees, currency, lang) },
      { name: labels.tax, value: formatMoney(tax, currency, lang) },
      { name: labels.fees_whole, value: formatMoney(fees + tax, currency, lang) },
    ])
  }
  pdf.paragraph(labels.dispute)
  return pdf.finish()
}
