// Creates fourteen months of three companies: a trader of crops, a group of fish processors, a holding with its
// subsidiaries.

import { type DemoCalendar, isBusinessDay, monthLabel, quarterLabel, timeOf } from './demo-calendar.ts'
import { type SeededRandom, seededRandom } from './seeded-random.ts'
import { holdingAccounts, holdingKey } from '../holding.ts'
import { between, fee, type Movement, outside } from './movements.ts'
import { spendsByTransfer, type AccountHistory } from './settle.ts'
import { capitals } from './wording.ts'

const isOver = (calendar: DemoCalendar) => (movement: Movement) => movement.at <= calendar.now

/** On business days before today, each with this probability. */
const onBusinessDays = (calendar: DemoCalendar, random: SeededRandom, chance: number) =>
  calendar.days.slice(0, -1).filter((day) => isBusinessDay(day) && random.chance(chance))

const invoicePaidBy = (random: SeededRandom, account: string, day: Date, client: string, least: number, max: number) =>
  outside(account, timeOf(random, day, 9, 15), random.amount(least, max, 5), 'clearing', {
    type: 'transfer_in',
    label: `VIR RECU ${capitals(client)} FACT ${random.int(1_000, 9_999)}`,
    counterparty: client,
    category: 'Clients',
  })

const clients = [
  'Coopérative Djoliba',
  'Huileries du Saloum',
  'Minoterie de Hann',
  'Export Arachide Kaolack',
  'Marché de gros Thiaroye',
  'Karabane Distribution',
]

function historiesOfSineAgro(calendar: DemoCalendar): AccountHistory[] {
  const random = seededRandom('sine agro')
  const at = (day: Date) => timeOf(random, day, 9, 15)
  const account = 'sine-agro'
  const debit = (day: Date, amount: number, label: string, counterparty: string, category: string) =>
    outside(account, timeOf(random, day, 7, 9), -amount, 'clearing', {
      type: 'direct_debit',
      label,
      counterparty,
      category,
      reference: `PRLV${random.digits(8)}`,
    })
  // Not today: the account is credited in the morning and debited at noon, and the current time may be between.
  const payDays = calendar.monthly(25).filter((day) => day < calendar.today)
  const wages = new Map(payDays.map((day) => [day, 31_400_000 + random.int(0, 2_400) * 1_000]))
  const quarterly = (day: Date) => day.getUTCMonth() % 3 === 0

  const movements = [
    ...payDays.map((day) => {
      const facts = {
        label: `VIR EMIS APPROVISIONNEMENT SALAIRES ${monthLabel(day)}`,
        counterparty: 'Sine Agro Négoce SA',
        category: 'Salaires',
      }
      // The map contains all salaries, by the same days.
      return between(
        account,
        'sine-agro-payroll',
        timeOf(random, day, 8, 9),
        wages.get(day)! + 100_000,
        { ...facts, type: 'transfer_out' },
        { ...facts, type: 'transfer_in' },
      )
    }),
    ...calendar.monthly(16).map((day) =>
      outside(account, at(day), -random.amount(2_800_000, 11_000_000, 5), 'clearing', {
        type: 'tax',
        label: `IMPOTS TVA ${monthLabel(day)}`,
        counterparty: 'Direction des impôts',
        category: 'Impôts et taxes',
        accounting: '444100',
      }),
    ),
    ...onBusinessDays(calendar, random, 0.1).map((day) =>
      outside(account, at(day), -random.amount(350_000, 14_000_000, 5), 'clearing', {
        type: 'tax',
        label: `DROITS DE DOUANE DECL ${random.digits(6)}`,
        counterparty: 'Douanes',
        category: 'Douane',
      }),
    ),
    ...calendar
      .monthly(15)
      .filter(quarterly)
      .flatMap((day) => [
        debit(
          day,
          random.amount(3_200_000, 4_800_000, 5),
          `COTISATIONS IPRES ${quarterLabel(day)}`,
          'IPRES',
          'Cotisations sociales',
        ),
        debit(
          day,
          random.amount(1_100_000, 1_900_000, 5),
          `COTISATIONS CSS ${quarterLabel(day)}`,
          'CSS',
          'Cotisations sociales',
        ),
      ]),
    ...calendar
      .monthly(10)
      .map((day) =>
        debit(
          day,
          random.amount(480_000, 1_450_000, 5),
          `PRLV SENELEC FACT ${random.digits(8)}`,
          'Senelec',
          'Électricité',
        ),
      ),
    ...calendar
      .monthly(11)
      .map((day) =>
        debit(day, random.amount(65_000, 180_000, 5), `PRLV SEN'EAU FACT ${random.digits(8)}`, "Sen'Eau", 'Eau'),
      ),
    ...calendar
      .monthly(8)
      .map((day) => debit(day, 39_900, `PRLV SONATEL FIBRE ${random.digits(7)}`, 'Sonatel', 'Télécom et internet')),
    ...calendar
      .everyMonth(31)
      .map((day) => fee(account, timeOf(random, day, 5, 6), 15_000, `FRAIS TENUE DE COMPTE ${monthLabel(day)}`)),
    ...onBusinessDays(calendar, random, 0.22).map((day) =>
      outside(account, at(day), -random.amount(25_000, 2_600_000, 5), 'cheques', {
        type: 'cheque_out',
        label: `CHEQUE ${random.digits(7)}`,
        counterparty: random.pick(['Quincaillerie du Baol', 'Transports Casamance Express', 'Hôtel Ndar Rive']),
        category: 'Fournisseurs',
      }),
    ),
    ...onBusinessDays(calendar, random, 0.2).map((day) =>
      outside(account, timeOf(random, day, 8, 19), -random.amount(10_000, 60_000, 500), 'cards', {
        type: 'card',
        label: 'PAIEMENT CB STATION-SERVICE KAOLACK',
        counterparty: 'Station Xelcom Kaolack',
        category: 'Transport et carburant',
      }),
    ),
    ...onBusinessDays(calendar, random, 0.12).map((day) =>
      outside(account, at(day), random.amount(50_000, 6_000_000, 5), 'cheques', {
        type: 'cheque_in',
        label: `REMISE CHEQUE ${random.digits(7)}`,
        counterparty: random.pick(clients),
        category: 'Clients',
      }),
    ),
    ...calendar
      .monthly(19)
      .filter((_, index) => index === 3 || index === 11)
      .map((day) =>
        outside(account, at(day), -random.amount(150_000, 900_000, 5), 'cheques', {
          type: 'cheque_out',
          label: `CHEQUE IMPAYE ${random.digits(7)}`,
          counterparty: random.pick(clients),
          category: 'Divers',
          comment: 'Relancer le client, chèque revenu sans provision',
        }),
      ),
  ].filter(isOver(calendar))
  const income = onBusinessDays(calendar, random, 0.75).map((day) =>
    invoicePaidBy(random, account, day, random.pick(clients), 450_000, 34_000_000),
  )
  const pay = payDays.map((day) =>
    outside('sine-agro-payroll', timeOf(random, day, 10, 12), -wages.get(day)!, 'clearing', {
      type: 'transfer_out',
      label: `VIR EMIS SALAIRES ${monthLabel(day)} 120 BENEFICIAIRES`,
      counterparty: 'Salaires',
      category: 'Salaires',
      accounting: '422000',
    }),
  )
  const keepingFees = calendar
    .everyMonth(31)
    .map((day) =>
      fee('sine-agro-payroll', timeOf(random, day, 5, 6), 5_000, `FRAIS TENUE DE COMPTE ${monthLabel(day)}`),
    )
  return [
    {
      ...spendsByTransfer(calendar, account, 'Sine Agro Négoce SA'),
      movements,
      income,
      openingBalance: 52_000_000,
      minBalance: 1_500_000,
      spendStep: 500_000,
    },
    {
      ...spendsByTransfer(calendar, 'sine-agro-payroll', 'Sine Agro Négoce SA'),
      movements: [...pay, ...keepingFees].filter(isOver(calendar)),
      minBalance: 1_000_000,
    },
  ]
}

function historyOfJappo(calendar: DemoCalendar): AccountHistory {
  const random = seededRandom('jappo')
  const account = 'jappo'
  return {
    ...spendsByTransfer(calendar, account, 'Groupement Jappo de Joal'),
    movements: [
      ...onBusinessDays(calendar, random, 0.25).map((day) =>
        outside(account, timeOf(random, day, 6, 11), -random.amount(60_000, 450_000, 5_000), 'cash', {
          type: 'withdrawal',
          label: 'RETRAIT GAB MBOUR - SALY',
          category: 'Retraits',
        }),
      ),
      ...onBusinessDays(calendar, random, 0.12).map((day) =>
        outside(account, timeOf(random, day, 9, 15), -random.amount(75_000, 600_000, 500), 'cheques', {
          type: 'cheque_out',
          label: `CHEQUE ${random.digits(7)}`,
          counterparty: 'Transports Casamance Express',
          category: 'Fournisseurs',
        }),
      ),
      ...calendar.monthly(14).map((day) =>
        outside(account, timeOf(random, day, 7, 9), -random.amount(45_000, 140_000, 5), 'clearing', {
          type: 'direct_debit',
          label: `PRLV SENELEC FACT ${random.digits(8)}`,
          counterparty: 'Senelec',
          category: 'Électricité',
        }),
      ),
      ...calendar
        .everyMonth(31)
        .map((day) => fee(account, timeOf(random, day, 5, 6), 7_500, `FRAIS TENUE DE COMPTE ${monthLabel(day)}`)),
    ].filter(isOver(calendar)),
    income: onBusinessDays(calendar, random, 0.2).map((day) =>
      invoicePaidBy(
        random,
        account,
        day,
        random.pick(['Conserverie de la Petite Côte', 'Marché central de Kaolack', 'Nouadhibou Pêche']),
        150_000,
        1_200_000,
      ),
    ),
    // The catch is paid to the members in banknotes.
    spend: (at, amount) =>
      outside(account, at, -amount, 'cash', {
        type: 'withdrawal',
        label: 'RETRAIT ESPECES MBOUR - SALY',
        category: 'Retraits',
      }),
    openingBalance: 400_000,
    minBalance: -338_000,
    spendStep: 5_000,
  }
}

/** Some subsidiaries have a chosen number of operations: 1, 19, 20 and 21, around the length of a page. */
const LINES_OF_SUBSIDIARY: Record<number, number> = { 2: 1, 3: 19, 4: 20, 5: 21, 6: 8, 7: 12, 8: 5, 9: 9, 10: 14 }

function historyOfSubsidiary(calendar: DemoCalendar, key: string, balance: number, lines: number): AccountHistory {
  const random = seededRandom(key)
  const days = calendar.days.slice(0, -1).filter(isBusinessDay)
  const movements = Array.from({ length: lines - 1 }, (_, index) => {
    if (index % 3 === 0)
      return invoicePaidBy(random, key, random.pick(days), 'Distribution Casamance', 150_000, 900_000)
    return outside(
      key,
      timeOf(random, random.pick(days), 9, 15),
      -random.amount(75_000, Math.max(100_000, Math.round(balance / lines / 4)), 5),
      'clearing',
      {
        type: 'transfer_out',
        label: `VIR EMIS ${capitals(random.pick(clients))} FACT ${random.int(1_000, 9_999)}`,
        category: 'Fournisseurs',
      },
    )
  })
  return { ...spendsByTransfer(calendar, key, 'Holding Karabane SA'), movements, minBalance: 50_000 }
}

/** Overdrawn, or emptied before it was closed: one large payment after the opening. */
function historyOfSpentSubsidiary(calendar: DemoCalendar, key: string, amount: number, label: string): AccountHistory {
  const random = seededRandom(key)
  const [day = calendar.firstDay] = calendar.days.slice(200 + random.int(0, 120)).filter(isBusinessDay)
  const payment = outside(key, timeOf(random, day, 9, 15), -amount, 'clearing', {
    type: 'transfer_out',
    label,
    category: 'Fournisseurs',
  })
  return { ...spendsByTransfer(calendar, key, 'Holding Karabane SA'), movements: [payment], minBalance: -400_000 }
}

function historiesOfHolding(calendar: DemoCalendar): AccountHistory[] {
  const random = seededRandom('pivot')
  const pivot = holdingKey(1)
  const dividends = calendar.monthly(18).map((day) =>
    outside(pivot, timeOf(random, day, 9, 14), random.amount(18_000_000, 85_000_000, 5), 'clearing', {
      type: 'transfer_in',
      label: `VIR RECU REMONTEE FILIALES ${monthLabel(day)}`,
      counterparty: 'Karabane Participations',
      category: 'Clients',
    }),
  )
  const spending = onBusinessDays(calendar, random, 0.3).map((day) =>
    outside(pivot, timeOf(random, day, 9, 14), -random.amount(250_000, 40_000_000, 5), 'clearing', {
      type: 'transfer_out',
      label: `VIR EMIS ${capitals(random.pick(clients))} FACT ${random.int(1_000, 9_999)}`,
      category: 'Fournisseurs',
    }),
  )
  const support = calendar.monthly(9).map((day) => {
    const occurrence = random.int(6, 10)
    const label = `VIR EMIS NIVELLEMENT FILIALE ${occurrence} ${monthLabel(day)}`
    return between(
      pivot,
      holdingKey(occurrence),
      timeOf(random, day, 9, 12),
      random.amount(500_000, 6_000_000, 5_000),
      { type: 'transfer_out', label, counterparty: `Filiale ${occurrence}`, category: 'Trésorerie' },
      { type: 'transfer_in', label, counterparty: 'Holding Karabane SA', category: 'Trésorerie' },
    )
  })
  const fees = calendar
    .everyMonth(31)
    .map((day) => fee(pivot, timeOf(random, day, 5, 6), 17_000, `FRAIS TENUE DE COMPTE ${monthLabel(day)}`))
  const subsidiaries = holdingAccounts.slice(1).flatMap(({ key, balance, status }, index): AccountHistory[] => {
    if (status === 'closed')
      return [historyOfSpentSubsidiary(calendar, key, 6_000_000, 'VIR EMIS SOLDE DE TOUT COMPTE')]
    if (balance < 0)
      return [historyOfSpentSubsidiary(calendar, key, 2_150_000, 'VIR EMIS EXPORT ARACHIDE KAOLACK FACT 5512')]
    // The accounts at zero have no operations.
    if (balance === 0) return []
    return [historyOfSubsidiary(calendar, key, balance, LINES_OF_SUBSIDIARY[index + 2] ?? 1)]
  })
  return [
    {
      ...spendsByTransfer(calendar, pivot, 'Holding Karabane SA'),
      movements: [...spending, ...support, ...fees].filter(isOver(calendar)),
      income: dividends.filter(isOver(calendar)),
      openingBalance: 1_100_000_000,
      minBalance: 150_000_000,
      spendStep: 1_000_000,
    },
    ...subsidiaries,
  ]
}

export const historiesOfCompanies = (calendar: DemoCalendar): AccountHistory[] => [
  ...historiesOfSineAgro(calendar),
  historyOfJappo(calendar),
  ...historiesOfHolding(calendar),
]
