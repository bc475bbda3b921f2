// The interest on debit balances of the demo's accounts, computed from their balances by value date as the bank's job does.
import { addMonths } from 'contract/values/calendar.ts'
import { type Scale, scaleOf } from 'contract/values/overdraft-scale.ts'
import { businessDayFrom, type DemoCalendar, timeOf } from './demo-calendar.ts'
import type { SeededRandom } from './seeded-random.ts'
import { type Movement, outside } from './movements.ts'
import { valueDate } from './post-history.ts'

export const OVERDRAFT_RATES = { rate: 1_200, excess_rate: 1_450, tax_rate: 1_700 } as const

/** The first days of the quarters that have ended and been charged in the history, oldest first. */
export function chargedQuarters({ firstDay, today }: DemoCalendar): { first_day: string; on: Date }[] {
  const start = `${firstDay.getUTCFullYear()}-${String(Math.floor(firstDay.getUTCMonth() / 3) * 3 + 1).padStart(2, '0')}-01`
  return Array.from({ length: 6 }, (_, at) => addMonths(start, at * 3))
    .map((first_day) => ({ first_day, on: businessDayFrom(new Date(addMonths(first_day, 3))) }))
    .filter(({ on }) => on <= today)
}

export const agiosKey = (account: string, firstDay: string) => `agios:${account}:${firstDay}`

/** The scale of a quarter from the movements of an account that were booked before a day. */
function quarterScale(account: string, authorised: number, movements: readonly Movement[], firstDay: string, on: Date) {
  const sums = new Map<string, number>()
  for (const movement of movements)
    for (const line of movement.lines)
      if (line.account === account && movement.at < on) {
        const day = valueDate(line, movement)
        sums.set(day, (sums.get(day) ?? 0) + line.amount)
      }
  const end = addMonths(firstDay, 3)
  const valued = [...sums].map(([day, amount]) => ({ day, amount })).toSorted((a, b) => a.day.localeCompare(b.day))
  const opening = valued.filter(({ day }) => day < firstDay).reduce((sum, { amount }) => sum + amount, 0)
  const within = valued.filter(({ day }) => day >= firstDay && day < end)
  return scaleOf(firstDay, opening, within, { authorised, ...OVERDRAFT_RATES })
}

function agios(account: string, at: Date, firstDay: string, { interest, tax }: Scale): Movement {
  const label = `AGIOS T${(Number(firstDay.slice(5, 7)) + 2) / 3} ${firstDay.slice(0, 4)}`
  return {
    at,
    posting: { key: agiosKey(account, firstDay), kind: 'interest' },
    lines: [
      {
        account,
        amount: -(interest + tax),
        type: 'interest',
        label,
        category: 'Frais bancaires',
        vat_rate: OVERDRAFT_RATES.tax_rate / 100,
        vat_amount: tax,
      },
      { account: 'interest:XOF', amount: interest, type: 'interest', label },
      { account: 'taf:XOF', amount: tax, type: 'tax', label },
    ],
  }
}

/** The interest of each quarter, and the cash that its holder brings to pay it: balances before and after stay as they are. */
export function overdraftInterest(
  calendar: DemoCalendar,
  random: SeededRandom,
  { account, authorised }: { account: string; authorised: number },
  movements: readonly Movement[],
): Movement[] {
  return chargedQuarters(calendar).flatMap(({ first_day, on }) => {
    const scale = quarterScale(account, authorised, movements, first_day, on)
    if (scale.interest === 0) return []
    const at = timeOf(random, on, 5, 6)
    const brought = outside(account, new Date(at.getTime() - 1_000), scale.interest + scale.tax, 'cash', {
      type: 'cash_deposit',
      label: 'VERSEMENT ESPECES',
      category: 'Divers',
    })
    return [brought, agios(account, at, first_day, scale)]
  })
}
