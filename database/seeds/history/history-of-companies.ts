// Creates fourteen months of three companies: a trader of crops, a group of fish processors, a holding with its
// subsidiaries.

import { type DemoCalendar, isBusinessDay, monthLabel, quarterLabel, timeOf } from './demo-calendar.ts'
import { type Dice, diceOf } from './dice.ts'
import { holdingAccounts, holdingKey } from '../holding.ts'
import { between, fee, type Movement, outside } from './movements.ts'
import { spendsByTransfer, type Story } from './settle.ts'
import { capitals } from './wording.ts'

const isOver = (calendar: DemoCalendar) => (movement: Movement) => movement.at <= calendar.now

/** On business days before today, each with this probability. */
const onBusinessDays = (calendar: DemoCalendar, dice: Dice, chance: number) =>
  calendar.days.slice(0, -1).filter((day) => isBusinessDay(day) && dice.chance(chance))

const invoicePaidBy = (dice: Dice, account: string, day: Date, client: string, least: number, max: number) =>
  outside(account, timeOf(dice, day, 9, 15), dice.amount(least, max, 5), 'clearing', {
    type: 'transfer_in',
    label: `VIR RECU ${capitals(client)} FACT ${dice.int(1_000, 9_999)}`,
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

function storiesOfSineAgro(calendar: DemoCalendar): Story[] {
  const dice = diceOf('sine agro')
  const at = (day: Date) => timeOf(dice, day, 9, 15)
  const account = 'sine-agro'
  const debit = (day: Date, amount: number, label: string, counterparty: string, category: string) =>
    outside(account, timeOf(dice, day, 7, 9), -amount, 'clearing', {
      type: 'direct_debit',
      label,
      counterparty,
      category,
      reference: `PRLV${dice.digits(8)}`,
    })
  // Not today: the account is credited in the morning and debited at noon, and the current time may be between.
  const payDays = calendar.monthly(25).filter((day) => day < calendar.today)
  const wages = new Map(payDays.map((day) => [day, 31_400_000 + dice.int(0, 2_400) * 1_000]))
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
        timeOf(dice, day, 8, 9),
        wages.get(day)! + 100_000,
        { ...facts, type: 'transfer_out' },
        { ...facts, type: 'transfer_in' },
      )
    }),
    ...calendar.monthly(16).map((day) =>
      outside(account, at(day), -dice.amount(2_800_000, 11_000_000, 5), 'clearing', {
        type: 'tax',
        label: `IMPOTS TVA ${monthLabel(day)}`,
        counterparty: 'Direction des impôts',
        category: 'Impôts et taxes',
        accounting: '444100',
      }),
    ),
    ...onBusinessDays(calendar, dice, 0.1).map((day) =>
      outside(account, at(day), -dice.amount(350_000, 14_000_000, 5), 'clearing', {
        type: 'tax',
        label: `DROITS DE DOUANE DECL ${dice.digits(6)}`,
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
          dice.amount(3_200_000, 4_800_000, 5),
          `COTISATIONS IPRES ${quarterLabel(day)}`,
          'IPRES',
          'Cotisations sociales',
        ),
        debit(
          day,
          dice.amount(1_100_000, 1_900_000, 5),
          `COTISATIONS CSS ${quarterLabel(day)}`,
          'CSS',
          'Cotisations sociales',
        ),
      ]),
    ...calendar
      .monthly(10)
      .map((day) =>
        debit(day, dice.amount(480_000, 1_450_000, 5), `PRLV SENELEC FACT ${dice.digits(8)}`, 'Senelec', 'Électricité'),
      ),
    ...calendar
      .monthly(11)
      .map((day) =>
        debit(day, dice.amount(65_000, 180_000, 5), `PRLV SEN'EAU FACT ${dice.digits(8)}`, "Sen'Eau", 'Eau'),
      ),
    ...calendar
      .monthly(8)
      .map((day) => debit(day, 39_900, `PRLV SONATEL FIBRE ${dice.digits(7)}`, 'Sonatel', 'Télécom et internet')),
    ...calendar
      .everyMonth(31)
      .map((day) => fee(account, timeOf(dice, day, 5, 6), 15_000, `FRAIS TENUE DE COMPTE ${monthLabel(day)}`)),
    ...onBusinessDays(calendar, dice, 0.22).map((day) =>
      outside(account, at(day), -dice.amount(25_000, 2_600_000, 5), 'cheques', {
        type: 'cheque_out',
        label: `CHEQUE ${dice.digits(7)}`,
        counterparty: dice.pick(['Quincaillerie du Baol', 'Transports Casamance Express', 'Hôtel Ndar Rive']),
        category: 'Fournisseurs',
      }),
    ),
    ...onBusinessDays(calendar, dice, 0.2).map((day) =>
      outside(account, timeOf(dice, day, 8, 19), -dice.amount(10_000, 60_000, 500), 'cards', {
        type: 'card',
        label: 'PAIEMENT CB STATION-SERVICE KAOLACK',
        counterparty: 'Station Xelcom Kaolack',
        category: 'Transport et carburant',
      }),
    ),
    ...onBusinessDays(calendar, dice, 0.12).map((day) =>
      outside(account, at(day), dice.amount(50_000, 6_000_000, 5), 'cheques', {
        type: 'cheque_in',
        label: `REMISE CHEQUE ${dice.digits(7)}`,
        counterparty: dice.pick(clients),
        category: 'Clients',
      }),
    ),
    ...calendar
      .monthly(19)
      .filter((_, index) => index === 3 || index === 11)
      .map((day) =>
        outside(account, at(day), -dice.amount(150_000, 900_000, 5), 'cheques', {
          type: 'cheque_out',
          label: `CHEQUE IMPAYE ${dice.digits(7)}`,
          counterparty: dice.pick(clients),
          category: 'Divers',
          comment: 'Relancer le client, chèque revenu sans provision',
        }),
      ),
  ].filter(isOver(calendar))
  const income = onBusinessDays(calendar, dice, 0.75).map((day) =>
    invoicePaidBy(dice, account, day, dice.pick(clients), 450_000, 34_000_000),
  )
  const pay = payDays.map((day) =>
    outside('sine-agro-payroll', timeOf(dice, day, 10, 12), -wages.get(day)!, 'clearing', {
      type: 'transfer_out',
      label: `VIR EMIS SALAIRES ${monthLabel(day)} 120 BENEFICIAIRES`,
      counterparty: 'Salaires',
      category: 'Salaires',
      accounting: '422000',
    }),
  )
  const keepingFees = calendar
    .everyMonth(31)
    .map((day) => fee('sine-agro-payroll', timeOf(dice, day, 5, 6), 5_000, `FRAIS TENUE DE COMPTE ${monthLabel(day)}`))
  return [
    {
      ...spendsByTransfer(calendar, account, 'Sine Agro Négoce SA'),
      movements,
      income,
      openingBalance: 52_000_000,
      floor: 1_500_000,
      spendStep: 500_000,
    },
    {
      ...spendsByTransfer(calendar, 'sine-agro-payroll', 'Sine Agro Négoce SA'),
      movements: [...pay, ...keepingFees].filter(isOver(calendar)),
      floor: 1_000_000,
    },
  ]
}

function storyOfJappo(calendar: DemoCalendar): Story {
  const dice = diceOf('jappo')
  const account = 'jappo'
  return {
    ...spendsByTransfer(calendar, account, 'Groupement Jappo de Joal'),
    movements: [
      ...onBusinessDays(calendar, dice, 0.25).map((day) =>
        outside(account, timeOf(dice, day, 6, 11), -dice.amount(60_000, 450_000, 5_000), 'cash', {
          type: 'withdrawal',
          label: 'RETRAIT GAB MBOUR - SALY',
          category: 'Retraits',
        }),
      ),
      ...onBusinessDays(calendar, dice, 0.12).map((day) =>
        outside(account, timeOf(dice, day, 9, 15), -dice.amount(75_000, 600_000, 500), 'cheques', {
          type: 'cheque_out',
          label: `CHEQUE ${dice.digits(7)}`,
          counterparty: 'Transports Casamance Express',
          category: 'Fournisseurs',
        }),
      ),
      ...calendar.monthly(14).map((day) =>
        outside(account, timeOf(dice, day, 7, 9), -dice.amount(45_000, 140_000, 5), 'clearing', {
          type: 'direct_debit',
          label: `PRLV SENELEC FACT ${dice.digits(8)}`,
          counterparty: 'Senelec',
          category: 'Électricité',
        }),
      ),
      ...calendar
        .everyMonth(31)
        .map((day) => fee(account, timeOf(dice, day, 5, 6), 7_500, `FRAIS TENUE DE COMPTE ${monthLabel(day)}`)),
    ].filter(isOver(calendar)),
    income: onBusinessDays(calendar, dice, 0.2).map((day) =>
      invoicePaidBy(
        dice,
        account,
        day,
        dice.pick(['Conserverie de la Petite Côte', 'Marché central de Kaolack', 'Nouadhibou Pêche']),
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
    floor: -338_000,
    spendStep: 5_000,
  }
}

/** Some subsidiaries have a chosen number of operations: 1, 19, 20 and 21, around the length of a page. */
const LINES_OF_SUBSIDIARY: Record<number, number> = { 2: 1, 3: 19, 4: 20, 5: 21, 6: 8, 7: 12, 8: 5, 9: 9, 10: 14 }

function storyOfSubsidiary(calendar: DemoCalendar, key: string, balance: number, lines: number): Story {
  const dice = diceOf(key)
  const days = calendar.days.slice(0, -1).filter(isBusinessDay)
  const movements = Array.from({ length: lines - 1 }, (_, index) => {
    if (index % 3 === 0) return invoicePaidBy(dice, key, dice.pick(days), 'Distribution Casamance', 150_000, 900_000)
    return outside(
      key,
      timeOf(dice, dice.pick(days), 9, 15),
      -dice.amount(75_000, Math.max(100_000, Math.round(balance / lines / 4)), 5),
      'clearing',
      {
        type: 'transfer_out',
        label: `VIR EMIS ${capitals(dice.pick(clients))} FACT ${dice.int(1_000, 9_999)}`,
        category: 'Fournisseurs',
      },
    )
  })
  return { ...spendsByTransfer(calendar, key, 'Holding Karabane SA'), movements, floor: 50_000 }
}

/** Overdrawn, or emptied before it was closed: one large payment after the opening. */
function storyOfSpentSubsidiary(calendar: DemoCalendar, key: string, amount: number, label: string): Story {
  const dice = diceOf(key)
  const [day = calendar.firstDay] = calendar.days.slice(200 + dice.int(0, 120)).filter(isBusinessDay)
  const payment = outside(key, timeOf(dice, day, 9, 15), -amount, 'clearing', {
    type: 'transfer_out',
    label,
    category: 'Fournisseurs',
  })
  return { ...spendsByTransfer(calendar, key, 'Holding Karabane SA'), movements: [payment], floor: -400_000 }
}

function storiesOfHolding(calendar: DemoCalendar): Story[] {
  const dice = diceOf('pivot')
  const pivot = holdingKey(1)
  const dividends = calendar.monthly(18).map((day) =>
    outside(pivot, timeOf(dice, day, 9, 14), dice.amount(18_000_000, 85_000_000, 5), 'clearing', {
      type: 'transfer_in',
      label: `VIR RECU REMONTEE FILIALES ${monthLabel(day)}`,
      counterparty: 'Karabane Participations',
      category: 'Clients',
    }),
  )
  const spending = onBusinessDays(calendar, dice, 0.3).map((day) =>
    outside(pivot, timeOf(dice, day, 9, 14), -dice.amount(250_000, 40_000_000, 5), 'clearing', {
      type: 'transfer_out',
      label: `VIR EMIS ${capitals(dice.pick(clients))} FACT ${dice.int(1_000, 9_999)}`,
      category: 'Fournisseurs',
    }),
  )
  const support = calendar.monthly(9).map((day) => {
    const occurrence = dice.int(6, 10)
    const label = `VIR EMIS NIVELLEMENT FILIALE ${occurrence} ${monthLabel(day)}`
    return between(
      pivot,
      holdingKey(occurrence),
      timeOf(dice, day, 9, 12),
      dice.amount(500_000, 6_000_000, 5_000),
      { type: 'transfer_out', label, counterparty: `Filiale ${occurrence}`, category: 'Trésorerie' },
      { type: 'transfer_in', label, counterparty: 'Holding Karabane SA', category: 'Trésorerie' },
    )
  })
  const fees = calendar
    .everyMonth(31)
    .map((day) => fee(pivot, timeOf(dice, day, 5, 6), 17_000, `FRAIS TENUE DE COMPTE ${monthLabel(day)}`))
  const subsidiaries = holdingAccounts.slice(1).flatMap(({ key, balance, status }, index): Story[] => {
    if (status === 'closed') return [storyOfSpentSubsidiary(calendar, key, 6_000_000, 'VIR EMIS SOLDE DE TOUT COMPTE')]
    if (balance < 0)
      return [storyOfSpentSubsidiary(calendar, key, 2_150_000, 'VIR EMIS EXPORT ARACHIDE KAOLACK FACT 5512')]
    // The accounts at zero have no operations.
    if (balance === 0) return []
    return [storyOfSubsidiary(calendar, key, balance, LINES_OF_SUBSIDIARY[index + 2] ?? 1)]
  })
  return [
    {
      ...spendsByTransfer(calendar, pivot, 'Holding Karabane SA'),
      movements: [...spending, ...support, ...fees].filter(isOver(calendar)),
      income: dividends.filter(isOver(calendar)),
      openingBalance: 1_100_000_000,
      floor: 150_000_000,
      spendStep: 1_000_000,
    },
    ...subsidiaries,
  ]
}

export const storiesOfCompanies = (calendar: DemoCalendar): Story[] => [
  ...storiesOfSineAgro(calendar),
  storyOfJappo(calendar),
  ...storiesOfHolding(calendar),
]
