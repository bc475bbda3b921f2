// Announced operations of the demo bank that are not booked yet.

import { businessDaysAfter, businessDayFrom, type DemoCalendar, plainDate } from './history/demo-calendar.ts'
import { seededRandom } from './history/seeded-random.ts'
import type { OperationType } from './history/movements.ts'

type Announced = [inBusinessDays: number, type: OperationType, label: string, counterparty: string, amount: number]

const announced: Record<string, Announced[]> = {
  awa: [
    [0, 'card', 'PAIEMENT CB SUPERMARCHE MERMOZ', 'Supermarché Kër Gi', -18_750],
    [1, 'direct_debit', 'PRLV SENELEC FACT 20931177', 'Senelec', -31_420],
    [3, 'transfer_in', 'VIR RECU MUTUELLE SANTE YAKAAR', 'Mutuelle Santé Yakaar', 24_000],
  ],
  'sine-agro': [
    [0, 'cheque_in', 'REMISE CHEQUE 4410238', 'Coopérative Djoliba', 2_750_000],
    [2, 'direct_debit', 'PRLV SENELEC FACT 20931544', 'Senelec', -912_480],
    [4, 'transfer_in', 'VIR RECU HUILERIES DU SALOUM FACT 3307', 'Huileries du Saloum', 14_600_000],
  ],
}

export function demoUpcoming(calendar: DemoCalendar) {
  const random = seededRandom('upcoming')
  const first = businessDayFrom(calendar.today)
  return Object.entries(announced).flatMap(([account, lines]) =>
    lines.map(([days, type, label, counterparty, amount]) => ({
      account,
      id: random.id(calendar.now),
      intraday_id: `INT${random.digits(10)}`,
      type,
      label,
      counterparty,
      amount,
      expected_on: plainDate(businessDaysAfter(first, days)),
    })),
  )
}
