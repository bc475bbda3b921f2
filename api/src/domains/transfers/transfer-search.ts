// Finds the orders of an account that match a filter, for lists and exports.
import type { TransferStatus } from 'contract/transfers/transfer-statuses.ts'
import type { Transfer, TransferQuery } from 'contract/transfers/transfers.ts'
import { type Currency, writtenAmount } from 'contract/values/money.ts'
import { seesConfidential } from '../../caller.ts'
import { type Fragment, part } from '../../db/db.ts'
import { accountPatterns } from '../accounts/account-patterns.ts'
import { keysOfStatus, keysWithoutDay } from './transfer-status-rules.ts'

/** The reader: the answers contain the reader's actions on each order. */
export type Reader = { user_id: string; capabilities: readonly string[]; is_active: boolean }

export type TransferSearch = {
  type: Transfer['type'] | null
  status: TransferStatus | null
  validation_status: Transfer['validation_status'] | null
  execution_status: Transfer['execution_status'] | null
  from: string | null
  to: string | null
  search: string | null
  /** The amount that the search means, in the account's currency; null where it means none. */
  amount: number | null
  min: number | null
  max: number | null
}

export const searchOf = (query: TransferQuery, { currency }: { currency: Currency }): TransferSearch => ({
  type: query.type ?? null,
  status: query.status ?? null,
  validation_status: query.validation_status ?? null,
  execution_status: query.execution_status ?? null,
  from: query.from ?? null,
  to: query.to ?? null,
  min: query.min ?? null,
  max: query.max ?? null,
  search: query.search?.trim() || null,
  amount: writtenAmount(query.search ?? '', currency),
})

/** The found orders with the day under which they are displayed. `part`: 0 what is to come, 1 series, 2 the past. */
export function foundTransfers(
  account: Reader & { account_id: string },
  { type, status, validation_status, execution_status, from, to, search, amount, min, max }: TransferSearch,
  today: string,
): Fragment {
  const statusKeys = status && keysOfStatus(account, status)
  // An own account is a payee under its label.
  const patterns = search ? accountPatterns(search) : null
  return part`
      SELECT t.account_id, t.id, t.batch_id, t.amount::bigint AS amount, t.created_at, d.day, t.execution_date, t.execution_status = 'executed' AS has_left,
             CASE WHEN t.validation_status = 'refused' OR t.execution_status NOT IN ('scheduled', 'paused') THEN 2 WHEN t.type = 'periodic' THEN 1 ELSE 0 END AS part,
             o.id IS NOT NULL AS is_over_limit
        FROM visible_transfers(${account.account_id}, ${seesConfidential(account)}) t
        LEFT JOIN orders_over_limit(${account.user_id}, ${account.account_id}, ${today}) o ON o.kind = 'transfer' AND o.id = t.id
       CROSS JOIN LATERAL (
               SELECT CASE WHEN t.execution_status IN ('scheduled', 'paused')
                                AND transfer_facts(t, ${account.user_id}, ${today}, o.id IS NOT NULL) = ANY (${keysWithoutDay(account)}::text[]) THEN NULL
                           ELSE t.execution_date END AS day) d
       WHERE (${type}::text IS NULL OR t.type = ${type})
         AND (${validation_status}::text IS NULL OR t.validation_status = ${validation_status})
         AND (${execution_status}::text IS NULL OR t.execution_status = ${execution_status})
         AND (${patterns}::text[] IS NULL OR t.amount = ${amount}::bigint
              OR plain_letters(concat_ws(chr(10), t.beneficiary_name, t.label, t.reference)) LIKE ANY (SELECT plain_letters(p) FROM unnest(${patterns}::text[]) p))
         AND (${min}::bigint IS NULL OR t.amount >= ${min}) AND (${max}::bigint IS NULL OR t.amount <= ${max})
         AND (${statusKeys}::text[] IS NULL OR transfer_facts(t, ${account.user_id}, ${today}, o.id IS NOT NULL) = ANY (${statusKeys}::text[]))
         AND (${from}::date IS NULL OR d.day >= ${from}) AND (${to}::date IS NULL OR d.day <= ${to})`
}
