// Creates three years of a trading company, up to some weeks ago: its people order the rest (api/src/demo/company).

import { addMonths } from 'contract/values/calendar.ts'
import { addDays, businessDayFrom, type DemoCalendar, monthLabel, plainDate, timeOf } from './demo-calendar.ts'
import { seededRandom } from './seeded-random.ts'
import { fee, outside } from './movements.ts'
import { spendsByTransfer, type AccountHistory } from './settle.ts'
import { capitals } from './wording.ts'

const HOLDER = 'Comptoir du Gandiol SA'
const MONTHS = 36
/** The last day of this history: an account is only booked forwards. */
const LAST_DAY = -40
/** A month without any operation. */
const EMPTY_MONTH = 20

const clients = ['Export Arachide Kaolack', 'Marché de gros Thiaroye', 'Huileries du Saloum', 'Hôtel Ndar Rive']

export function historiesOfGandiol(calendar: DemoCalendar): AccountHistory[] {
  const random = seededRandom('gandiol')
  const account = 'gandiol'
  const month = (back: number) => new Date(addMonths(`${plainDate(calendar.today).slice(0, 7)}-01`, -back))
  const openedAt = timeOf(random, businessDayFrom(month(MONTHS)), 9, 12)
  const months = Array.from({ length: MONTHS }, (_, index) => MONTHS - index).filter((back) => back !== EMPTY_MONTH)
  const on = (back: number, day: number) => businessDayFrom(addDays(month(back), day - 1))
  const isOver = ({ at }: { at: Date }) => at > openedAt && at < calendar.day(LAST_DAY)

  const sales = months.flatMap((back) =>
    [7, 18].map((day) => {
      const client = random.pick(clients)
      return outside(
        account,
        timeOf(random, on(back, day), 9, 15),
        random.amount(4_500_000, 9_500_000, 5_000),
        'clearing',
        {
          type: 'transfer_in',
          label: `VIR RECU ${capitals(client)} FACT ${random.int(1_000, 9_999)}`,
          counterparty: client,
          category: 'Clients',
        },
      )
    }),
  )
  const purchases = months.map((back) =>
    outside(account, timeOf(random, on(back, 21), 9, 15), -random.amount(3_000_000, 8_000_000, 5_000), 'clearing', {
      type: 'transfer_out',
      label: `VIR EMIS PRODUCTEURS DU DELTA ${monthLabel(month(back))}`,
      counterparty: 'Producteurs du delta',
      category: 'Fournisseurs',
    }),
  )
  const fees = months.map((back) =>
    fee(
      account,
      timeOf(random, addDays(month(back), 26), 5, 6),
      15_000,
      `FRAIS TENUE DE COMPTE ${monthLabel(month(back))}`,
    ),
  )
  return [
    {
      ...spendsByTransfer(calendar, account, HOLDER),
      movements: [...purchases, ...fees].filter(isOver),
      income: sales.filter(isOver),
      openingBalance: 12_000_000,
      minBalance: 1_000_000,
      spendStep: 500_000,
      open: (amount) =>
        outside(account, openedAt, amount, 'clearing', {
          type: 'transfer_in',
          label: 'VIR RECU SOLDE ANCIEN COMPTE',
          counterparty: HOLDER,
          category: 'Divers',
        }),
    },
    spendsByTransfer(calendar, 'gandiol-reserve', HOLDER),
  ]
}
