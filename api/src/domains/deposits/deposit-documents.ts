// PDF documents of a deposit: its certificate and the notice of each interest payment, made on request (decision 0018).
import { depositStatusLabels } from 'contract/products/product-labels.ts'
import type { DepositDetail } from 'contract/products/deposits.ts'
import type { Language } from 'contract/language.ts'
import type { depositFrequencies } from 'contract/values/deposit-schedule.ts'
import { groupByFour } from 'contract/values/iban.ts'
import { type BankIdentity, getBankIdentity } from '../bank/bank-identity-store.ts'
import type { Db } from '../../db/db.ts'
import { businessDate, type Clock } from '../../adapters/clock.ts'
import { createPdf } from '../../documents/pdf.ts'
import {
  formatAmount,
  formatDay,
  formatMoney,
  formatNumber,
  formatPercent,
  formatShortDay,
} from '../../formats/text.ts'
import { Refusal } from '../../refusal.ts'
import { type CreditedPayment, findCreditedPayment, getHolder, type Holder } from './deposit-store.ts'
import { getDeposit } from './describe-deposit.ts'
import { ofFrench } from 'contract/values/elision.ts'

type Frequencies = Record<(typeof depositFrequencies)[number], string>

const translations = {
  fr: {
    certificate: 'Certificat de dépôt à terme',
    certificate_file: 'Certificat DAT',
    as_of: (day: string) => `Situation au ${day}`,
    certified: (bank: string, holder: string) =>
      `${bank} certifie tenir dans ses livres, au nom ${ofFrench(holder)}, le dépôt à terme suivant.`,
    pledged: 'Ce dépôt est nanti : il sert de garantie et ne peut pas être rompu avant l’échéance.',
    number: 'Numéro de dépôt',
    holder: 'Titulaire',
    account: 'Compte crédité',
    amount: 'Montant du dépôt',
    rate: 'Taux d’intérêt annuel',
    basis: 'Base de calcul',
    term: 'Durée',
    months: (count: number) => `${count} mois`,
    days: (count: string) => `${count} jours`,
    value_date: 'Date de valeur',
    maturity: 'Date d’échéance',
    frequency: 'Périodicité de versement des intérêts',
    withholding: 'Retenue à la source (IRC)',
    withheld: (rate: string) => `Retenue à la source (IRC, ${rate})`,
    status: 'Statut',
    ended_on: 'Terminé le',
    paid: 'Intérêts bruts versés',
    payments: 'Versements d’intérêts',
    columns: ['Période', 'Jours', 'Intérêts bruts', 'Retenue (IRC)', 'Intérêts nets', 'Versé le'],
    to_come: 'à venir',
    never: 'non versé',
    frequencies: {
      maturity: 'à l’échéance',
      monthly: 'mensuelle',
      quarterly: 'trimestrielle',
      biannual: 'semestrielle',
      yearly: 'annuelle',
    } satisfies Frequencies,
    interest_notice: 'Avis de versement d’intérêts',
    maturity_notice: 'Avis d’échéance de dépôt à terme',
    notice_file: 'Avis DAT',
    paid_on: 'Crédité le',
    period: 'Période',
    from_to: (from: string, to: string) => `du ${from} au ${to}`,
    gross: 'Intérêts bruts',
    net: 'Intérêts nets',
    returned: 'Capital remboursé',
    came_back: 'Montant restitué à la rupture',
    added: 'Ajouté au capital reconduit',
    credited: 'Montant net crédité',
  },
  en: {
    certificate: 'Term deposit certificate',
    certificate_file: 'DAT certificate',
    as_of: (day: string) => `As of ${day}`,
    certified: (bank: string, holder: string) =>
      `${bank} certifies that it holds in its books, in the name of ${holder}, the term deposit below.`,
    pledged: 'This deposit is pledged: it stands as a security and cannot be broken before maturity.',
    number: 'Deposit number',
    holder: 'Holder',
    account: 'Account credited',
    amount: 'Deposit amount',
    rate: 'Annual interest rate',
    basis: 'Day count basis',
    term: 'Term',
    months: (count: number) => `${count} ${count === 1 ? 'month' : 'months'}`,
    days: (count: string) => `${count} days`,
    value_date: 'Value date',
    maturity: 'Maturity date',
    frequency: 'Interest payment frequency',
    withholding: 'Withholding tax (IRC)',
    withheld: (rate: string) => `Withholding tax (IRC, ${rate})`,
    status: 'Status',
    ended_on: 'Ended on',
    paid: 'Gross interest paid',
    payments: 'Interest payments',
    columns: ['Period', 'Days', 'Gross interest', 'Withheld (IRC)', 'Net interest', 'Paid on'],
    to_come: 'to come',
    never: 'not paid',
    frequencies: {
      maturity: 'at maturity',
      monthly: 'monthly',
      quarterly: 'quarterly',
      biannual: 'every six months',
      yearly: 'yearly',
    } satisfies Frequencies,
    interest_notice: 'Interest payment notice',
    maturity_notice: 'Term deposit maturity notice',
    notice_file: 'DAT notice',
    paid_on: 'Credited on',
    period: 'Period',
    from_to: (from: string, to: string) => `${from} to ${to}`,
    gross: 'Gross interest',
    net: 'Net interest',
    returned: 'Capital returned',
    came_back: 'Returned when broken',
    added: 'Added to the capital renewed',
    credited: 'Net amount credited',
  },
} as const

const PDF = 'application/pdf'

/** The common first part of both documents. */
function subjectOf({ holder, iban, number }: Pick<Holder, 'holder' | 'iban'> & { number: string }, lang: Language) {
  const labels = translations[lang]
  return [
    { name: labels.number, value: number },
    { name: labels.holder, value: holder },
    { name: labels.account, value: groupByFour(iban) },
  ]
}

async function* printedPayments(
  { payments, currency, status }: DepositDetail,
  lang: Language,
): AsyncGenerator<string[]> {
  const labels = translations[lang]
  const amountText = (amount: number) => formatAmount(amount, currency, lang)
  for (const { from, to, days, gross, withholding, net, paid_on } of payments) {
    const unpaid = status === 'pending' ? labels.to_come : labels.never
    const period = `${formatShortDay(from)} - ${formatShortDay(to)}`
    yield [
      period,
      String(days),
      amountText(gross),
      amountText(withholding),
      amountText(net),
      paid_on ? formatShortDay(paid_on) : unpaid,
    ]
  }
}

type Certified = { deposit: DepositDetail; holder: Holder; bank: BankIdentity; today: string; lang: Language }

async function certificatePdf({ deposit, holder, bank, today, lang }: Certified): Promise<Buffer> {
  const labels = translations[lang]
  const { number, currency, basis, term, status } = deposit
  const percent = (rate: number) => formatPercent(rate, lang)
  const money = (amount: number) => formatMoney(amount, currency, lang)
  const pdf = createPdf({ lang, name: `${labels.certificate} ${number}`, bank, made_at: new Date(today) })
  pdf.title(labels.certificate, labels.as_of(formatDay(today, lang)))
  pdf.paragraph(labels.certified(bank.name, holder.holder))
  pdf.facts([
    ...subjectOf({ ...holder, number }, lang),
    { name: labels.amount, value: money(deposit.amount) },
    { name: labels.rate, value: percent(deposit.rate) },
    { name: labels.term, value: labels.months(term) },
    { name: labels.value_date, value: formatDay(deposit.value_date, lang) },
    { name: labels.maturity, value: formatDay(deposit.maturity_date, lang) },
    { name: labels.frequency, value: labels.frequencies[deposit.frequency] },
    { name: labels.basis, value: labels.days(formatNumber(basis, lang)) },
    { name: labels.withholding, value: percent(deposit.withholding_rate) },
    { name: labels.paid, value: money(deposit.paid_interests) },
    ...(deposit.broken ? [{ name: labels.came_back, value: money(deposit.broken.returned) }] : []),
    { name: labels.status, value: depositStatusLabels[status][lang] },
    ...(holder.ended_on === null ? [] : [{ name: labels.ended_on, value: formatDay(holder.ended_on, lang) }]),
  ])
  if (deposit.is_pledged && status === 'pending') pdf.paragraph(labels.pledged)
  pdf.section(labels.payments)
  const widths = [26, 9, 17, 17, 17, 14]
  await pdf.table(
    labels.columns.map((title, at) => ({ title, width: widths[at] ?? 16, align: at > 0 && at < 5 ? 'right' : 'left' })),
    printedPayments(deposit, lang),
  )
  return pdf.finish()
}

/** The certificate of a deposit in its state of today. Throws `not_found`. */
export async function depositCertificate(
  ports: { db: Db; clock: Clock },
  accountId: string,
  { id, lang }: { id: string; lang: Language },
) {
  const deposit = await getDeposit(ports, accountId, id)
  const [holder, bank] = [await getHolder(ports.db, accountId, id), await getBankIdentity(ports.db)]
  const content = await certificatePdf({ deposit, holder, bank, today: businessDate(ports.clock), lang })
  return { file_name: `${translations[lang].certificate_file} ${deposit.number}.pdf`, media_type: PDF, content }
}

function noticePdf(payment: CreditedPayment, bank: BankIdentity, lang: Language): Promise<Buffer> {
  const labels = translations[lang]
  const { number, currency, paid_on, gross, withholding, returned } = payment
  const title = returned > 0 ? labels.maturity_notice : labels.interest_notice
  const money = (amount: number) => formatMoney(amount, currency, lang)
  const pdf = createPdf({ lang, name: `${title} · ${number}`, bank, made_at: new Date(paid_on) })
  pdf.title(title, formatDay(paid_on, lang))
  pdf.facts([
    ...subjectOf(payment, lang),
    { name: labels.amount, value: money(payment.principal) },
    { name: labels.rate, value: formatPercent(payment.rate, lang) },
    {
      name: labels.period,
      value: `${labels.from_to(formatDay(payment.from, lang), formatDay(payment.to, lang))} (${labels.days(formatNumber(payment.days, lang))})`,
    },
    { name: labels.paid_on, value: formatDay(paid_on, lang) },
    { name: labels.gross, value: money(gross) },
    { name: labels.withheld(formatPercent(payment.withholding_rate, lang)), value: money(withholding) },
    { name: labels.net, value: money(gross - withholding) },
    ...(returned > 0 ? [{ name: labels.returned, value: money(returned) }] : []),
    ...(returned < 0 ? [{ name: labels.added, value: money(-returned) }] : []),
    { name: labels.credited, value: money(gross - withholding + returned) },
  ])
  return pdf.finish()
}

type Noticed = { id: string; place: number; lang: Language }

/** The notice of a credited payment. Throws `not_found`, `document_archived`. */
export async function depositNotice(db: Db, accountId: string, { id, place, lang }: Noticed) {
  const payment = await findCreditedPayment(db, accountId, id, place)
  if (!payment) throw new Refusal('not_found')
  if (payment.is_archived) throw new Refusal('document_archived')
  const content = await noticePdf(payment, await getBankIdentity(db), lang)
  return { file_name: `${translations[lang].notice_file} ${payment.number}-${place}.pdf`, media_type: PDF, content }
}
