// What a deposit is proved by: its certificate, and the notice of each payment of interest. No file is kept (decision 0018).
import type { DepositDetail, depositStatuses } from 'contract/deposits.ts'
import type { Language } from 'contract/language.ts'
import type { depositFrequencies } from 'contract/values/deposit-schedule.ts'
import { groupByFour } from 'contract/values/iban.ts'
import { type BankIdentity, getBankIdentity } from '../../db/bank-identity.ts'
import type { Db } from '../../db/db.ts'
import { businessDate, type Clock } from '../../outside/clock.ts'
import { newPaper } from '../../outside/paper.ts'
import { sayAmount, sayDay, sayMoney, sayNumber, sayShortDay } from '../../outside/say.ts'
import { Refusal } from '../../refusal.ts'
import { type CreditedPayment, findCreditedPayment, getHolder, type Holder } from './deposit-store.ts'
import { getDeposit } from './describe-deposit.ts'
import { ofFrench } from 'contract/values/elision.ts'

type Frequencies = Record<(typeof depositFrequencies)[number], string>
type Statuses = Record<(typeof depositStatuses)[number], string>

const words = {
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
    statuses: {
      pending: 'En cours',
      matured: 'Échu',
      renewed: 'Reconduit',
      broken: 'Rompu par anticipation',
      closed: 'Clôturé',
    } satisfies Statuses,
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
    statuses: {
      pending: 'In progress',
      matured: 'Matured',
      renewed: 'Renewed',
      broken: 'Broken early',
      closed: 'Closed',
    } satisfies Statuses,
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

/** What both documents begin with. */
function subjectOf({ holder, iban, number }: Pick<Holder, 'holder' | 'iban'> & { number: string }, lang: Language) {
  const say = words[lang]
  return [
    { name: say.number, value: number },
    { name: say.holder, value: holder },
    { name: say.account, value: groupByFour(iban) },
  ]
}

async function* printedPayments({ payments, currency, status }: DepositDetail, lang: Language): AsyncGenerator<string[]> {
  const say = words[lang]
  const figure = (amount: number) => sayAmount(amount, currency, lang)
  for (const { from, to, days, gross, withholding, net, paid_on } of payments) {
    const unpaid = status === 'pending' ? say.to_come : say.never
    const period = `${sayShortDay(from)} - ${sayShortDay(to)}`
    yield [period, String(days), figure(gross), figure(withholding), figure(net), paid_on ? sayShortDay(paid_on) : unpaid]
  }
}

type Certified = { deposit: DepositDetail; holder: Holder; bank: BankIdentity; today: string; lang: Language }

async function certificatePaper({ deposit, holder, bank, today, lang }: Certified): Promise<Buffer> {
  const say = words[lang]
  const { number, currency, basis, term, status } = deposit
  const percent = (rate: number) => `${sayNumber(rate, lang)} %`
  const money = (amount: number) => sayMoney(amount, currency, lang)
  const paper = newPaper({ lang, name: `${say.certificate} ${number}`, bank, made_at: new Date(today) })
  paper.title(say.certificate, say.as_of(sayDay(today, lang)))
  paper.paragraph(say.certified(bank.name, holder.holder))
  paper.facts([
    ...subjectOf({ ...holder, number }, lang),
    { name: say.amount, value: money(deposit.amount) },
    { name: say.rate, value: percent(deposit.rate) },
    { name: say.term, value: say.months(term) },
    { name: say.value_date, value: sayDay(deposit.value_date, lang) },
    { name: say.maturity, value: sayDay(deposit.maturity_date, lang) },
    { name: say.frequency, value: say.frequencies[deposit.frequency] },
    { name: say.basis, value: say.days(sayNumber(basis, lang)) },
    { name: say.withholding, value: percent(deposit.withholding_rate) },
    { name: say.paid, value: money(deposit.paid_interests) },
    ...(deposit.broken ? [{ name: say.came_back, value: money(deposit.broken.returned) }] : []),
    { name: say.status, value: say.statuses[status] },
    ...(holder.ended_on === null ? [] : [{ name: say.ended_on, value: sayDay(holder.ended_on, lang) }]),
  ])
  if (deposit.is_pledged && status === 'pending') paper.paragraph(say.pledged)
  paper.section(say.payments)
  const widths = [26, 9, 17, 17, 17, 14]
  await paper.table(
    say.columns.map((title, at) => ({ title, width: widths[at] ?? 16, align: at > 0 && at < 5 ? 'right' : 'left' })),
    printedPayments(deposit, lang),
  )
  if (bank.legal !== '') paper.paragraph(bank.legal)
  return paper.finish()
}

/** The certificate of a deposit as it stands today. Throws `not_found`. */
export async function depositCertificate(ports: { db: Db; clock: Clock }, accountId: string, { id, lang }: { id: string; lang: Language }) {
  const deposit = await getDeposit(ports, accountId, id)
  const [holder, bank] = [await getHolder(ports.db, accountId, id), await getBankIdentity(ports.db)]
  const content = await certificatePaper({ deposit, holder, bank, today: businessDate(ports.clock), lang })
  return { file_name: `${words[lang].certificate_file} ${deposit.number}.pdf`, media_type: PDF, content }
}

function noticePaper(payment: CreditedPayment, bank: BankIdentity, lang: Language): Promise<Buffer> {
  const say = words[lang]
  const { number, currency, paid_on, gross, withholding, returned } = payment
  const title = returned > 0 ? say.maturity_notice : say.interest_notice
  const money = (amount: number) => sayMoney(amount, currency, lang)
  const paper = newPaper({ lang, name: `${title} · ${number}`, bank, made_at: new Date(paid_on) })
  paper.title(title, sayDay(paid_on, lang))
  paper.facts([
    ...subjectOf(payment, lang),
    { name: say.amount, value: money(payment.principal) },
    { name: say.rate, value: `${sayNumber(payment.rate, lang)} %` },
    {
      name: say.period,
      value: `${say.from_to(sayDay(payment.from, lang), sayDay(payment.to, lang))} (${say.days(sayNumber(payment.days, lang))})`,
    },
    { name: say.paid_on, value: sayDay(paid_on, lang) },
    { name: say.gross, value: money(gross) },
    { name: say.withheld(`${sayNumber(payment.withholding_rate, lang)} %`), value: money(withholding) },
    { name: say.net, value: money(gross - withholding) },
    ...(returned > 0 ? [{ name: say.returned, value: money(returned) }] : []),
    ...(returned < 0 ? [{ name: say.added, value: money(-returned) }] : []),
    { name: say.credited, value: money(gross - withholding + returned) },
  ])
  if (bank.legal !== '') paper.paragraph(bank.legal)
  return paper.finish()
}

type Noticed = { id: string; place: number; lang: Language }

/** The notice of a payment that was credited. Throws `not_found`. */
export async function depositNotice(db: Db, accountId: string, { id, place, lang }: Noticed) {
  const payment = await findCreditedPayment(db, accountId, id, place)
  if (!payment) throw new Refusal('not_found')
  const content = await noticePaper(payment, await getBankIdentity(db), lang)
  return { file_name: `${words[lang].notice_file} ${payment.number}-${place}.pdf`, media_type: PDF, content }
}
