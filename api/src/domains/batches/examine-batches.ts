import type { PlainDate } from 'contract/values/dates.ts'
import type { Sql } from '../../db/db.ts'
import type { SigningRules } from '../transfers/sign-transfer.ts'
import { firstToSignBefore } from '../transfers/sign-before-rules.ts'
import { attentionOf, monthBefore } from './batch-attention-rules.ts'
import { firstDayOf } from './batch-rules.ts'
import { listLineContexts } from './batch-store.ts'

/** A batch that waits for the signature of a reader. */
type Waiting = {
  account_id: string
  id: string
  execution_date: PlainDate
  /** Whether the reader sees confidential payments of the account. */
  sees: boolean
}

/** For each batch, the number of lines to look at, the first cut-off of its networks and its execution date if it is signed now. One statement for all. */
export async function examineBatches(db: Sql, batches: readonly Waiting[], rules: SigningRules) {
  const lines =
    batches.length === 0
      ? []
      : await listLineContexts(
          db,
          batches.map(({ account_id, id, execution_date, sees }) => ({
            account_id,
            batch_id: id,
            sees,
            ...monthBefore(execution_date),
          })),
        )
  const ofBatch = Map.groupBy(lines, ({ batch_id }) => batch_id)
  return new Map(
    batches.map(({ id, execution_date }) => {
      const own = ofBatch.get(id) ?? []
      const networks = own.map(({ network }) => network)
      return [
        id,
        {
          points: own.filter((line) => attentionOf(line) !== null).length,
          sign_before: firstToSignBefore(networks, execution_date, rules),
          leaves_on: firstDayOf(own, rules),
        },
      ]
    }),
  )
}
