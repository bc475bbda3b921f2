// The orders of the demo: executed ones with their movement, some that wait, one that was refused.

import type { DemoBeneficiary } from './beneficiaries.ts'
import { BANK_CODE } from './bank-identity.ts'
import {
  addDays,
  businessDayFrom,
  businessDaysAfter,
  type DemoCalendar,
  isBusinessDay,
  plainDate,
  startOfDay,
  timeOf,
} from './history/demo-calendar.ts'
import { type SeededRandom, seededRandom } from './history/seeded-random.ts'
import { feeLines, type Line, type Movement, TAF_RATE, taxOn } from './history/movements.ts'
import { capitals } from './history/wording.ts'
import { isInternational } from 'contract/values/iban.ts'

export type DemoTransfer = {
  id: string
  account: string
  created_by: string
  type: 'direct' | 'delayed' | 'periodic'
  rail: 'internal' | 'local' | 'international'
  network: 'book' | 'sica' | 'star' | 'swift'
  beneficiary: DemoBeneficiary
  amount: number
  fees: number
  tax: number
  label: string
  reference: string
  validation_status: 'pending' | 'validated' | 'refused'
  execution_status: 'scheduled' | 'executed' | 'cancelled' | 'paused' | 'returned'
  signatures_needed: number
  signing_rule: 'none' | 'one' | 'two'
  execution_date: string
  created_at: Date
  validated_at: Date | null
  run_at: Date | null
  executed_at: Date | null
  reason: string | null
  periodicity: 'monthly' | 'weekly' | null
  start_date: string | null
  end_date: string | null
  next_occurrence: number | null
  /** The attempts that failed for lack of money. */
  tries: number
}

const SINGLE_SIGNATURE_LIMIT = 5_000_000
const LARGE_VALUE = 50_000_000

export function railOf(iban: string): DemoTransfer['rail'] {
  if (iban.slice(4, 9) === BANK_CODE) return 'internal'
  return isInternational(iban) ? 'international' : 'local'
}

function networkOf(iban: string, amount: number): DemoTransfer['network'] {
  const rail = railOf(iban)
  if (rail === 'internal') return 'book'
  return rail === 'international' ? 'swift' : amount >= LARGE_VALUE ? 'star' : 'sica'
}

/** The demo tariff, before tax. */
function feesOf(iban: string, amount: number): number {
  const rail = railOf(iban)
  if (rail === 'internal') return 0
  if (rail === 'international') return Math.min(75_000, Math.max(12_500, Math.round(amount / 200)))
  if (amount >= LARGE_VALUE) return 5_000
  return iban.startsWith('SN') ? 500 : 1_500
}

type SeedOrder = {
  account: string
  created_by: string
  beneficiary: DemoBeneficiary
  amount: number
  label: string
  created_at: Date
  isCompany: boolean
}

/** An order at the moment of its creation: direct, to be executed that day. */
function orderOf(random: SeededRandom, { isCompany, ...order }: SeedOrder): DemoTransfer {
  const fees = feesOf(order.beneficiary.iban, order.amount)
  return {
    ...order,
    id: random.id(order.created_at),
    type: 'direct',
    rail: railOf(order.beneficiary.iban),
    network: networkOf(order.beneficiary.iban, order.amount),
    fees,
    tax: taxOn(fees, TAF_RATE),
    reference: `V${plainDate(order.created_at).slice(2).replaceAll('-', '')}-${random.crockford(6)}`,
    validation_status: isCompany ? 'pending' : 'validated',
    execution_status: 'scheduled',
    signatures_needed: isCompany ? (order.amount > SINGLE_SIGNATURE_LIMIT ? 2 : 1) : 0,
    signing_rule: isCompany ? (order.amount > SINGLE_SIGNATURE_LIMIT ? 'two' : 'one') : 'none',
    execution_date: plainDate(order.created_at),
    validated_at: isCompany ? null : order.created_at,
    run_at: isCompany ? null : order.created_at,
    executed_at: null,
    reason: null,
    periodicity: null,
    start_date: null,
    end_date: null,
    next_occurrence: null,
    tries: 0,
  }
}

const executed = (order: DemoTransfer, executed_at: Date): DemoTransfer => ({
  ...order,
  validation_status: 'validated',
  execution_status: 'executed',
  execution_date: plainDate(executed_at),
  validated_at: executed_at,
  run_at: null,
  executed_at,
})

/** Cents for francs, at the parity of the euro. */
const centsOf = (francs: number) => Math.round((francs * 100) / 655.957)

/** What the payee abroad received for an executed order. */
const creditOf = ({ network, amount, execution_status }: DemoTransfer) =>
  network === 'swift' && execution_status === 'executed'
    ? { credit_amount: centsOf(amount), credit_currency: 'EUR', exchange_rate: 655.957, charges: 'SHA' }
    : { credit_amount: null, credit_currency: null, exchange_rate: null, charges: null }

/** The columns of an order. */
export function transferRow(order: DemoTransfer) {
  const { account: _account, created_by: _author, beneficiary, ...transfer } = order
  return {
    ...transfer,
    beneficiary_id: beneficiary.id,
    beneficiary_name: beneficiary.name,
    beneficiary_iban: beneficiary.iban,
    currency: 'XOF',
    ...creditOf(order),
  }
}

/** How the bank words an order on the account that it debits: an invoice in capitals, other labels as they were typed. */
function wordingOf({ label, beneficiary }: DemoTransfer): string {
  const invoice = /^Facture (\d+)$/.exec(label)?.[1]
  return invoice === undefined
    ? label
    : `VIR EMIS ${capitals(beneficiary.name.replace(/ \(.*\)$/, ''))} FACT ${invoice}`
}

/** The movement of an executed order: on both accounts where the payee is a customer, through the networks otherwise. */
function movementOf(order: DemoTransfer, at: Date, sender: string, category: string, waits = false): Movement {
  const { label, reference, beneficiary, amount, rail } = order
  const facts = { label, reference }
  const through = waits ? 'outgoing' : rail === 'international' ? 'correspondent' : 'clearing'
  const leaves = { type: 'transfer_out', ...facts } as const
  const received: Line[] = beneficiary.demoKey
    ? [{ account: beneficiary.demoKey, amount, type: 'transfer_in', counterparty: sender, ...facts }]
    : rail === 'international'
      ? [
          // Abroad the payee receives euro.
          { account: 'position:XOF', amount, ...leaves },
          { account: 'position:EUR', amount: -centsOf(amount), ...leaves },
          { account: `${through}:EUR`, amount: centsOf(amount), ...leaves },
        ]
      : [{ account: `${through}:XOF`, amount, ...leaves }]
  const feeLabel =
    rail === 'international'
      ? 'COMMISSION TRANSFERT SWIFT'
      : `COMMISSION VIREMENT ${amount >= LARGE_VALUE ? 'STAR' : 'SICA'}`
  return {
    at,
    transfer_id: order.id,
    lines: [
      {
        account: order.account,
        amount: -amount,
        type: 'transfer_out',
        counterparty: beneficiary.name,
        category,
        ...facts,
        label: wordingOf(order),
      },
      ...received,
      ...(order.fees > 0 ? feeLines(order.account, order.fees, { label: feeLabel, reference }) : []),
    ],
  }
}

/** A payment returned by the other bank. */
export type DemoReturn = {
  order: DemoTransfer
  holder: string
  payment_id: string
  file_id: string
  message_id: string
  uetr: string
  sent_at: Date
  returned_at: Date
  reason: 'AC04'
}

export type DemoOrders = { transfers: DemoTransfer[]; movements: Movement[]; returns: DemoReturn[] }

function sentBack(random: SeededRandom, order: DemoTransfer, holder: string): DemoReturn {
  const at = order.created_at
  const day = plainDate(at).slice(2).replaceAll('-', '')
  const uetr = random.id(at)
  return {
    order: { ...executed(order, at), execution_status: 'returned' },
    holder,
    payment_id: random.id(at),
    file_id: random.id(at),
    message_id: `C${day}-${random.crockford(8)}`,
    // Version 4, as SWIFT requires.
    uetr: `${uetr.slice(0, 14)}4${uetr.slice(15)}`,
    sent_at: new Date(at.getTime() + 2_000),
    returned_at: timeOf(random, businessDaysAfter(at, 1), 8, 9),
    reason: 'AC04',
  }
}

/** The return of the amount, without the fee. */
const movementBack = ({ order, payment_id, returned_at }: DemoReturn): Movement => {
  const facts = {
    type: 'transfer_return',
    label: 'VIREMENT RETOURNE - COMPTE CLOS',
    reference: order.reference,
  } as const
  return {
    at: returned_at,
    posting: { key: `return:${payment_id}`, kind: 'return' },
    lines: [
      { account: 'outgoing:XOF', amount: -order.amount, ...facts },
      { account: order.account, amount: order.amount, counterparty: order.beneficiary.name, ...facts },
    ],
  }
}

const onMorningOf = (day: Date) => ({
  execution_date: plainDate(day),
  run_at: new Date(startOfDay(day).getTime() + 7 * 3_600_000),
})

/** The last 31st is the anchor: its next date is the first future one of the series. */
function anchor31(calendar: DemoCalendar): Date {
  const [year, month] = [calendar.today.getUTCFullYear(), calendar.today.getUTCMonth()]
  for (let back = 1; ; back += 1) {
    const lastDay = new Date(Date.UTC(year, month - back + 1, 0))
    if (lastDay.getUTCDate() === 31) return lastDay
  }
}
const monthsSince = (from: Date, to: Date) =>
  (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth()
const lastDayOfMonth = (day: Date, later: number) =>
  new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + later + 1, 0))
const stepsTo = (calendar: DemoCalendar) => {
  const steps = monthsSince(anchor31(calendar), calendar.today)
  return lastDayOfMonth(anchor31(calendar), steps) > calendar.today ? steps : steps + 1
}
const nextOn31 = (calendar: DemoCalendar) => businessDayFrom(lastDayOfMonth(anchor31(calendar), stepsTo(calendar)))
const seriesOn31 = (calendar: DemoCalendar) => ({
  periodicity: 'monthly' as const,
  start_date: plainDate(anchor31(calendar)),
  next_occurrence: stepsTo(calendar),
})

const awaLabels = [
  'Participation baptême',
  'Remboursement courses',
  'Cotisation Magal',
  'Pour les réparations du toit',
  'Merci pour le riz',
  'Ndawtal',
  'Loyer de tante Coumba',
]

function ordersOfAwa(calendar: DemoCalendar, payee: (name: string) => DemoBeneficiary): DemoOrders {
  const random = seededRandom('orders of awa')
  const orders: DemoOrders = { transfers: [], movements: [], returns: [] }
  const give = (day: Date, name: string, amount: number, label: string) => {
    const created_at = timeOf(random, day, 9, 15)
    return orderOf(random, {
      account: 'awa',
      created_by: '10000001',
      beneficiary: payee(name),
      amount,
      label,
      created_at,
      isCompany: false,
    })
  }
  for (const [offset, name] of [
    [-401, 'Moustapha Thiam'],
    [-372, 'Cheikh Diatta'],
    [-340, 'Moustapha Thiam'],
    [-318, 'Sokhna Diarra'],
    [-290, 'Cheikh Diatta'],
    [-263, 'Aminata Sow-Lefort'],
    [-241, 'Moustapha Thiam'],
    [-222, 'Sokhna Diarra'],
    [-205, 'Cheikh Diatta'],
    [-187, 'Moustapha Thiam'],
    [-160, 'Moustapha Thiam'],
    [-133, 'Sokhna Diarra'],
    [-118, 'Cheikh Diatta'],
    [-97, 'Aminata Sow-Lefort'],
    [-74, 'Moustapha Thiam'],
    [-52, 'Cheikh Diatta'],
    [-33, 'Moustapha Thiam'],
    [-19, 'Sokhna Diarra'],
    [-9, 'Moustapha Thiam'],
    [-4, 'Cheikh Diatta'],
  ] as const) {
    const order = give(
      businessDayFrom(calendar.day(offset)),
      name,
      random.amount(10_000, 75_000, 2_500),
      random.pick(awaLabels),
    )
    // At the end of the history the next business day may be in the future.
    if (order.created_at >= calendar.today) continue
    orders.transfers.push(executed(order, order.created_at))
    orders.movements.push(movementOf(order, order.created_at, 'Awa Ndiaye', 'Famille'))
  }
  for (const [days, name, amount, label] of [
    [4, 'Moustapha Thiam', 60_000, 'Participation mariage'],
    [12, 'Cheikh Diatta', 35_000, 'Soutien études'],
  ] as const) {
    const order = give(calendar.day(-2), name, amount, label)
    orders.transfers.push({ ...order, type: 'delayed', ...onMorningOf(businessDaysAfter(calendar.today, days)) })
  }
  // A series on the 31st, which shorter months execute on their last day, and one that waits.
  const savings = give(calendar.day(-70), 'Moustapha Thiam', 25_000, 'Tontine du quartier')
  orders.transfers.push({ ...savings, type: 'periodic', ...seriesOn31(calendar), ...onMorningOf(nextOn31(calendar)) })
  const paused = give(calendar.day(-45), 'Cheikh Diatta', 15_000, 'Argent de poche')
  const start_date = plainDate(addDays(calendar.today, -40))
  orders.transfers.push({
    ...paused,
    type: 'periodic',
    periodicity: 'weekly',
    start_date,
    next_occurrence: 3,
    execution_status: 'paused',
    run_at: null,
  })
  const deposit = give(businessDayFrom(calendar.day(-8)), 'Modou Sarr (compte clos)', 45_000, 'Acompte pour le tissu')
  const back = sentBack(random, deposit, 'Awa Ndiaye')
  orders.transfers.push(back.order)
  orders.movements.push(movementOf(back.order, deposit.created_at, 'Awa Ndiaye', 'Divers', true), movementBack(back))
  orders.returns.push(back)
  return orders
}

const refusal =
  "La facture 2291 porte sur une livraison incomplète : 38 palettes reçues sur 52, bon de réception signé à Kaolack. Merci d'attendre l'avoir du fournisseur, puis de recréer le virement du montant corrigé en joignant l'avoir et le bon de réception."

function ordersOfSineAgro(calendar: DemoCalendar, payees: readonly DemoBeneficiary[]): DemoOrders {
  const random = seededRandom('orders of sine agro')
  const orders: DemoOrders = { transfers: [], movements: [], returns: [] }
  const give = (created_at: Date, beneficiary: DemoBeneficiary, amount: number, label: string) =>
    orderOf(random, {
      account: 'sine-agro',
      created_by: '20000001',
      beneficiary,
      amount,
      label,
      created_at,
      isCompany: true,
    })
  const suppliers = payees.filter(({ demoKey }) => demoKey === null || demoKey === 'jappo')
  for (const day of calendar.days.slice(0, -1).filter((day) => isBusinessDay(day) && random.chance(0.55))) {
    const beneficiary = random.pick(suppliers)
    const isAbroad = railOf(beneficiary.iban) === 'international'
    const max = isAbroad || !beneficiary.iban.startsWith('SN') ? 28_000_000 : 9_000_000
    const order = give(
      timeOf(random, day, 9, 11),
      beneficiary,
      random.amount(beneficiary.demoKey ? 250_000 : 75_000, beneficiary.demoKey ? 1_500_000 : max, 5),
      `Facture ${random.int(1_000, 9_999)}`,
    )
    const signedAt = new Date(order.created_at.getTime() + random.int(10, 150) * 60_000)
    orders.transfers.push(executed(order, signedAt))
    orders.movements.push(movementOf(order, signedAt, 'Sine Agro Négoce SA', 'Fournisseurs'))
  }

  const payee = (key: string) => payees.find(({ demoKey }) => demoKey === key)!
  for (const [offset, key, amount, label] of [
    [-3, 'jappo', 1_850_000, 'Facture 4417'],
    [-2, 'awa', 275_000, 'Honoraires de formation, session de Kaolack'],
    [-1, 'moustapha', 4_200_000, 'Facture 0187'],
  ] as const)
    orders.transfers.push(give(timeOf(random, calendar.day(offset), 9, 17), payee(key), amount, label))

  const packagingSupplier = payees.find(({ name }) => name.startsWith('Lagune'))!
  const refused = give(timeOf(random, addDays(calendar.today, -8), 9, 12), packagingSupplier, 6_480_000, 'Facture 2291')
  orders.transfers.push({ ...refused, validation_status: 'refused', execution_status: 'cancelled', reason: refusal })
  return orders
}

/** A dated order without the money for it: its last attempt is due, after which the worker rejects it. */
function ordersOfJappo(calendar: DemoCalendar, payee: DemoBeneficiary): DemoOrders {
  const order = orderOf(seededRandom('orders of jappo'), {
    account: 'jappo',
    created_by: '20000004',
    beneficiary: payee,
    amount: 480_000,
    label: 'Solde de la glace du quai',
    created_at: new Date(startOfDay(calendar.day(-12)).getTime() + 10 * 3_600_000),
    // The only person of the group signs alone.
    isCompany: false,
  })
  const { execution_date } = onMorningOf(businessDayFrom(calendar.day(-8)))
  const { run_at } = onMorningOf(businessDaysAfter(businessDayFrom(calendar.day(-8)), 1))
  return {
    transfers: [{ ...order, type: 'delayed', execution_date, run_at, tries: 3 }],
    movements: [],
    returns: [],
  }
}

export function demoOrders(calendar: DemoCalendar, beneficiaries: readonly DemoBeneficiary[]): DemoOrders {
  const of = (account: string) => beneficiaries.filter((beneficiary) => beneficiary.account === account)
  const [awa, sineAgro, jappo] = [
    // Each name is in the list of her beneficiaries.
    ordersOfAwa(calendar, (name) => of('awa').find((beneficiary) => beneficiary.name === name)!),
    ordersOfSineAgro(calendar, of('sine-agro')),
    ordersOfJappo(
      calendar,
      of('jappo').find(({ demoKey }) => demoKey === 'moustapha')!,
    ),
  ]
  return {
    transfers: [...awa.transfers, ...sineAgro.transfers, ...jappo.transfers],
    movements: [...awa.movements, ...sineAgro.movements],
    returns: awa.returns,
  }
}
