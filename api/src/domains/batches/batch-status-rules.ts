// Lists the states of a batch that a filter by status finds, by trying all of them with the rule of its badge: a filter and a row cannot differ.
import { batchStates, type BatchStatus } from 'contract/transfers/batches.ts'
import type { TransferStatus } from 'contract/transfers/transfer-statuses.ts'
import type { Reader } from '../transfers/transfer-search.ts'
import { batchActionsOf, batchStatus } from './batch-rules.ts'

const either = [false, true] as const
const [TODAY, LATER] = ['2000-01-01', '2000-01-02'] as const

/** A batch with failed lines has run. */
const statusOfFilter = (status: BatchStatus): TransferStatus => (status === 'incomplete' ? 'executed' : status)

/** The keys of the states with this status, as the list of transfers writes them: state, ended by the bank, to come, on a later day, with failed lines, open to the reader's signature. */
export function batchKeysOfStatus(reader: Reader, filterStatus: TransferStatus): string[] {
  const keys: string[] = []
  for (const state of batchStates)
    for (const is_ended of either)
      for (const is_to_come of either)
        for (const is_later of either)
          for (const has_failed of either)
            for (const is_open of either) {
              const author = is_open ? '' : reader.user_id
              const context = {
                state,
                created_by: author,
                is_open_to_reader: is_open,
                retryable: 0,
                is_confidential: false,
              }
              const status = batchStatus(
                {
                  state,
                  reason_code: is_ended ? 'expired' : null,
                  execution_date: is_later ? LATER : TODAY,
                  counts: {
                    refused: 0,
                    executed: 0,
                    retryable: 0,
                    failed: has_failed ? 1 : 0,
                    waiting: is_to_come ? 1 : 0,
                  },
                  may_sign: batchActionsOf(context, reader).includes('accept'),
                },
                TODAY,
              )
              if (statusOfFilter(status) === filterStatus)
                keys.push(
                  [state, ...[is_ended, is_to_come, is_later, has_failed, is_open].map((is) => (is ? 't' : 'f'))].join(
                    '/',
                  ),
                )
            }
  return keys
}
