// Creates fourteen months of Awa Ndiaye, an employee in Dakar: the account used most in demonstrations.

import { type DemoCalendar, isTabaski, monthLabel, quarterLabel, timeOf } from './demo-calendar.ts'
import { type SeededRandom, seededRandom } from './seeded-random.ts'
import { between, fee, type MovementDetails, type Movement, outside } from './movements.ts'
import { spendsCash, type AccountHistory } from './settle.ts'
import { districts, groceries, otherShops } from './wording.ts'

/** The total of operations of the current account: sixty full pages. */
const AWA_OPERATIONS = 1_500

const card = (label: string, counterparty: string, category: string): MovementDetails => ({
  type: 'card',
  label,
  counterparty,
  category,
})

/** One purchase, withdrawal or top-up of an ordinary day, with its frequency. */
function everyday(random: SeededRandom, at: Date): Movement {
  const chance = random.int(1, 100)
  if (chance <= 42) {
    const shop = random.pick(groceries)
    const label = shop.label.endsWith('SUPERMARCHE') ? `${shop.label} ${random.pick(districts)}` : shop.label
    return outside('awa', at, -random.amount(shop.least, shop.max, 50), 'cards', card(label, shop.name, shop.category))
  }
  if (chance <= 56) {
    const label = `RECHARGE MOBILE 7700000${random.digits(2)}`
    return outside('awa', at, -random.amount(500, 5_000, 500), 'clearing', {
      type: 'other',
      label,
      category: 'Télécom et internet',
    })
  }
  if (chance <= 65) {
    const label = `TRANSFERT VERS PORTEFEUILLE MOBILE 7800000${random.digits(2)}`
    return outside('awa', at, -random.amount(1_000, 25_000, 500), 'clearing', {
      type: 'other',
      label,
      category: 'Divers',
    })
  }
  if (chance <= 73) {
    const label = random.chance(0.7) ? 'RETRAIT GAB DAKAR SACRE-COEUR' : 'RETRAIT GAB CONFRERE GIM'
    return outside('awa', at, -random.amount(5_000, 75_000, 5_000), 'cash', {
      type: 'withdrawal',
      label,
      category: 'Retraits',
    })
  }
  if (chance <= 81)
    return outside('awa', at, -random.amount(5_000, 35_000, 500), 'cards', {
      ...card('PAIEMENT CB STATION-SERVICE DAKAR', 'Station Xelcom Sacré-Cœur', 'Transport et carburant'),
    })
  if (chance <= 87)
    return outside('awa', at, -random.amount(2_000, 8_000, 500), 'cards', {
      type: 'card',
      label: 'PEAGE AUTOROUTE ABONNEMENT',
      category: 'Transport et carburant',
    })
  if (chance <= 93) {
    const label = `ACHAT WOYOFAL COMPTEUR 0142${random.digits(7)}`
    return outside('awa', at, -random.amount(1_000, 15_000, 500), 'clearing', {
      type: 'other',
      label,
      counterparty: 'Senelec',
      category: 'Électricité',
    })
  }
  if (chance <= 97)
    return outside(
      'awa',
      at,
      -random.amount(2_500, 25_000, 50),
      'cards',
      card('PHARMACIE MERMOZ', 'Pharmacie Baobab Mermoz', 'Santé'),
    )
  const shop = random.pick(otherShops)
  return outside(
    'awa',
    at,
    -random.amount(shop.least, shop.max, 500),
    'cards',
    card(shop.label, shop.name, shop.category),
  )
}

function bills(calendar: DemoCalendar, random: SeededRandom): Movement[] {
  const debit = (day: Date, amount: number, label: string, counterparty: string, category: string) =>
    outside('awa', timeOf(random, day, 7, 9), -amount, 'clearing', {
      type: 'direct_debit',
      label,
      counterparty,
      category,
      reference: `PRLV${random.digits(8)}`,
    })
  return [
    ...calendar.monthly(3).map((day) =>
      outside('awa', timeOf(random, day, 8, 10), -160_000, 'clearing', {
        type: 'transfer_out',
        label: `LOYER ${monthLabel(day)} MERMOZ`,
        counterparty: 'Agence immobilière Keur Yaay',
        category: 'Loyer',
      }),
    ),
    ...calendar
      .monthly(8)
      .map((day) => debit(day, 24_900, `PRLV SONATEL FIBRE ${random.digits(7)}`, 'Sonatel', 'Télécom et internet')),
    ...calendar
      .monthly(12)
      .filter((day) => day.getUTCMonth() % 2 === 0)
      .map((day) =>
        debit(day, random.amount(18_000, 62_000, 5), `PRLV SENELEC FACT ${random.digits(8)}`, 'Senelec', 'Électricité'),
      ),
    ...calendar
      .monthly(18)
      .filter((day) => day.getUTCMonth() % 2 === 1)
      .map((day) =>
        debit(day, random.amount(6_500, 21_000, 5), `PRLV SEN'EAU FACT ${random.digits(8)}`, "Sen'Eau", 'Eau'),
      ),
    ...calendar
      .everyMonth(31)
      .map((day) => fee('awa', timeOf(random, day, 5, 6), 2_500, `FRAIS TENUE DE COMPTE ${monthLabel(day)}`)),
    ...calendar
      .monthly(14)
      .filter((day) => day.getUTCMonth() % 3 === 0)
      .map((day) =>
        outside('awa', timeOf(random, day, 9, 12), -185_000, 'cheques', {
          type: 'cheque_out',
          label: `SCOLARITE ECOLE LES MANGUIERS ${quarterLabel(day)}`,
          counterparty: 'École Les Manguiers',
          category: 'Scolarité',
          reference: `CHQ ${random.digits(7)}`,
          comment: 'Trimestre de Ndeye et Modou',
        }),
      ),
  ]
}

function familyAndSavings(calendar: DemoCalendar, random: SeededRandom): Movement[] {
  const { days } = calendar
  // Two months without operations: the savings account has empty months.
  const savings = calendar
    .monthly(5)
    .filter((_, index) => index !== 4 && index !== 9)
    .map((day) => {
      const facts = { label: 'VIR PERMANENT EPARGNE', counterparty: 'Awa Ndiaye', category: 'Épargne' }
      return between(
        'awa',
        'awa-savings',
        timeOf(random, day, 6, 7),
        75_000,
        { ...facts, type: 'transfer_out' },
        { ...facts, type: 'transfer_in' },
      )
    })
  return [
    ...savings,
    ...calendar.monthly(6).map((day) =>
      outside('awa', timeOf(random, day, 18, 21), -50_000, 'clearing', {
        type: 'other',
        label: `TONTINE ${monthLabel(day)}`,
        counterparty: 'Tontine des voisines',
        category: 'Divers',
      }),
    ),
    ...days
      .filter((_, index) => isTabaski(days[index + 5] ?? calendar.firstDay))
      .map((day) =>
        outside('awa', timeOf(random, day, 10, 17), -165_000, 'cash', {
          type: 'withdrawal',
          label: 'ACHAT MOUTON TABASKI',
          category: 'Fêtes',
          comment: 'Le bélier de chez Tonton Gora',
        }),
      ),
    outside('awa', timeOf(random, calendar.monthly(22)[6] ?? calendar.today, 9, 12), -148_000, 'cards', {
      ...card('CLINIQUE DAKAR', 'Clinique Teranga Médina', 'Santé'),
      comment: 'Remboursement mutuelle demandé',
    }),
    // The maximum length of a transfer's label: 140 characters.
    outside('awa', timeOf(random, calendar.monthly(20)[10] ?? calendar.today, 10, 14), 96_500, 'clearing', {
      type: 'transfer_in',
      counterparty: 'Mutuelle Santé Yakaar',
      category: 'Santé',
      label:
        'VIR RECU MUTUELLE SANTE YAKAAR REMBOURSEMENT CONSULTATION ANALYSES ET MEDICAMENTS DOSSIER 221045 ASSUREE AWA NDIAYE AYANT DROIT MODOU NDIAYE',
    }),
  ]
}

export function historiesOfAwa(calendar: DemoCalendar, orders: readonly Movement[]): AccountHistory[] {
  const random = seededRandom('awa')
  const planned = [...bills(calendar, random), ...familyAndSavings(calendar, random)].filter(
    ({ at }) => at <= calendar.now,
  )
  const salaries = calendar
    .monthly(25)
    .map((day) =>
      outside('awa', timeOf(random, day, 9, 11), 1_000_000, 'clearing', {
        type: 'transfer_in',
        label: `VIR SALAIRE ${monthLabel(day)} ASSURANCES DU BAOBAB`,
        counterparty: 'Assurances du Baobab SA',
        category: 'Salaire',
        reference: `SAL${random.digits(8)}`,
      }),
    )
    .filter(({ at }) => at <= calendar.now)

  const linesOfOrders = orders.flatMap(({ lines }) => lines).filter(({ account }) => account === 'awa').length
  const missing = AWA_OPERATIONS - 1 - linesOfOrders - planned.length - salaries.length
  // The days before today only: whatever the hour is, all of them are over.
  const purchases = Array.from({ length: missing }, () =>
    everyday(random, timeOf(random, random.pick(calendar.days.slice(0, -1)), 7, 22)),
  )

  const savingsInterest = calendar
    .everyMonth(31)
    .filter((day) => day.getUTCMonth() === 11 || day.getUTCMonth() === 5)
    .map((day) =>
      outside('awa-savings', timeOf(random, day, 4, 5), random.amount(38_000, 52_000, 1), 'interest', {
        type: 'interest',
        label: 'INTERETS EPARGNE',
        category: 'Placements',
      }),
    )
    .filter(({ at }) => at <= calendar.now)

  const branch = 'DAKAR SACRE-COEUR'
  return [
    {
      ...spendsCash(calendar, 'awa', 'Awa Ndiaye', branch),
      movements: [...planned, ...purchases],
      income: salaries,
      incomeStep: 500,
      openingBalance: 1_550_000,
      minBalance: 15_000,
    },
    { ...spendsCash(calendar, 'awa-savings', 'Awa Ndiaye', branch), movements: savingsInterest, minBalance: 10_000 },
  ]
}
