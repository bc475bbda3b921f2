// The term deposits and credits of the demo: their conditions, and their movements so far.

import { addMonths } from 'contract/values/calendar.ts'
import { depositSchedule, type DepositTerms, maturityOf } from 'contract/values/deposit-schedule.ts'
import { loanSchedule, type LoanTerms } from 'contract/values/loan-schedule.ts'
import type pg from 'pg'
import { businessDayFrom, type DemoCalendar, demoHolidays, plainDate } from './history/demo-calendar.ts'
import { seededRandom } from './history/seeded-random.ts'
import { insertRows } from './insert-rows.ts'
import type { Line, Movement } from './history/movements.ts'
import {
  type NewCredit,
  DEMO_OFFERS,
  type DepositRequest,
  insertCredit,
  insertDeposit,
  type Settled,
} from './savings-rows.ts'

type OfAccount<Input> = Omit<Input, 'account_id'> & { account: string }
type DemoCredit = OfAccount<NewCredit> & {
  /** The last lines before today that the account could not pay. */
  unpaid?: number
}
type DemoDeposit = OfAccount<DepositRequest>

const plainTerms = {
  insurance_rate: 0,
  tax_rate: 17,
  tax_mode: 'on_top',
  grace: null,
  grace_count: 0,
  period: 'monthly',
} as const
const plainDeposit = { basis: 360, withholding_rate: 8 } as const

/** A day of the month a number of months from today. */
function monthsFrom({ today }: DemoCalendar, count: number, day: number): string {
  const month = addMonths(`${plainDate(today).slice(0, 7)}-01`, count)
  return `${month.slice(0, 8)}${String(day).padStart(2, '0')}`
}

function demoCredits(calendar: DemoCalendar): DemoCredit[] {
  const random = seededRandom('credits')
  const draw = () => random.id(calendar.firstDay)
  const from = (months: number, day: number) => monthsFrom(calendar, months, day)
  const year = (date: string) => date.slice(2, 4)
  const credit = (request: Omit<DemoCredit, 'id' | 'number'> & { serial: string }): DemoCredit => {
    const { serial, ...rest } = request
    return { ...rest, id: draw(), number: `${year(rest.setup_date)}${serial}` }
  }
  return [
    credit({
      account: 'sine-agro',
      serial: '00418',
      type: 'equipment',
      purpose: 'Station de pompage',
      setup_date: from(-20, 3),
      upfront: 225_000,
      terms: { ...plainTerms, amount: 45_000_000, rate: 8.5, count: 60, first_due_date: from(-19, 3) },
    }),
    credit({
      account: 'sine-agro',
      serial: '00127',
      type: 'equipment',
      purpose: '2 camions frigorifiques',
      setup_date: from(-3, 15),
      upfront: 60_000,
      terms: {
        ...plainTerms,
        amount: 12_000_000,
        rate: 9,
        count: 36,
        grace: 'partial',
        grace_count: 6,
        insurance_rate: 0.5,
        first_due_date: from(-2, 15),
      },
    }),
    credit({
      account: 'sine-agro',
      serial: '00093',
      type: 'equipment',
      purpose: 'Matériel de conditionnement',
      setup_date: from(-40, 20),
      terms: { ...plainTerms, amount: 9_000_000, rate: 8, count: 24, first_due_date: from(-39, 20) },
    }),
    credit({
      account: 'jappo',
      serial: '00256',
      type: 'equipment',
      purpose: 'Chambre froide de Joal',
      setup_date: from(-10, 4),
      unpaid: 2,
      terms: {
        ...plainTerms,
        amount: 4_800_000,
        rate: 10,
        count: 36,
        insurance_rate: 0.6,
        first_due_date: from(-9, 4),
      },
    }),
    credit({
      account: 'aminata',
      serial: '00071',
      type: 'home',
      purpose: 'Appartement aux Almadies',
      setup_date: from(-30, 28),
      upfront: 150_000,
      terms: {
        ...plainTerms,
        amount: 38_000_000,
        rate: 7.25,
        count: 240,
        insurance_rate: 0.35,
        first_due_date: from(-29, 28),
      },
    }),
    credit({
      account: 'aminata',
      serial: '00344',
      type: 'consumer',
      purpose: 'Prêt sans intérêt, équipement solaire',
      setup_date: from(-8, 10),
      terms: { ...plainTerms, amount: 600_000, rate: 0, count: 12, first_due_date: from(-7, 10) },
    }),
    credit({
      account: 'awa',
      serial: '00512',
      type: 'consumer',
      purpose: 'Équipement du foyer',
      setup_date: from(-30, 5),
      terms: { ...plainTerms, amount: 900_000, rate: 11, count: 12, insurance_rate: 0.6, first_due_date: from(-29, 5) },
    }),
  ]
}

function demoDeposits(calendar: DemoCalendar): DemoDeposit[] {
  const random = seededRandom('deposits')
  const from = (months: number, day: number) => monthsFrom(calendar, months, day)
  const deposit = (
    account: string,
    serial: string,
    terms: Omit<DepositTerms, 'basis' | 'withholding_rate'>,
    request: Partial<DemoDeposit> = {},
  ) => ({
    account,
    id: random.id(calendar.firstDay),
    number: `${terms.value_date.slice(0, 4)}-${serial}`,
    terms: { ...plainDeposit, ...terms },
    ...request,
  })
  return [
    deposit('sine-agro', '0142', {
      principal: 15_000_000,
      rate: 5.25,
      value_date: from(-8, 18),
      term: 12,
      frequency: 'quarterly',
    }),
    deposit(
      'sine-agro',
      '0087',
      { principal: 8_000_000, rate: 5.75, value_date: from(-16, 2), term: 24, frequency: 'yearly' },
      { is_pledged: true },
    ),
    deposit('sine-agro', '0310', {
      principal: 5_000_000,
      rate: 5,
      value_date: from(-26, 12),
      term: 24,
      frequency: 'maturity',
    }),
    deposit('awa', '0118', {
      principal: 500_000,
      rate: 4.25,
      value_date: from(-16, 20),
      term: 24,
      frequency: 'maturity',
    }),
    deposit('aminata', '0205', {
      principal: 3_000_000,
      rate: 4.8,
      value_date: from(-1, 6),
      term: 9,
      frequency: 'maturity',
    }),
    deposit(
      'aminata',
      '0033',
      { principal: 2_000_000, rate: 4.5, value_date: from(-22, 9), term: 12, frequency: 'quarterly' },
      { status: 'broken', ended_on: from(-15, 9) },
    ),
  ]
}

export type DemoSavings = { credits: DemoCredit[]; deposits: DemoDeposit[]; movements: Movement[] }

const runDay = (day: string) => businessDayFrom(new Date(`${day}T00:00:00Z`))
const eightOn = (day: Date) => new Date(day.getTime() + 8 * 3_600_000)
/** Lines from before the bank's ledger have no posting; lines due today are left to the worker. */
const isPast = ({ today }: DemoCalendar, day: Date) => day < today
const isBooked = ({ firstDay }: DemoCalendar, day: Date) => day > firstDay

const linesThat = (parts: readonly Line[]) => parts.filter(({ amount }) => amount !== 0)

/** The number of paid lines of a credit. */
const paidLines = (calendar: DemoCalendar, { terms, unpaid = 0 }: { terms: LoanTerms; unpaid?: number }) =>
  loanSchedule(terms).filter(({ due_date }) => isPast(calendar, runDay(due_date))).length - unpaid

function movementsOfCredit(calendar: DemoCalendar, credit: DemoCredit): Movement[] {
  const { account, id, number, setup_date, terms } = credit
  const setup = new Date(`${setup_date}T10:00:00Z`)
  const payout: Movement[] = isBooked(calendar, setup)
    ? [
        {
          at: setup,
          posting: { key: `credit:${id}`, kind: 'loan' },
          lines: [
            { account, amount: terms.amount, type: 'loan', label: `DEBLOCAGE PRET ${number}`, category: 'Crédit' },
            { account: 'loans:XOF', amount: -terms.amount, type: 'loan', label: `DEBLOCAGE PRET ${number}` },
          ],
        },
      ]
    : []
  const label = `ECHEANCE PRET ${number}`
  return [
    ...payout,
    ...loanSchedule(terms)
      .slice(0, paidLines(calendar, credit))
      .filter(({ due_date }) => isBooked(calendar, runDay(due_date)))
      .map(({ place, due_date, principal, interest, taxes, fees, instalment }): Movement => ({
        at: eightOn(runDay(due_date)),
        posting: { key: `credit:${id}:${place}`, kind: 'loan' },
        lines: linesThat([
          { account, amount: -instalment, type: 'loan', label, category: 'Crédit' },
          { account: 'loans:XOF', amount: principal, type: 'loan', label },
          { account: 'interest:XOF', amount: interest, type: 'interest', label },
          { account: 'taf:XOF', amount: taxes, type: 'tax', label },
          { account: 'fees:XOF', amount: fees, type: 'fee', label },
        ]),
      })),
  ]
}

/** The credited interest payments. */
const paidPayments = (calendar: DemoCalendar, { terms, ended_on }: DemoDeposit) =>
  depositSchedule(terms).filter(({ to }) => isPast(calendar, runDay(to)) && (!ended_on || to <= ended_on))

function movementsOfDeposit(calendar: DemoCalendar, deposit: DemoDeposit): Movement[] {
  const { account, id, number, terms } = deposit
  const opened = new Date(`${terms.value_date}T10:00:00Z`)
  const placed = `SOUSCRIPTION DAT ${number}`
  const [interest, tax, capital] = [
    `INTERETS DAT ${number}`,
    `RETENUE IRC 8% DAT ${number}`,
    `REMBOURSEMENT DAT ${number}`,
  ]
  const given: Movement[] = isBooked(calendar, opened)
    ? [
        {
          at: opened,
          posting: { key: `deposit:${id}`, kind: 'deposit' },
          lines: [
            { account, amount: -terms.principal, type: 'other', label: placed, category: 'Placements' },
            { account: 'deposits:XOF', amount: terms.principal, type: 'other', label: placed },
          ],
        },
      ]
    : []
  return [
    ...given,
    ...paidPayments(calendar, deposit)
      .filter(({ to }) => isBooked(calendar, runDay(to)))
      .map(({ place, to, gross, withholding }): Movement => {
        const returned = to === maturityOf(terms) ? terms.principal : 0
        return {
          at: eightOn(runDay(to)),
          posting: { key: `deposit:${id}:${place}`, kind: 'deposit' },
          lines: linesThat([
            { account, amount: gross, type: 'interest', label: interest, category: 'Placements' },
            { account: 'interest:XOF', amount: -gross, type: 'interest', label: interest },
            { account, amount: -withholding, type: 'tax', label: tax, category: 'Impôts et taxes' },
            { account: 'withholding:XOF', amount: withholding, type: 'tax', label: tax },
            { account, amount: returned, type: 'other', label: capital, category: 'Placements' },
            { account: 'deposits:XOF', amount: -returned, type: 'other', label: capital },
          ]),
        }
      }),
  ]
}

export function demoSavings(calendar: DemoCalendar): DemoSavings {
  const [credits, deposits] = [demoCredits(calendar), demoDeposits(calendar)]
  const movements = [
    ...credits.flatMap((credit) => movementsOfCredit(calendar, credit)),
    ...deposits.flatMap((deposit) => movementsOfDeposit(calendar, deposit)),
  ]
  return { credits, deposits, movements }
}

/** Writes them once their movements are posted, each line with its posting. */
export async function insertSavings(
  client: pg.Client,
  calendar: DemoCalendar,
  { credits, deposits }: DemoSavings,
  { accountId, postingOfKey }: { accountId: (key: string) => string; postingOfKey: ReadonlyMap<string, string> },
): Promise<void> {
  await insertRows(
    client,
    'deposit_offers',
    DEMO_OFFERS.map((offer) => ({ ...offer, ...plainDeposit })),
  )
  const holidays = new Set(demoHolidays(calendar).map(({ day }) => day))
  const settledOn = (day: string, key: string): Settled => ({
    paid_on: plainDate(runDay(day)),
    posting_id: postingOfKey.get(key) ?? null,
  })
  const again = plainDate(businessDayFrom(calendar.today))
  for (const { account, unpaid, ...credit } of credits) {
    const lines = loanSchedule(credit.terms)
    const paid = paidLines(calendar, { terms: credit.terms, ...(unpaid !== undefined && { unpaid }) })
    const settled = (place: number) =>
      place <= paid ? settledOn(lines[place - 1]?.due_date ?? '', `credit:${credit.id}:${place}`) : null
    await insertCredit(client, { ...credit, account_id: accountId(account) }, { settled, holidays, again })
  }
  for (const { account, ...deposit } of deposits) {
    const payments = new Map(paidPayments(calendar, { account, ...deposit }).map(({ place, to }) => [place, to]))
    const settled = (place: number) => {
      const to = payments.get(place)
      return to ? settledOn(to, `deposit:${deposit.id}:${place}`) : null
    }
    const hasMatured = !deposit.status && payments.size === depositSchedule(deposit.terms).length
    const ended = hasMatured
      ? { status: 'matured' as const, ended_on: plainDate(runDay(maturityOf(deposit.terms))) }
      : {}
    await insertDeposit(client, { ...deposit, ...ended, account_id: accountId(account) }, { settled, holidays })
  }
}
