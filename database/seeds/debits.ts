// The direct debits of the demo: executed ones from the ledger, announced ones, and their mandates.
import { addDays } from 'contract/values/calendar.ts'
import type pg from 'pg'
import { type DemoCalendar, plainDate } from './history/demo-calendar.ts'
import { seededRandom } from './history/seeded-random.ts'
import { insertRows } from './insert-rows.ts'

const creditorIds: Record<string, string> = {
  Senelec: 'SN27ZZZ004812',
  Sonatel: 'SN12ZZZ009544',
  "Sen'Eau": 'SN11ZZZ002190',
  'Transports Casamance Express': 'SN82ZZZ011873',
  'Imprimerie Sandaga': 'SN49ZZZ007326',
  'Clinique Teranga Médina': 'SN05ZZZ005014',
  'Librairie Quatre Vents du Saloum': 'SN09ZZZ003390',
}

type Taken = {
  account_id: string
  id: string
  creditor_name: string
  amount: number
  day: string
  label: string
  reference: string
}

/** The account's payments to the demo's creditors, from the ledger. */
async function listExecuted(client: pg.Client, accountIds: readonly string[]) {
  const { rows } = await client.query<Taken & { posting_id: string }>(
    `SELECT account_id, id, counterparty AS creditor_name, (-amount)::float8 AS amount, booking_date::text AS day, label,
            coalesce(reference, label) AS reference, posting_id
       FROM ledger_entries
      WHERE account_id = ANY ($1::uuid[]) AND type = 'direct_debit' AND amount < 0 AND counterparty = ANY ($2::text[])
      ORDER BY booking_date, id`,
    [accountIds, Object.keys(creditorIds)],
  )
  return rows
}

async function listAnnounced(client: pg.Client, accountIds: readonly string[]) {
  const { rows } = await client.query<Taken>(
    `SELECT account_id, id, counterparty AS creditor_name, (-amount)::float8 AS amount, expected_on::text AS day, label, intraday_id AS reference
       FROM intraday_operations WHERE account_id = ANY ($1::uuid[]) AND type = 'direct_debit'`,
    [accountIds],
  )
  return rows
}

const umrOf = (creditor: string, accountId: string) =>
  `RUM-${creditorIds[creditor]?.slice(-6)}-${accountId.slice(-6).toUpperCase()}`

export async function insertDebits(
  client: pg.Client,
  calendar: DemoCalendar,
  accountId: (key: string) => string,
): Promise<void> {
  const random = seededRandom('debits')
  const draw = () => random.id(calendar.firstDay)
  const today = plainDate(calendar.today)
  const [awa, sine] = [accountId('awa'), accountId('sine-agro')]
  const [taken, announced] = [await listExecuted(client, [awa, sine]), await listAnnounced(client, [awa, sine])]

  const known = Map.groupBy(
    [...taken, ...announced],
    ({ account_id, creditor_name }) => `${account_id} ${creditor_name}`,
  )
  const mandate = (account_id: string, creditor_name: string, input: object) => ({
    account_id,
    id: draw(),
    umr: umrOf(creditor_name, account_id),
    creditor_name,
    creditor_id: creditorIds[creditor_name],
    scheme: 'local',
    recurrence: 'recurrent',
    signed_on: addDays(today, -600),
    last_used_on: null,
    max_amount: null,
    status: 'active',
    registered_by: null,
    known_at: calendar.firstDay,
    version: 1,
    ...input,
  })
  const used = [...known.values()].flatMap(([first, ...others]) => {
    if (!first) return []
    const last_used_on = [first, ...others].findLast(({ day }) => day < today)?.day ?? null
    return [
      mandate(first.account_id, first.creditor_name, {
        last_used_on,
        max_amount: first.account_id === awa ? 75_000 : null,
      }),
    ]
  })
  await insertRows(client, 'mandates', [
    ...used,
    mandate(awa, 'Librairie Quatre Vents du Saloum', {
      scheme: 'core',
      status: 'revoked',
      last_used_on: addDays(today, -90),
    }),
    mandate(awa, 'Clinique Teranga Médina', { scheme: 'core', signed_on: addDays(today, -1_400) }),
    mandate(sine, 'Transports Casamance Express', {
      scheme: 'b2b',
      status: 'pending_confirmation',
      signed_on: addDays(today, -6),
    }),
    mandate(sine, 'Imprimerie Sandaga', { scheme: 'b2b', signed_on: addDays(today, -200), max_amount: 2_500_000 }),
  ])

  const collection = ({ day, ...debit }: Taken, input: object) => ({
    ...debit,
    umr: umrOf(debit.creditor_name, debit.account_id),
    creditor_id: creditorIds[debit.creditor_name],
    scheme: 'local',
    sequence: 'recurrent',
    currency: 'XOF',
    due_date: day,
    reference: debit.reference.slice(0, 35),
    presented_at: `${addDays(day, -3)}T09:00:00Z`,
    status: 'executed',
    reason: null,
    run_at: null,
    settled_on: day,
    posting_id: null,
    refund_posting_id: null,
    claimed_at: null,
    ...input,
  })
  const past = (
    account_id: string,
    creditor_name: string,
    day: string,
    [amount, label]: [number, string],
    input: object,
  ) =>
    collection(
      { account_id, id: draw(), creditor_name, amount, day, label, reference: `PRLV${random.digits(8)}` },
      input,
    )
  await insertRows(client, 'collections', [
    ...taken.map(({ posting_id, ...debit }) => collection(debit, { posting_id })),
    ...announced.map((debit) =>
      collection(debit, {
        status: 'announced',
        settled_on: null,
        run_at: `${debit.day}T08:00:00Z`,
        presented_at: calendar.now,
      }),
    ),
    past(awa, 'Librairie Quatre Vents du Saloum', addDays(today, -20), [18_500, 'PRLV LIBRAIRIE ABONNEMENT'], {
      scheme: 'core',
      status: 'rejected',
      reason: 'MD01',
    }),
    // From before the bank's ledger began.
    past(
      awa,
      'Clinique Teranga Médina',
      addDays(plainDate(calendar.firstDay), -12),
      [35_000, 'PRLV CLINIQUE TERANGA'],
      {
        scheme: 'core',
        status: 'refunded',
        reason: 'MD06',
      },
    ),
    past(sine, 'Transports Casamance Express', addDays(today, -4), [1_180_000, 'PRLV TRANSPORTS CASAMANCE'], {
      scheme: 'b2b',
      status: 'rejected',
      reason: 'MD01',
      sequence: 'first',
    }),
    past(sine, 'Imprimerie Sandaga', addDays(today, -33), [640_000, 'PRLV IMPRIMERIE SANDAGA'], {
      scheme: 'b2b',
      status: 'refused',
      reason: 'MS02',
    }),
  ])
}
