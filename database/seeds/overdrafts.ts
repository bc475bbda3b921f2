// The charges of interest on debit balances that the history contains, as the bank's job stores them.
import type pg from 'pg'
import type { DemoCalendar } from './history/demo-calendar.ts'
import { agiosKey, chargedQuarters, OVERDRAFT_RATES } from './history/overdraft-interest.ts'

export async function insertOverdraftCharges(
  client: pg.Client,
  calendar: DemoCalendar,
  accounts: readonly { key: string; id: string; overdraft: number }[],
  postingOfKey: ReadonlyMap<string, string>,
): Promise<void> {
  const { rate, excess_rate, tax_rate } = OVERDRAFT_RATES
  for (const { first_day, on } of chargedQuarters(calendar)) {
    await client.query('INSERT INTO overdraft_quarters (first_day, done_at) VALUES ($1, $2)', [first_day, on])
    for (const { key, id, overdraft } of accounts) {
      const posting = postingOfKey.get(agiosKey(key, first_day))
      if (posting)
        await client.query(
          `INSERT INTO overdraft_charges (account_id, first_day, last_seq, authorised, rate, excess_rate, tax_rate, interest, tax, made_at, posting_id)
           SELECT e.account_id, $2, (SELECT max(b.seq) FROM ledger_entries b WHERE b.account_id = e.account_id AND b.posted_at < $3),
                  $4, $5, $6, $7, -e.amount - e.vat_amount, e.vat_amount, e.posted_at, e.posting_id
             FROM ledger_entries e WHERE e.posting_id = $1 AND e.account_id = $8`,
          [posting, first_day, on, overdraft, rate, excess_rate, tax_rate, id],
        )
    }
  }
}
