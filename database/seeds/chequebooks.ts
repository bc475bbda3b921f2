// The chequebooks of the demo: one in each state, and numbers that fit the cheques of the history.

import type pg from 'pg'
import { addDays, businessDaysAfter, type DemoCalendar, plainDate, timeOf } from './history/demo-calendar.ts'
import { seededRandom } from './history/seeded-random.ts'
import { insertRows } from './insert-rows.ts'
import { feeLines, type Movement, TAF_RATE, taxOn } from './history/movements.ts'

const FIRST_NUMBER = 4_460_001
const CHEQUE = /^CHEQUE \d{7}$/

type DemoChequebook = {
  id: string
  account: string
  ordered_by: string
  branch_code: string
  type_id: string
  quantity: number
  fees: number
  reference: string
  status: 'ordered' | 'in_production' | 'available' | 'delivered' | 'refused'
  reason: string | null
  ordered_at: Date
  first_number: number | null
  last_number: number | null
}

const fees = { '25-crossed': 2_500, '50-crossed': 4_500, '100-crossed': 8_000 } as const
const leaves = { '25-crossed': 25, '50-crossed': 50, '100-crossed': 100 } as const
type Type = keyof typeof fees

const people = {
  awa: { ordered_by: '10000001', branch_code: '01003' },
  cheikh: { ordered_by: '10000002', branch_code: '05001' },
  aminata: { ordered_by: '10000003', branch_code: '01002' },
  'sine-agro': { ordered_by: '20000001', branch_code: '04001' },
} as const
type Account = keyof typeof people

const isNumbered = ({ status }: DemoChequebook) => status !== 'ordered' && status !== 'refused'

/** The cheques of each account in the order in which they were paid. */
function chequesOf(movements: readonly Movement[], account: string): Movement[] {
  return movements
    .filter(({ lines }) => lines.some((line) => line.account === account && CHEQUE.test(line.label)))
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
}

export type DemoChequebooks = { books: DemoChequebook[]; movements: Movement[] }

/** Orders of chequebooks, in each state. */
export function demoChequebooks(calendar: DemoCalendar): DemoChequebooks {
  const random = seededRandom('chequebooks')
  let next = FIRST_NUMBER
  const order = (
    account: Account,
    offset: number,
    type: Type,
    status: DemoChequebook['status'],
    reason: string | null = null,
  ): DemoChequebook => {
    const ordered_at = timeOf(random, calendar.day(offset), 9, 16)
    const count = leaves[type]
    const book: DemoChequebook = {
      id: random.id(ordered_at),
      account,
      ...people[account],
      type_id: type,
      quantity: 1,
      fees: fees[type],
      reference: `C${plainDate(ordered_at).slice(2).replaceAll('-', '')}-${random.crockford(8)}`,
      status,
      reason,
      ordered_at,
      first_number: null,
      last_number: null,
    }
    if (!isNumbered(book)) return book
    next += count
    return { ...book, first_number: next - count, last_number: next - 1 }
  }
  const books = [
    order('awa', -210, '25-crossed', 'delivered'),
    order('awa', -40, '50-crossed', 'refused', 'La signature déposée à l’agence est à renouveler.'),
    order('aminata', -300, '25-crossed', 'delivered'),
    order('aminata', -9, '25-crossed', 'available'),
    order('cheikh', -1, '25-crossed', 'ordered'),
    order('sine-agro', -415, '100-crossed', 'delivered'),
    order('sine-agro', -120, '100-crossed', 'delivered'),
    order('sine-agro', -3, '50-crossed', 'in_production'),
  ]
  const movements = books
    .filter(({ status }) => status !== 'refused')
    .map(({ id, account, fees: net, reference, ordered_at }): Movement => ({
      at: ordered_at,
      posting: { key: `chequebook:${id}`, kind: 'chequebook' },
      lines: feeLines(account, net, { label: 'COMMANDE CHEQUIER', reference }),
    }))
  return { books, movements }
}

/** The history with the numbers that the accounts' chequebooks have, one cheque after the other. */
export function numberCheques(movements: readonly Movement[], { books }: DemoChequebooks): Movement[] {
  const labels = new Map<Movement, string>()
  for (const account of ['sine-agro', 'aminata']) {
    const numbers = books
      .filter((book) => book.account === account && book.status === 'delivered')
      .flatMap(({ first_number, last_number }) =>
        first_number !== null && last_number !== null
          ? Array.from({ length: last_number - first_number + 1 }, (_, at) => first_number + at)
          : [],
      )
    chequesOf(movements, account).forEach((movement, place) => {
      const number = numbers[place]
      if (number !== undefined) labels.set(movement, `CHEQUE ${number}`)
    })
  }
  return movements.map((movement) => {
    const label = labels.get(movement)
    return label
      ? { ...movement, lines: movement.lines.map((line) => (CHEQUE.test(line.label) ? { ...line, label } : line)) }
      : movement
  })
}

/** The orders, once their fees are paid. */
export async function insertChequebooks(
  client: pg.Client,
  ids: { users: ReadonlyMap<string, string>; accounts: ReadonlyMap<string, string> },
  { books }: DemoChequebooks,
): Promise<void> {
  const { rows } = await client.query<{ id: string; posting_key: string }>(
    "SELECT id, posting_key FROM ledger_postings WHERE posting_key LIKE 'chequebook:%'",
  )
  const postings = new Map(rows.map(({ id, posting_key }) => [posting_key, id]))
  await insertRows(
    client,
    'chequebooks',
    books.map(({ account, ordered_by, ...book }) => {
      const isAtBranch = book.status === 'available' || book.status === 'delivered'
      const available_at = isAtBranch ? businessDaysAfter(book.ordered_at, 5) : null
      return {
        ...book,
        account_id: ids.accounts.get(account),
        ordered_by: ids.users.get(ordered_by),
        tax: taxOn(book.fees, TAF_RATE),
        signing_rule: 'none',
        signatures_needed: 0,
        moved_at: book.status === 'delivered' ? addDays(book.ordered_at, 12) : (available_at ?? book.ordered_at),
        available_at,
        posting_id: postings.get(`chequebook:${book.id}`) ?? null,
      }
    }),
  )
  await client.query('UPDATE cheque_numbers SET next = (SELECT max(last_number) + 1 FROM chequebooks)')
}
