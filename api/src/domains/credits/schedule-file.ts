// Exports the amortisation table: as a PDF document, for a spreadsheet, or as text.
import type { boardFormats, CreditLine } from 'contract/products/credits.ts'
import { instalmentLabels } from 'contract/products/product-labels.ts'
import type { Language } from 'contract/language.ts'
import { groupByFour } from 'contract/values/iban.ts'
import { minorUnits } from 'contract/values/money.ts'
import { getCorrespondence } from '../accounts/correspondence-store.ts'
import { addresseeLines, senderLines } from '../bank/address-lines.ts'
import { getBankIdentity } from '../bank/bank-identity-store.ts'
import type { Db } from '../../db/db.ts'
import { businessDate, type Clock } from '../../adapters/clock.ts'
import { csvLine } from '../../formats/csv.ts'
import { createPdf } from '../../documents/pdf.ts'
import { formatAmount, formatDay, formatMoney, formatPercent, formatShortDay } from '../../formats/text.ts'
import { type Cell, spreadsheet } from '../../formats/xlsx-writer.ts'
import { readSchedule } from './describe-credit.ts'
import type { StoredCredit } from './credit-store.ts'

type Schedule = { credit: StoredCredit; lines: CreditLine[] }
type Format = (typeof boardFormats)[number]

const translations = {
  fr: {
    title: 'Tableau d’amortissement',
    file: 'Echeancier',
    columns: ['N°', 'Échéance', 'Capital', 'Intérêts', 'Frais', 'Taxes', 'À payer', 'Restant dû', 'Statut'],
    number: 'Numéro de crédit',
    amount: 'Montant emprunté',
    outstanding: 'Capital restant dû',
    rate: 'Taux d’intérêt annuel',
    insurance: 'Assurance, par an sur le capital emprunté',
    tax: 'TAF sur les intérêts',
    account: 'Compte débité',
    total: 'Total',
    teg: 'Taux effectif global (TEG)',
    count: 'Nombre total d’échéances',
    as_of: 'Situation au',
  },
  en: {
    title: 'Amortisation table',
    file: 'Schedule',
    columns: ['No.', 'Due date', 'Principal', 'Interest', 'Fees', 'Taxes', 'Instalment', 'Outstanding', 'Status'],
    number: 'Credit number',
    amount: 'Amount borrowed',
    outstanding: 'Outstanding capital',
    rate: 'Interest rate a year',
    insurance: 'Insurance, a year on the amount borrowed',
    tax: 'TAF on interest',
    account: 'Account debited',
    total: 'Total',
    teg: 'Overall effective rate (TEG)',
    count: 'Total due dates',
    as_of: 'As of',
  },
} as const

const amountsOf = ({ principal, interest, fees, taxes, instalment, outstanding }: CreditLine) => [
  principal,
  interest,
  fees,
  taxes,
  instalment,
  outstanding,
]

function asCsv({ credit, lines }: Schedule, lang: Language): Buffer {
  const labels = translations[lang]
  const digits = minorUnits[credit.currency]
  const separator = lang === 'fr' ? ';' : ','
  const amountText = (amount: number) => {
    const text = (amount / 10 ** digits).toFixed(digits)
    return lang === 'fr' ? text.replace('.', ',') : text
  }
  const rows = lines.map((line) => [
    String(line.place),
    line.due_date,
    ...amountsOf(line).map(amountText),
    instalmentLabels[line.state][lang],
  ])
  return Buffer.from(`\uFEFF${[labels.columns, ...rows].map((row) => csvLine(row, separator)).join('')}`)
}

async function* sheetRows({ credit, lines }: Schedule, lang: Language): AsyncGenerator<Cell[]> {
  const unit = 10 ** minorUnits[credit.currency]
  for (const line of lines)
    yield [
      line.place,
      { day: line.due_date },
      ...amountsOf(line).map((amount) => amount / unit),
      instalmentLabels[line.state][lang],
    ]
}

async function* printedRows({ credit, lines }: Schedule, lang: Language): AsyncGenerator<string[]> {
  for (const line of lines)
    yield [
      String(line.place),
      formatShortDay(line.due_date),
      ...amountsOf(line).map((amount) => formatAmount(amount, credit.currency, lang)),
      instalmentLabels[line.state][lang],
    ]
}

/** The totals of the table; what remains due at its end is nothing. */
function totalsOf({ credit, lines }: Schedule, lang: Language): string[] {
  const sums = lines.map(amountsOf).reduce((sum, amounts) => sum.map((total, at) => total + (amounts[at] ?? 0)))
  const texts = sums.map((sum) => formatAmount(sum, credit.currency, lang))
  return ['', translations[lang].total, ...texts.slice(0, -1), '', '']
}

async function inPdf(
  db: Db,
  accountId: string,
  schedule: Schedule,
  { lang, today }: { lang: Language; today: string },
): Promise<Buffer> {
  const labels = translations[lang]
  const { credit } = schedule
  const pdf = createPdf({
    lang,
    name: `${labels.title} ${credit.number}`,
    bank: await getBankIdentity(db),
    made_at: new Date(today),
  })
  const correspondence = await getCorrespondence(db, accountId)
  pdf.addresses(senderLines(correspondence, lang), addresseeLines(correspondence))
  pdf.title(labels.title, `${labels.as_of} ${formatDay(today, lang)}`)
  const percent = (rate: number) => formatPercent(rate, lang)
  pdf.facts([
    { name: labels.number, value: credit.number },
    { name: labels.account, value: groupByFour(correspondence.iban) },
    { name: labels.amount, value: formatMoney(credit.amount_borrowed, credit.currency, lang) },
    { name: labels.outstanding, value: formatMoney(credit.outstanding, credit.currency, lang) },
    { name: labels.rate, value: percent(credit.rate) },
    { name: labels.insurance, value: percent(credit.insurance_rate) },
    { name: labels.tax, value: percent(credit.tax_rate) },
    { name: labels.teg, value: percent(credit.teg) },
    { name: labels.count, value: String(credit.total_due) },
  ])
  const widths = [6, 13, 13, 11, 9, 10, 13, 14, 11]
  const isNumber = (at: number) => at > 1 && at < 8
  await pdf.table(
    labels.columns.map((title, at) => ({
      title,
      width: widths[at] ?? 10,
      align: isNumber(at) ? ('right' as const) : ('left' as const),
    })),
    printedRows(schedule, lang),
    { isDense: true, last: [totalsOf(schedule, lang)] },
  )
  return pdf.finish()
}

/** Exports the whole table of a credit in the reader's language. Throws `not_found`. */
export async function scheduleFile(
  ports: { db: Db; clock: Clock },
  accountId: string,
  { id, format, lang }: { id: string; format: Format; lang: Language },
) {
  const schedule = await readSchedule(ports, accountId, id)
  const labels = translations[lang]
  const file_name = `${labels.file} ${schedule.credit.number}.${format}`
  if (format === 'csv') return { file_name, media_type: 'text/csv; charset=utf-8', content: asCsv(schedule, lang) }
  if (format === 'pdf')
    return {
      file_name,
      media_type: 'application/pdf',
      content: await inPdf(ports.db, accountId, schedule, { lang, today: businessDate(ports.clock) }),
    }
  const decimals = minorUnits[schedule.credit.currency]
  const columns = labels.columns.map((title, at) => ({
    title,
    width: at === 0 ? 6 : 16,
    decimals: at > 1 ? decimals : 0,
  }))
  const media_type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  return {
    file_name,
    media_type,
    content: spreadsheet(labels.title, columns, { rows: sheetRows(schedule, lang), count: schedule.lines.length }),
  }
}
