// Writes the summary of the fees of a year as a PDF document (domain.md 2.3).
import type { Language } from 'contract/language.ts'
import { groupByFour } from 'contract/values/iban.ts'
import { textIn } from 'contract/values/identity.ts'
import { addresseeLines, senderLines } from '../bank/address-lines.ts'
import type { BankIdentity } from '../bank/bank-identity-store.ts'
import { identityOf } from '../counterparties/identity-rules.ts'
import { createPdf } from '../../documents/pdf.ts'
import { formatAccount, formatAmount, formatDay, formatNumber } from '../../formats/text.ts'
import { translations } from './document-labels.ts'
import type { Fees, FeesOfWording, StatementContext } from './statement-store.ts'

type CountedFees = Fees & { count: number }

const sumOf = (some: readonly CountedFees[]): CountedFees =>
  some.reduce(
    (sum, { count, fees, tax }) => ({ count: sum.count + count, fees: sum.fees + fees, tax: sum.tax + tax }),
    { count: 0, fees: 0, tax: 0 },
  )

/** The fees by the name under which the portal lists them. What was charged and given back in full is left out. */
export function feesByName(some: readonly FeesOfWording[], lang: Language): (CountedFees & { name: string })[] {
  const named = Map.groupBy(some, (movement) => textIn(identityOf(movement).name, lang))
  return [...named].map(([name, same]) => ({ name, ...sumOf(same) })).filter(({ fees, tax }) => fees !== 0 || tax !== 0)
}

/** Writes the PDF document: always the same bytes, because it follows from the entries of the statements of the year. */
export async function feeSummaryPdf(
  statement: StatementContext,
  charged: readonly FeesOfWording[],
  bank: BankIdentity,
  lang: Language,
): Promise<Buffer> {
  const labels = translations[lang]
  const { number, currency, iban, last_day, made_at, year_first_day, year_first_number } = statement
  const pdf = createPdf({ lang, name: `${labels.fee_summary} ${last_day.slice(0, 4)}`, bank, made_at })
  pdf.addresses(senderLines(statement, lang), addresseeLines(statement))
  pdf.title(labels.fee_summary, labels.period(formatDay(year_first_day, lang), formatDay(last_day, lang)))
  pdf.facts([
    { name: labels.account, value: `${formatAccount(statement.label, lang)} (${currency})` },
    { name: 'IBAN', value: groupByFour(iban) },
  ])
  const rows = feesByName(charged, lang)
  const amounts = ({ fees, tax }: Fees) => [fees, tax, fees + tax].map((amount) => formatAmount(amount, currency, lang))
  if (rows.length === 0) pdf.paragraph(labels.no_fees)
  else {
    async function* cells() {
      for (const row of rows) yield [row.name, formatNumber(row.count, lang), ...amounts(row)]
    }
    await pdf.table(
      [
        { title: labels.fee_kind, width: 40 },
        { title: labels.fee_count, width: 12, align: 'right' },
        { title: labels.fees_before_tax(currency), width: 18, align: 'right' },
        { title: labels.fees_tax(currency), width: 15, align: 'right' },
        { title: labels.fees_total(currency), width: 15, align: 'right' },
      ],
      cells(),
      { last: [[labels.all_fees, '', ...amounts(sumOf(rows))]] },
    )
  }
  pdf.paragraph(labels.fees_of(year_first_number, number))
  return pdf.finish()
}
