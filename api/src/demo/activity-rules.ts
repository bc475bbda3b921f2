// Plans the simulated card payments, withdrawals and salaries of a customer's day. The plan follows from a seed alone,
// so that every worker and every repetition creates the same plan. Pure.
import { createHash } from 'node:crypto'
import type { FileLine } from '../domains/operations/files/operation-file.ts'

export type SimulatedCustomer = { id: string; iban: string; kind: 'individual' | 'company'; town: string }
export type SimulatedEvent = { key: string; at: Date; customer: SimulatedCustomer; line: FileLine }
/** Busy: enough operations for a presentation of ten minutes. */
export type ActivityRate = 'usual' | 'busy'

const BUSY = 60

/** Pseudo-random numbers derived from a name. */
function chanceOf(name: string) {
  let rolls = 0
  /** From 0 inclusive to 1 exclusive. */
  const roll = () => {
    rolls += 1
    return createHash('sha256').update(`${name}:${rolls}`).digest().readUInt32BE() / 2 ** 32
  }
  const int = (least: number, max: number) => least + Math.floor(roll() * (max - least + 1))
  return {
    roll,
    int,
    pick: <T>(list: readonly T[]): T => list[int(0, list.length - 1)] as T, // The index is inside the list.
    digits: (count: number) => Array.from({ length: count }, () => int(0, 9)).join(''),
    /** Small amounts are more frequent. */
    amount: (least: number, max: number, step: number) =>
      Math.round((least + (max - least) * roll() ** 2.5) / step) * step,
  }
}
type Chance = ReturnType<typeof chanceOf>

/** Upper case without accents, as in labels of operations. */
const capitals = (text: string) =>
  text
    .normalize('NFD')
    .toUpperCase()
    .replaceAll('Œ', 'OE')
    .replace(/[^A-Z0-9 -]/g, '')

type Kind = {
  /** The relative frequency. */
  weight: number
  type: FileLine['type']
  label: (town: string, chance: Chance) => string
  counterparty?: string
  least: number
  max: number
  step: number
}

const spending: readonly Kind[] = [
  {
    weight: 6,
    type: 'card',
    label: (town) => `PAIEMENT CB SUPERMARCHE ${town}`,
    counterparty: 'Supermarché Kër Gi',
    least: 3_500,
    max: 32_000,
    step: 50,
  },
  {
    weight: 5,
    type: 'card',
    label: () => 'PAIEMENT CB EPICERIE JAMBAAR',
    counterparty: 'Épicerie Jambaar',
    least: 1_500,
    max: 14_000,
    step: 50,
  },
  {
    weight: 5,
    type: 'card',
    label: () => 'PAIEMENT CB BOULANGERIE LA GOULOISE',
    counterparty: 'Boulangerie La Gouloise',
    least: 700,
    max: 4_500,
    step: 50,
  },
  {
    weight: 3,
    type: 'card',
    label: () => 'PAIEMENT CB RESTAURANT THIEBOU PENDA',
    counterparty: 'Restaurant Thiébou Penda',
    least: 3_000,
    max: 18_000,
    step: 50,
  },
  {
    weight: 3,
    type: 'card',
    label: (town) => `PAIEMENT CB STATION-SERVICE ${town}`,
    counterparty: 'Station Xelcom',
    least: 5_000,
    max: 30_000,
    step: 500,
  },
  {
    weight: 2,
    type: 'card',
    label: () => 'PHARMACIE BAOBAB',
    counterparty: 'Pharmacie Baobab',
    least: 1_500,
    max: 18_000,
    step: 50,
  },
  {
    weight: 4,
    type: 'other',
    label: (_, chance) => `RECHARGE MOBILE 7700000${chance.digits(2)}`,
    least: 500,
    max: 3_000,
    step: 500,
  },
  {
    weight: 2,
    type: 'other',
    label: (_, chance) => `ACHAT WOYOFAL COMPTEUR 0142${chance.digits(7)}`,
    counterparty: 'Senelec',
    least: 1_000,
    max: 10_000,
    step: 500,
  },
  { weight: 2, type: 'withdrawal', label: (town) => `RETRAIT GAB ${town}`, least: 5_000, max: 40_000, step: 5_000 },
]

const senders = [
  'Aïssatou Gueye',
  'Mamadou Seck',
  'Khady Ndour',
  'Ousmane Faye',
  'Ndeye Sarr',
  'Ibrahima Sow',
  'Rama Diallo',
  'Pape Mbaye',
]
const clients = [
  'Coopérative Djoliba',
  'Huileries du Saloum',
  'Minoterie de Hann',
  'Marché de gros Thiaroye',
  'Transports du Sine',
]

const received = (name: string): Kind => ({
  weight: 1,
  type: 'transfer_in',
  label: () => `VIR RECU ${capitals(name)}`,
  counterparty: name,
  least: 5_000,
  max: 75_000,
  step: 500,
})
const invoiced = (name: string): Kind => ({
  weight: 1,
  type: 'transfer_in',
  label: (_, chance) => `VIR RECU ${capitals(name)} FACT ${chance.int(1_000, 9_999)}`,
  counterparty: name,
  least: 60_000,
  max: 2_400_000,
  step: 5,
})

const expenses: readonly Kind[] = [
  {
    weight: 4,
    type: 'card',
    label: (town) => `PAIEMENT CB STATION-SERVICE ${town}`,
    counterparty: 'Station Xelcom',
    least: 10_000,
    max: 60_000,
    step: 500,
  },
  {
    weight: 2,
    type: 'card',
    label: () => 'PAIEMENT CB HOTEL NDAR RIVE',
    counterparty: 'Hôtel Ndar Rive',
    least: 25_000,
    max: 90_000,
    step: 500,
  },
  {
    weight: 2,
    type: 'card',
    label: () => 'PAIEMENT CB LIBRAIRIE QUATRE VENTS',
    counterparty: 'Librairie Quatre Vents du Saloum',
    least: 5_000,
    max: 45_000,
    step: 50,
  },
  {
    weight: 3,
    type: 'tax',
    label: (_, chance) => `DROITS DE DOUANE DECL ${chance.digits(6)}`,
    counterparty: 'Douanes',
    least: 150_000,
    max: 2_800_000,
    step: 5,
  },
]

function pickKind(chance: Chance, kinds: readonly Kind[]): Kind {
  let left = chance.roll() * kinds.reduce((sum, { weight }) => sum + weight, 0)
  // The loop ends inside the list: the weights sum to more than the remaining value.
  return kinds.find(({ weight }) => (left -= weight) < 0) as Kind
}

const lives = {
  // The number of operations a day, their first and last hour, and the share of credits.
  individual: { least: 3, max: 7, from: 7, to: 22, income: 0.2, isIdleOnWeekends: false },
  company: { least: 4, max: 8, from: 8, to: 17, income: 0.4, isIdleOnWeekends: true },
} as const

/** The line, as a file of operations contains it. */
const lineOf = (
  customer: SimulatedCustomer,
  day: string,
  line: number,
  kind: Kind,
  chance: Chance,
  sign: 1 | -1,
): FileLine => ({
  line,
  iban: customer.iban,
  amount: String(sign * chance.amount(kind.least, kind.max, kind.step)),
  currency: null,
  tax: null,
  value_date: day,
  type: kind.type,
  label: kind.label(capitals(customer.town), chance),
  counterparty: kind.counterparty ?? null,
  reference: kind.type === 'transfer_in' ? `RUE${chance.digits(8)}` : null,
})

/** All simulated events of a customer on a day, by time. */
export function planDay(seed: string, day: string, customer: SimulatedCustomer, rate: ActivityRate): SimulatedEvent[] {
  const { least, max, income, ...hours } = lives[customer.kind]
  const midnight = Date.parse(day)
  // The same number late in the evening and on Sundays.
  const { from, to, isIdleOnWeekends } = rate === 'busy' ? { from: 0, to: 24, isIdleOnWeekends: false } : hours
  if (isIdleOnWeekends && [0, 6].includes(new Date(midnight).getUTCDay())) return []
  const count = chanceOf(`${seed}:${day}:${customer.id}`).int(least, max) * (rate === 'busy' ? BUSY : 1)
  return Array.from({ length: count }, (_, index): SimulatedEvent => {
    const key = `activity:${seed}:${rate}:${day}:${customer.id}:${index + 1}`
    const chance = chanceOf(key)
    const at = new Date(midnight + Math.floor((from + chance.roll() * (to - from)) * 3_600_000))
    const isIncome = chance.roll() < income
    const incomes = customer.kind === 'company' ? invoiced(chance.pick(clients)) : received(chance.pick(senders))
    const kind = isIncome ? incomes : pickKind(chance, customer.kind === 'company' ? expenses : spending)
    return { key, at, customer, line: lineOf(customer, day, index + 1, kind, chance, isIncome ? 1 : -1) }
  }).sort((a, b) => a.at.getTime() - b.at.getTime() || a.key.localeCompare(b.key))
}

const SALARY_DAY = '25'
const MONTHS = 'JANVIER FEVRIER MARS AVRIL MAI JUIN JUILLET AOUT SEPTEMBRE OCTOBRE NOVEMBRE DECEMBRE'.split(' ')

/** The time of a customer's salary on this day, or null on other days. */
export function salaryTime(seed: string, day: string, { id, kind }: SimulatedCustomer): Date | null {
  if (kind !== 'individual' || !day.endsWith(`-${SALARY_DAY}`)) return null
  return new Date(Date.parse(day) + Math.floor((9 + chanceOf(`${seed}:salary:${day}:${id}`).roll() * 2) * 3_600_000))
}

/** The label of last month's salary, with this month's name. */
export const salaryLabel = (last: string, day: string) =>
  last.replace(/^VIR SALAIRE \S+ \d{4}/, `VIR SALAIRE ${MONTHS[Number(day.slice(5, 7)) - 1]} ${day.slice(0, 4)}`)

/** Whether a simulated customer spends this amount: never more than the available balance, at most a tenth of it at once, and nothing when overdrawn. */
export const isLikely = (amount: number, own: number) => (amount > 0 ? own >= 0 : -amount <= own / 10)
