// Creates the history of the other persons: a student, a woman abroad who builds a house at home, a neighbour, a new
// customer, a blocked account.

import { addDays, type DemoCalendar, monthLabel, quarterLabel, timeOf } from './demo-calendar.ts'
import { type SeededRandom, seededRandom } from './seeded-random.ts'
import { fee, francsOf, inEuro, type Movement, type MovementDetails, outside } from './movements.ts'
import { spendsCash, type AccountHistory } from './settle.ts'

const isOver = (calendar: DemoCalendar) => (movement: Movement) => movement.at <= calendar.now

/** Creates about `perMonth` operations a month, on random days, all before today. */
function aboutMonthly(
  calendar: DemoCalendar,
  random: SeededRandom,
  perMonth: number,
  make: (at: Date) => Movement,
): Movement[] {
  return calendar.days
    .slice(0, -1)
    .filter(() => random.chance(perMonth / 30))
    .map((day) => make(timeOf(random, day, 8, 21)))
}

const withdrawal = (random: SeededRandom, account: string, branch: string, max: number) => (at: Date) =>
  outside(account, at, -random.amount(5_000, max, 5_000), 'cash', {
    type: 'withdrawal',
    label: random.chance(0.8) ? `RETRAIT GAB ${branch}` : 'RETRAIT GAB CONFRERE GIM',
    category: 'Retraits',
  })

const phoneCredit = (random: SeededRandom, account: string) => (at: Date) =>
  outside(account, at, -random.amount(500, 3_000, 500), 'clearing', {
    type: 'other',
    label: `RECHARGE MOBILE 7600000${random.digits(2)}`,
    category: 'Télécom et internet',
  })

const purchase =
  (random: SeededRandom, account: string, max: number, facts: Omit<MovementDetails, 'type'>) => (at: Date) =>
    outside(account, at, -random.amount(2_500, max, 50), 'cards', { type: 'card', ...facts })

const groceries = (district: string) => ({
  label: `PAIEMENT CB SUPERMARCHE ${district}`,
  counterparty: 'Supermarché Kër Gi',
  category: 'Alimentation',
})

function historyOfCheikh(calendar: DemoCalendar): AccountHistory {
  const random = seededRandom('cheikh')
  const scholarships = calendar.monthly(10).map((day) =>
    outside('cheikh', timeOf(random, day, 10, 12), 40_000, 'clearing', {
      type: 'transfer_in',
      label: `VIR RECU BOURSE ${monthLabel(day)}`,
      counterparty: 'Direction des bourses',
      category: 'Divers',
    }),
  )
  const fromHome = calendar.monthly(25).map((day) =>
    outside('cheikh', timeOf(random, day, 9, 15), 30_000, 'cash', {
      type: 'cash_deposit',
      label: 'VERSEMENT ESPECES ZIGUINCHOR',
      category: 'Famille',
    }),
  )
  return {
    ...spendsCash(calendar, 'cheikh', 'Cheikh Diatta', 'ZIGUINCHOR'),
    movements: [
      ...scholarships,
      ...calendar
        .everyMonth(31)
        .map((day) => fee('cheikh', timeOf(random, day, 5, 6), 500, `FRAIS TENUE DE COMPTE ${monthLabel(day)}`)),
      ...aboutMonthly(calendar, random, 3, withdrawal(random, 'cheikh', 'ZIGUINCHOR', 15_000)),
      ...aboutMonthly(calendar, random, 5, phoneCredit(random, 'cheikh')),
      ...aboutMonthly(calendar, random, 2, purchase(random, 'cheikh', 6_500, groceries('ZIGUINCHOR'))),
    ].filter(isOver(calendar)),
    income: fromHome.filter(isOver(calendar)),
    incomeStep: 500,
    openingBalance: 25_000,
    minBalance: 500,
    spendStep: 5_000,
  }
}

const abroad = (cents: number) => String(Math.floor(cents / 100))

function historiesOfAminata(calendar: DemoCalendar): AccountHistory[] {
  const random = seededRandom('aminata')
  const fromFrance = calendar.monthly(2).map((day) =>
    outside(
      'aminata-euro',
      timeOf(random, day, 10, 14),
      100_000 + random.int(0, 120) * 1_000,
      'correspondent',
      {
        type: 'transfer_in',
        label: `VIR RECU ETRANGER EUR ${random.digits(6)}`,
        counterparty: 'Aminata Sow-Lefort, Lyon',
        category: 'Famille',
        reference: `SWIFT${random.digits(9)}`,
      },
      'EUR',
    ),
  )
  // From her euro account to her account in francs: one posting that balances in both currencies.
  const exchanges = calendar.monthly(6).map((day): Movement => {
    const cents = 50_000 + random.int(0, 60) * 1_000
    const label = `CHANGE ${abroad(cents)} EUR EN F CFA`
    const facts = { label, counterparty: 'Aminata Sow-Lefort', category: 'Famille' }
    return {
      at: timeOf(random, day, 9, 12),
      lines: [
        { account: 'aminata-euro', amount: -cents, type: 'transfer_out', ...facts },
        { account: 'position:EUR', amount: cents, type: 'transfer_out', label },
        { account: 'position:XOF', amount: -francsOf(cents), type: 'transfer_in', label },
        { account: 'aminata', amount: francsOf(cents), type: 'transfer_in', ...facts },
      ],
    }
  })
  const fromAbroad = calendar.monthly(15).map((day) =>
    outside('aminata', timeOf(random, day, 10, 14), francsOf(random.int(100, 900) * 100), 'correspondent', {
      type: 'transfer_in',
      label: `VIR RECU ETRANGER EUR ${random.digits(6)}`,
      counterparty: 'Jean Lefort, Lyon',
      category: 'Famille',
      reference: `SWIFT${random.digits(9)}`,
    }),
  )
  const builds = calendar.monthly(20).map((day) =>
    outside('aminata', timeOf(random, day, 9, 15), -random.amount(120_000, 950_000, 5_000), 'cheques', {
      type: 'cheque_out',
      label: `CHEQUE ${random.digits(7)}`,
      counterparty: 'Quincaillerie du Baol',
      category: 'Fournisseurs',
      comment: 'Chantier de Mbour',
    }),
  )
  return [
    {
      ...spendsCash(calendar, 'aminata', 'Aminata Sow-Lefort', 'DAKAR ALMADIES'),
      movements: [
        ...exchanges,
        ...builds,
        ...calendar
          .everyMonth(31)
          .map((day) => fee('aminata', timeOf(random, day, 5, 6), 2_500, `FRAIS TENUE DE COMPTE ${monthLabel(day)}`)),
        ...calendar
          .monthly(4)
          .filter((day) => day.getUTCMonth() % 3 === 0)
          .map((day) => fee('aminata', timeOf(random, day, 5, 6), 25_000, `LOCATION COFFRE ${quarterLabel(day)}`, 18)),
        ...aboutMonthly(calendar, random, 2, withdrawal(random, 'aminata', 'DAKAR ALMADIES', 150_000)),
        ...aboutMonthly(calendar, random, 3, purchase(random, 'aminata', 60_000, groceries('ALMADIES'))),
        ...aboutMonthly(
          calendar,
          random,
          1,
          purchase(random, 'aminata', 65_000, {
            label: 'CLINIQUE DAKAR',
            counterparty: 'Clinique Teranga Médina',
            category: 'Santé',
          }),
        ),
      ].filter(isOver(calendar)),
      income: fromAbroad.filter(isOver(calendar)),
      exchange: inEuro,
      openingBalance: 4_200_000,
      minBalance: 250_000,
      spendStep: 10_000,
    },
    {
      ...spendsCash(calendar, 'aminata-euro', 'Aminata Sow-Lefort', 'DAKAR ALMADIES'),
      movements: [],
      income: fromFrance.filter(isOver(calendar)),
      incomeStep: 1_000,
      openingBalance: 620_000,
      minBalance: 20_000,
      open: (amount) =>
        outside(
          'aminata-euro',
          timeOf(seededRandom('euro opens'), calendar.firstDay, 10, 12),
          amount,
          'correspondent',
          {
            type: 'transfer_in',
            label: `VIR RECU ETRANGER EUR 100245`,
            counterparty: 'Aminata Sow-Lefort, Lyon',
            category: 'Famille',
          },
          'EUR',
        ),
      spend: (at, amount) =>
        outside(
          'aminata-euro',
          at,
          -amount,
          'cash',
          { type: 'withdrawal', label: 'RETRAIT DEVISES DAKAR ALMADIES', category: 'Retraits' },
          'EUR',
        ),
    },
  ]
}

function historyOfMoustapha(calendar: DemoCalendar): AccountHistory {
  const random = seededRandom('moustapha')
  return {
    ...spendsCash(calendar, 'moustapha', 'Moustapha Thiam', 'THIES'),
    movements: [
      ...aboutMonthly(calendar, random, 3, withdrawal(random, 'moustapha', 'THIES', 60_000)),
      ...aboutMonthly(calendar, random, 3, purchase(random, 'moustapha', 40_000, groceries('THIES'))),
      ...calendar
        .everyMonth(31)
        .map((day) => fee('moustapha', timeOf(random, day, 5, 6), 2_500, `FRAIS TENUE DE COMPTE ${monthLabel(day)}`)),
    ].filter(isOver(calendar)),
    income: calendar
      .monthly(24)
      .map((day) =>
        outside('moustapha', timeOf(random, day, 9, 14), 200_000, 'clearing', {
          type: 'transfer_in',
          label: `VIR RECU MENUISERIE DU RAIL FACT ${random.digits(4)}`,
          counterparty: 'Menuiserie du Rail',
          category: 'Clients',
        }),
      )
      .filter(isOver(calendar)),
    incomeStep: 500,
    openingBalance: 900_000,
    minBalance: 25_000,
  }
}

/** Opened three weeks ago, first sign-in still to come. */
function historyOfAlioune(calendar: DemoCalendar): AccountHistory {
  const random = seededRandom('alioune')
  const openedAt = timeOf(random, calendar.day(-24), 9, 12)
  return {
    ...spendsCash(calendar, 'alioune', 'Alioune Badara Dramé', 'LOUGA'),
    movements: [-17, -11, -6, -2].map((offset) =>
      withdrawal(random, 'alioune', 'LOUGA', 30_000)(timeOf(random, calendar.day(offset), 9, 18)),
    ),
    open: (amount) =>
      outside('alioune', openedAt, amount, 'cash', {
        type: 'cash_deposit',
        label: 'VERSEMENT ESPECES LOUGA',
        category: 'Divers',
      }),
  }
}

/** The account has no debits since it was blocked, two months ago. */
function historyOfRokhaya(calendar: DemoCalendar): AccountHistory {
  const random = seededRandom('rokhaya')
  const untilBlocked = addDays(calendar.today, -60)
  return {
    ...spendsCash(calendar, 'rokhaya', 'Rokhaya Camara', 'PIKINE'),
    movements: [
      ...aboutMonthly(calendar, random, 2, withdrawal(random, 'rokhaya', 'PIKINE', 25_000)),
      ...aboutMonthly(calendar, random, 2, phoneCredit(random, 'rokhaya')),
    ].filter(({ at }) => at < untilBlocked),
    income: calendar
      .monthly(28)
      .map((day) =>
        outside('rokhaya', timeOf(random, day, 9, 14), 30_000, 'cash', {
          type: 'cash_deposit',
          label: 'VERSEMENT ESPECES PIKINE',
          category: 'Divers',
        }),
      )
      .filter(({ at }) => at < untilBlocked),
    incomeStep: 500,
    openingBalance: 60_000,
    minBalance: 1_000,
  }
}

export const historiesOfPeople = (calendar: DemoCalendar): AccountHistory[] => [
  historyOfCheikh(calendar),
  ...historiesOfAminata(calendar),
  historyOfMoustapha(calendar),
  historyOfAlioune(calendar),
  historyOfRokhaya(calendar),
]
