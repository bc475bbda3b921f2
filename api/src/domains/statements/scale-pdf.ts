// Writes the scale of interest on debit balances: the notice of the quarterly charge, as a PDF document (domain.md 8).
import type { Language } from 'contract/language.ts'
import { groupByFour } from 'contract/values/iban.ts'
import { addresseeLines, senderLines } from '../bank/address-lines.ts'
import type { BankIdentity } from '../bank/bank-identity-store.ts'
import type { OverdraftCharge } from '../overdrafts/overdraft-columns.ts'
import { lastDayOf, type Scale } from 'contract/values/overdraft-scale.ts'
import { createPdf } from '../../documents/pdf.ts'
import {
  formatAmount,
  formatDay,
  formatMoney,
  formatNumber,
  formatPercent,
  formatShortDay,
} from '../../formats/text.ts'
import type { NoticeContext } from './document-store.ts'

const translations = {
  fr: {
    title: 'Échelle d’intérêts',
    period: (from: string, to: string) => `Du ${from} au ${to}`,
    account: 'Compte',
    reference: 'Opération',
    authorised: 'Découvert autorisé',
    rate: 'Taux débiteur annuel',
    excess_rate: 'Taux annuel du dépassement',
    basis: 'Base de calcul',
    days: '360 jours, en date de valeur',
    scale: 'Soldes en valeur',
    day: 'Valeur',
    balance: (currency: string) => `Solde (${currency})`,
    lasted: 'Jours',
    numbers: 'Nombres débiteurs',
    excess_numbers: 'Nombres du dépassement',
    totals: 'Totaux',
    interest: 'Intérêts',
    tax: (rate: string) => `TAF (${rate})`,
    total: 'Montant débité',
    debited: 'Débité le',
    explained:
      'Un nombre débiteur est le solde débiteur en valeur multiplié par le nombre de jours de sa durée. Intérêts = nombres × taux ÷ 36 000.',
  },
  en: {
    title: 'Interest scale',
    period: (from: string, to: string) => `From ${from} to ${to}`,
    account: 'Account',
    reference: 'Operation',
    authorised: 'Authorised overdraft',
    rate: 'Debit rate a year',
    excess_rate: 'Rate a year above the limit',
    basis: 'Basis',
    days: '360 days, by value date',
    scale: 'Balances by value date',
    day: 'Value date',
    balance: (currency: string) => `Balance (${currency})`,
    lasted: 'Days',
    numbers: 'Debit numbers',
    excess_numbers: 'Numbers above the limit',
    totals: 'Totals',
    interest: 'Interest',
    tax: (rate: string) => `TAF tax (${rate})`,
    total: 'Amount debited',
    debited: 'Debited on',
    explained:
      'A debit number is the debit balance by value date multiplied by the days that it lasted. Interest = numbers × rate ÷ 36,000.',
  },
} as const

export async function scalePdf(
  notice: NoticeContext,
  { first_day, authorised, rate, excess_rate, tax_rate }: OverdraftCharge,
  { lines, numbers, excess_numbers, interest, tax }: Scale,
  bank: BankIdentity,
  lang: Language,
): Promise<Buffer> {
  const labels = translations[lang]
  const { currency, booking_date, label, iban } = notice
  const amount = (value: number) => formatAmount(value, currency, lang)
  const money = (value: number) => formatMoney(value, currency, lang)
  const percent = (points: number) => formatPercent(points / 100, lang)
  const pdf = createPdf({ lang, name: `${labels.title} · ${label}`, bank, made_at: new Date(booking_date) })
  pdf.addresses(senderLines(notice, lang), addresseeLines(notice))
  pdf.title(labels.title, labels.period(formatDay(first_day, lang), formatDay(lastDayOf(first_day), lang)))
  pdf.facts([
    { name: labels.account, value: groupByFour(iban) },
    { name: labels.reference, value: label },
    { name: labels.authorised, value: money(authorised) },
    { name: labels.rate, value: percent(rate) },
    { name: labels.excess_rate, value: percent(excess_rate) },
    { name: labels.basis, value: labels.days },
  ])
  pdf.section(labels.scale)
  async function* rows() {
    for (const line of lines)
      yield [
        formatShortDay(line.day),
        amount(line.balance),
        formatNumber(line.days, lang),
        line.numbers === 0 ? '' : amount(line.numbers),
        line.excess_numbers === 0 ? '' : amount(line.excess_numbers),
      ]
  }
  const lasted = lines.reduce((sum, { days }) => sum + days, 0)
  await pdf.table(
    [
      { title: labels.day, width: 16 },
      { title: labels.balance(currency), width: 22, align: 'right' },
      { title: labels.lasted, width: 10, align: 'right' },
      { title: labels.numbers, width: 26, align: 'right' },
      { title: labels.excess_numbers, width: 26, align: 'right' },
    ],
    rows(),
    {
      isDense: true,
      last: [[labels.totals, '', formatNumber(lasted, lang), amount(numbers), amount(excess_numbers)]],
    },
  )
  pdf.facts([
    { name: labels.interest, value: money(interest) },
    { name: labels.tax(percent(tax_rate)), value: money(tax) },
    { name: labels.total, value: money(interest + tax) },
    { name: labels.debited, value: formatDay(booking_date, lang) },
  ])
  pdf.paragraph(labels.explained)
  return pdf.finish()
}
