// Lists the states of an order that have a given status, by trying all of them with the contract's rule: a filter and a row cannot differ.
import { transferStatus, hasDay, type TransferState } from 'contract/transfers/transfer-status.ts'
import type { TransferStatus } from 'contract/transfers/transfer-statuses.ts'
import {
  executionStatuses,
  reasonCodes,
  suspensions,
  transferTypes,
  validationStatuses,
} from 'contract/transfers/transfers.ts'
import { actionsOf } from './transfer-rules.ts'

type Reader = Parameters<typeof actionsOf>[1]
/** `is_open`: the reader is neither author nor editor, and has not signed. */
type StatusContext = Omit<TransferState, 'may_sign'> & { is_open: boolean }

const either = [false, true] as const

/** Every combination of the values that decide the status; the other values have their default. */
function* everyCombination(): Generator<StatusContext> {
  for (const type of transferTypes)
    for (const validation_status of validationStatuses)
      for (const execution_status of executionStatuses) {
        const isNotExecuted =
          validation_status === 'refused' || execution_status === 'cancelled' || execution_status === 'rejected'
        const isToCome = execution_status === 'scheduled' || execution_status === 'paused'
        const isWaiting = validation_status === 'pending' && execution_status === 'scheduled'
        for (const reason_code of isNotExecuted ? [null, ...reasonCodes] : [null])
          for (const suspended of isToCome ? [null, ...suspensions] : [null])
            for (const is_past of isToCome ? either : [false])
              for (const is_on_its_way of execution_status === 'executed' ? either : [false])
                for (const is_open of isWaiting ? either : [false])
                  yield {
                    type,
                    validation_status,
                    execution_status,
                    reason_code,
                    suspended,
                    is_past,
                    is_on_its_way,
                    is_open,
                  }
      }
}

/** The key of a combination, equal to the database's `transfer_facts`. */
function keyOf({
  type,
  validation_status,
  execution_status,
  reason_code,
  suspended,
  is_past,
  is_on_its_way,
  is_open,
}: StatusContext): string {
  const isNotExecuted =
    validation_status === 'refused' || execution_status === 'cancelled' || execution_status === 'rejected'
  const isToCome = execution_status === 'scheduled' || execution_status === 'paused'
  return [
    type,
    validation_status,
    execution_status,
    isNotExecuted ? (reason_code ?? 'none') : '',
    isToCome ? (suspended ?? 'none') : '',
    is_past ? 'past' : '',
    is_on_its_way ? 'way' : '',
    is_open ? 'open' : '',
  ].join('/')
}

const stateFor = (reader: Reader, { is_open, ...facts }: StatusContext): TransferState => {
  const context = {
    ...facts,
    created_by: '',
    edited_by: null,
    signing_rule: 'none' as const,
    is_open_to_reader: is_open,
    is_of_batch: false,
  }
  return { ...facts, may_sign: actionsOf(context, reader).includes('accept') }
}

const keysWhere = (reader: Reader, holds: (state: TransferState) => boolean): string[] =>
  [...everyCombination()].filter((facts) => holds(stateFor(reader, facts))).map(keyOf)

/** The keys of orders that have this status for the reader. */
export const keysOfStatus = (reader: Reader, status: TransferStatus): string[] =>
  keysWhere(reader, (state) => transferStatus(state) === status)

/** The keys of orders without a date in the list. */
export const keysWithoutDay = (reader: Reader): string[] => keysWhere(reader, (state) => !hasDay(state))
