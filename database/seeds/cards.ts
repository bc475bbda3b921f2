// The prepaid cards of the demo: their top-ups, spending, and recurring top-ups.

import { createHash } from 'node:crypto'
import { addMonths, businessDayFrom as businessDay } from 'contract/values/calendar.ts'
import type pg from 'pg'
import { addDays, businessDayFrom, type DemoCalendar, plainDate, timeOf } from './history/demo-calendar.ts'
import { type SeededRandom, seededRandom } from './history/seeded-random.ts'
import { insertRows } from './insert-rows.ts'
import { feeLines, type Movement, outside, TAF_RATE, taxOn } from './history/movements.ts'

type DemoCard = {
  /** The card's account in the ledger. */
  key: string
  account: string
  last_digits: string
  holder: string
  label: string
  /** The months until the expiry month printed on it. */
  months: number
  status: 'active' | 'blocked' | 'opposed'
}

export const demoCards: DemoCard[] = [
  {
    key: 'card-awa-1',
    account: 'awa',
    last_digits: '3310',
    holder: 'Awa Ndiaye',
    label: 'Courses',
    months: 14,
    status: 'active',
  },
  {
    key: 'card-awa-2',
    account: 'awa',
    last_digits: '7042',
    holder: 'Moussa Ndiaye',
    label: 'Université',
    months: 0,
    status: 'active',
  },
  {
    key: 'card-awa-3',
    account: 'awa',
    last_digits: '9087',
    holder: 'Coumba Ndiaye',
    label: 'Voyages',
    months: 9,
    status: 'blocked',
  },
  {
    key: 'card-awa-4',
    account: 'awa',
    last_digits: '5518',
    holder: 'Awa Ndiaye',
    label: 'Courses',
    months: -2,
    status: 'active',
  },
  {
    key: 'card-cheikh',
    account: 'cheikh',
    last_digits: '2264',
    holder: 'Cheikh Diatta',
    label: 'Campus',
    months: 20,
    status: 'active',
  },
  {
    key: 'card-sine-1',
    account: 'sine-agro',
    last_digits: '6120',
    holder: 'Aminata Sarr',
    label: 'Missions',
    months: 16,
    status: 'active',
  },
  {
    key: 'card-sine-2',
    account: 'sine-agro',
    last_digits: '8845',
    holder: 'Moussa Diagne',
    label: 'Achats',
    months: 7,
    status: 'active',
  },
  {
    key: 'card-sine-3',
    account: 'sine-agro',
    last_digits: '1973',
    holder: 'Cheikh Sy',
    label: 'Kaolack',
    months: 11,
    status: 'opposed',
  },
]

type DemoTopup = {
  id: string
  account: string
  card: string
  created_by: string
  amount: number
  fees: number
  tax: number
  reference: string
  status: 'pending' | 'done' | 'failed'
  reason_code: 'card_blocked' | null
  recurring: string | null
  nominal_date: string | null
  created_at: Date
}

type DemoSeries = {
  key: string
  id: string
  account: string
  card: string
  created_by: string
  amount: number
  start_date: string
  recurrence: 'monthly' | 'quarterly'
  status: 'active' | 'paused'
  next_occurrence: number
  next_date: string
  created_at: Date
}

export type DemoCardLife = { topups: DemoTopup[]; series: DemoSeries[]; movements: Movement[] }

/** The demo tariff: 1 %, between 500 and 10,000. */
const feeOf = (amount: number) => Math.min(10_000, Math.max(500, Math.floor((amount + 50) / 100)))

const ownerOf = (account: string) => ({ awa: '10000001', cheikh: '10000002' })[account] ?? '20000001'

function topupOn(
  random: SeededRandom,
  card: string,
  at: Date,
  amount: number,
  more: Partial<DemoTopup> = {},
): DemoTopup {
  const fees = feeOf(amount)
  const account = demoCards.find(({ key }) => key === card)?.account ?? ''
  return {
    id: random.id(at),
    account,
    card,
    created_by: ownerOf(account),
    amount,
    fees,
    tax: taxOn(fees, TAF_RATE),
    reference: `R${plainDate(at).slice(2).replaceAll('-', '')}-${random.crockford(8)}`,
    status: 'done',
    reason_code: null,
    recurring: null,
    nominal_date: null,
    created_at: at,
    ...more,
  }
}

function movementOf(
  { id, account, card, amount, fees, reference, created_at, recurring, nominal_date }: DemoTopup,
  series: DemoSeries[],
): Movement {
  const last = demoCards.find(({ key }) => key === card)?.last_digits ?? ''
  const facts = { type: 'card_topup', label: `RECHARGE CARTE PREPAYEE ${last}`, reference } as const
  const rule = series.find(({ key }) => key === recurring)
  return {
    at: created_at,
    posting: { key: rule ? `topup:${rule.id}:${nominal_date}` : `topup:${id}`, kind: 'card_topup' },
    lines: [
      { account, amount: -amount, category: 'Cartes', ...facts },
      { account: card, amount, ...facts },
      ...feeLines(account, fees, { label: 'FRAIS RECHARGE CARTE', reference }),
    ],
  }
}

const spent = (card: string, at: Date, amount: number, label: string): Movement =>
  outside(card, at, -amount, 'cards', { type: 'card', label })
const withdrawn = (card: string, at: Date, amount: number, place: string): Movement =>
  outside(card, at, -amount, 'cash', { type: 'withdrawal', label: `RETRAIT GAB ${place}` })

/** A series that began some months ago: its past top-ups and its next date. */
function seriesOn(
  random: SeededRandom,
  calendar: DemoCalendar,
  key: string,
  card: string,
  amount: number,
  monthsAgo: number,
) {
  const start = addMonths(plainDate(addDays(calendar.today, 6)), -monthsAgo)
  const account = demoCards.find((one) => one.key === card)?.account ?? ''
  const created_at = timeOf(random, addDays(new Date(start), -3), 9, 17)
  const none: ReadonlySet<string> = new Set()
  const one: DemoSeries = {
    key,
    id: random.id(created_at),
    account,
    card,
    created_by: ownerOf(account),
    amount,
    start_date: start,
    recurrence: 'monthly',
    status: 'active',
    next_occurrence: monthsAgo,
    next_date: businessDay(addMonths(start, monthsAgo), none),
    created_at,
  }
  const topups = Array.from({ length: monthsAgo }, (_, occurrence) => {
    const nominal_date = addMonths(start, occurrence)
    const at = new Date(businessDayFrom(new Date(nominal_date)).getTime() + 7 * 3_600_000 + 4_000)
    return topupOn(random, card, at, amount, { recurring: key, nominal_date })
  })
  return { one, topups }
}

export function demoCardLife(calendar: DemoCalendar): DemoCardLife {
  const random = seededRandom('prepaid cards')
  const at = (offset: number, fromHour = 9, toHour = 18) => timeOf(random, calendar.day(offset), fromHour, toHour)
  const family = seriesOn(random, calendar, 'family', 'card-awa-2', 40_000, 4)
  const missions = seriesOn(random, calendar, 'missions', 'card-sine-1', 250_000, 5)
  const paused = seriesOn(random, calendar, 'paused', 'card-awa-1', 60_000, 1)
  const series = [
    family.one,
    missions.one,
    {
      ...paused.one,
      status: 'paused' as const,
      recurrence: 'quarterly' as const,
      start_date: plainDate(calendar.day(20)),
      next_occurrence: 0,
      next_date: plainDate(calendar.day(20)),
    },
  ]
  const topups = [
    ...family.topups,
    ...missions.topups,
    topupOn(random, 'card-awa-4', at(-150), 45_000),
    topupOn(random, 'card-awa-1', at(-64), 75_000),
    topupOn(random, 'card-awa-1', at(-17), 50_000),
    topupOn(random, 'card-awa-3', at(-11), 30_000, { status: 'failed', reason_code: 'card_blocked' }),
    topupOn(random, 'card-awa-1', at(-3), 60_000),
    topupOn(random, 'card-cheikh', at(-9), 10_000),
    topupOn(random, 'card-sine-2', at(-28), 400_000),
    topupOn(random, 'card-sine-2', at(-1), 150_000, { status: 'pending' }),
  ]
  const movements = [
    ...topups.filter(({ status }) => status === 'done').map((topup) => movementOf(topup, series)),
    spent('card-awa-4', at(-140, 10, 20), 44_600, 'PAIEMENT CARTE SUPERMARCHE MERMOZ'),
    spent('card-awa-1', at(-58, 10, 20), 38_400, 'PAIEMENT CARTE LIBRAIRIE QUATRE VENTS'),
    spent('card-awa-1', at(-15, 10, 20), 21_750, 'PAIEMENT CARTE BOUTIQUE WAX ET BAZIN'),
    withdrawn('card-awa-1', at(-12, 10, 20), 20_000, 'SACRE-COEUR'),
    withdrawn('card-awa-2', at(-6, 10, 20), 25_000, 'PLATEAU'),
    spent('card-cheikh', at(-4, 10, 20), 6_500, 'PAIEMENT CARTE RESTAURANT THIEBOU PENDA'),
    spent('card-sine-1', at(-19, 7, 12), 86_000, 'PAIEMENT CARTE STATION XELCOM'),
    withdrawn('card-sine-1', at(-8, 8, 17), 100_000, 'KAOLACK'),
    spent('card-sine-2', at(-20, 8, 17), 315_200, 'PAIEMENT CARTE QUINCAILLERIE DU BAOL'),
  ]
  return { topups, series, movements }
}

type Ids = { users: ReadonlyMap<string, string>; accounts: ReadonlyMap<string, string> }

const idOf = (ids: ReadonlyMap<string, string>, key: string): string => {
  const found = ids.get(key)
  if (!found) throw new Error(`the demo bank has no ${key}`)
  return found
}

/** Opens the cards' ledger accounts; answers their ids by key, for movements in the history. */
export async function openCards(
  client: pg.Client,
  ids: Ids,
  calendar: DemoCalendar,
): Promise<ReadonlyMap<string, string>> {
  const random = seededRandom('card accounts')
  const ledgers = new Map(demoCards.map(({ key }) => [key, random.id(calendar.firstDay)]))
  for (const id of ledgers.values())
    await client.query(`SELECT ledger_open_account($1, 'customer', NULL, 'XOF', 0)`, [id])
  const lastDay = (months: number) => {
    const first = addMonths(`${plainDate(calendar.today).slice(0, 7)}-01`, months + 1)
    return plainDate(addDays(new Date(first), -1))
  }
  await insertRows(
    client,
    'prepaid_cards',
    demoCards.map(({ key, account, months, ...card }, place) => ({
      ...card,
      account_id: idOf(ids.accounts, account),
      // One id serves the card and its account in the ledger.
      id: idOf(ledgers, key),
      ledger_account_id: idOf(ledgers, key),
      number_digest: `\\x${createHash('sha256').update(`demo ${key}`).digest('hex')}`,
      expires_on: lastDay(months),
      registered_at: addDays(calendar.firstDay, place),
    })),
  )
  return ledgers
}

/** The top-ups of the demo, once their movements are posted. */
export async function insertCardLife(
  client: pg.Client,
  ids: Ids,
  ledgers: ReadonlyMap<string, string>,
  { topups, series }: DemoCardLife,
  now: Date,
): Promise<void> {
  const { rows } = await client.query<{ id: string; posting_key: string }>(
    "SELECT id, posting_key FROM ledger_postings WHERE posting_key LIKE 'topup:%'",
  )
  const postings = new Map(rows.map(({ id, posting_key }) => [posting_key, id]))
  const rules = new Map(series.map(({ key, id }) => [key, id]))
  await insertRows(
    client,
    'recurring_topups',
    series.map(({ key: _key, account, card, created_by, ...one }) => ({
      ...one,
      account_id: idOf(ids.accounts, account),
      card_id: idOf(ledgers, card),
      run_at: one.status === 'active' ? `${one.next_date}T07:00:00Z` : null,
      tries: 0,
      version: 1,
      signing_rule: 'none',
      signatures_needed: 0,
      created_by: idOf(ids.users, created_by),
    })),
  )
  await insertRows(
    client,
    'card_topups',
    topups.map(({ account, card, created_by, recurring, ...topup }) => {
      const isCompany = account === 'sine-agro' && recurring === null
      const rule = recurring && idOf(rules, recurring)
      return {
        ...topup,
        account_id: idOf(ids.accounts, account),
        card_id: idOf(ledgers, card),
        created_by: idOf(ids.users, created_by),
        recurring_id: rule,
        decided_at: topup.status === 'pending' ? null : topup.created_at,
        posting_id:
          topup.status === 'done'
            ? idOf(postings, rule ? `topup:${rule}:${topup.nominal_date}` : `topup:${topup.id}`)
            : null,
        signing_rule: isCompany ? 'one' : 'none',
        signatures_needed: isCompany ? 1 : 0,
      }
    }),
  )
  const random = seededRandom('holds of cards')
  for (const { id, account, amount, fees, tax, created_at } of topups.filter(({ status }) => status === 'pending'))
    await client.query('SELECT ledger_hold($1, $2, $3, $4, $5)', [
      idOf(ids.accounts, account),
      random.id(created_at),
      amount + fees + tax,
      `topup:${id}`,
      created_at,
    ])
  // Awa has nearly reached her limit: the next multiple of 50,000 above her withdrawals.
  await client.query(
    `INSERT INTO card_withdrawal_limits (account_id, amount)
     SELECT $1, (1 + coalesce(-sum(e.amount), 0)::bigint / 50000) * 50000 FROM ledger_entries e
      WHERE e.type = 'withdrawal' AND e.posted_at > $2::timestamptz - interval '30 days'
        AND (e.account_id = $1 OR e.account_id IN (SELECT ledger_account_id FROM prepaid_cards WHERE account_id = $1))`,
    [idOf(ids.accounts, 'awa'), now],
  )
}
