// Posts the movements to the ledger, through the function of every posting.

import type pg from 'pg'
import { addDays, businessDayFrom, businessDaysAfter, plainDate } from './demo-calendar.ts'
import { seededRandom } from './seeded-random.ts'
import type { Line, Movement } from './movements.ts'
import { inOrder } from './settle.ts'

const POSTINGS_PER_CALL = 1_000

/** The position of a posted line on a customer's account, for categories and notes. */
export type PostedLine = { account_id: string; entry_id: string; line: Line }

/** The value date (domain.md 2.1): credits from other banks are valued after their booking. */
export function valueDate({ type, amount, account }: Line, { at, lines }: Movement): string {
  const isThrough = (code: string) => lines.some((line) => line.account.startsWith(code))
  if (amount < 0 || account.includes(':')) return plainDate(at)
  if (type === 'cheque_in' || isThrough('correspondent')) return plainDate(businessDaysAfter(at, 2))
  return plainDate(isThrough('clearing') ? businessDayFrom(addDays(at, 1)) : at)
}

async function internalAccounts(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ id: string; code: string }>(
    "SELECT id, code FROM ledger_accounts WHERE kind = 'internal'",
  )
  return new Map(rows.map(({ id, code }) => [code, id]))
}

/** `postingOfKey`: the posting of a movement with its own key. */
export type PostedHistory = {
  lines: PostedLine[]
  postingOfTransfer: Map<string, string>
  postingOfKey: Map<string, string>
}

/** Posts every movement in chronological order. Throws where one is refused: the history would not end at its target. */
export async function postHistory(
  client: pg.Client,
  movements: readonly Movement[],
  accountIds: ReadonlyMap<string, string>,
): Promise<PostedHistory> {
  const ids = new Map([...accountIds, ...(await internalAccounts(client))])
  const random = seededRandom('postings')
  const posted: PostedHistory = { lines: [], postingOfTransfer: new Map(), postingOfKey: new Map() }
  const ordered = inOrder(movements)
  for (let start = 0; start < ordered.length; start += POSTINGS_PER_CALL) {
    const postings: Record<string, unknown>[] = []
    const entries: Record<string, unknown>[] = []
    for (const [index, movement] of ordered.slice(start, start + POSTINGS_PER_CALL).entries()) {
      const { at, lines, transfer_id, posting } = movement
      const posting_id = random.id(at)
      const posting_key = posting?.key ?? (transfer_id ? `transfer:${transfer_id}` : `demo:${start + index}`)
      if (transfer_id) posted.postingOfTransfer.set(transfer_id, posting_id)
      if (posting) posted.postingOfKey.set(posting.key, posting_id)
      postings.push({
        id: posting_id,
        posting_key,
        kind: posting?.kind ?? (transfer_id ? 'transfer' : lines[0]?.type),
        booking_date: plainDate(at),
        posted_at: at,
      })
      for (const line of lines) {
        const account_id = ids.get(line.account)
        if (!account_id) throw new Error(`no account is called ${line.account}`)
        const { account, category: _category, comment: _comment, accounting: _accounting, ...columns } = line
        const id = random.id(at)
        entries.push({ ...columns, posting_id, id, account_id, value_date: valueDate(line, movement) })
        if (accountIds.has(account)) posted.lines.push({ account_id, entry_id: id, line })
      }
    }
    const { rows } = await client.query<{ outcome: string; count: number }>(
      'SELECT outcome, count(*)::int AS count FROM ledger_write($1::text::jsonb, $2::text::jsonb) GROUP BY outcome',
      [JSON.stringify(postings), JSON.stringify(entries)],
    )
    if (rows.length !== 1 || rows[0]?.outcome !== 'posted')
      throw new Error(`the ledger refused a part of the history: ${JSON.stringify(rows)}`)
  }
  return posted
}
