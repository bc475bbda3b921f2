// Reads and decides the items of the signature inbox, of all kinds and accounts.
import {
  acceptRecurringTopup,
  getTopup,
  listTopups,
  rejectRecurringTopup,
  rejectTopup,
} from 'contract/products/card-topups.ts'
import { acceptChequebook, listChequebooks, rejectChequebook } from 'contract/products/chequebooks.ts'
import { changeMandate, getMandate, listMandates } from 'contract/products/debits.ts'
import { listPrepaidCards } from 'contract/products/prepaid-cards.ts'
import { getDashboard } from 'contract/dashboard.ts'
import type { Answer, Endpoint } from 'contract/endpoint.ts'
import { listOperations } from 'contract/accounts/operations.ts'
import { getBatch, listBatches, rejectBatch } from 'contract/transfers/batches.ts'
import {
  acceptBeneficiary,
  getBeneficiary,
  listBeneficiaries,
  rejectBeneficiary,
} from 'contract/transfers/beneficiaries.ts'
import { getReturnRequest, listReturnRequests, rejectReturn } from 'contract/transfers/return-requests.ts'
import {
  acceptItems,
  countItemsToSign,
  getItemToSign,
  type ItemToSign,
  listItemsToSign,
  listSentItems,
  listSignedItems,
  remindSigners,
  signedTogether,
} from 'contract/transfers/signatures.ts'
import { listLimits } from 'contract/transfers/signing-rules.ts'
import { listTransferRows } from 'contract/transfers/transfer-rows.ts'
import { getTransfer, rejectTransfer } from 'contract/transfers/transfers.ts'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../../lib/api/call.ts'
import { CallError } from '../../lib/api/call-error.ts'
import { sendConfirmed } from '../../lib/api/confirmation.ts'
import { callQuery, makeStale, useCall } from '../../lib/api/query.ts'
import { reportError } from '../../lib/report-error.ts'
import { session } from '../../lib/session/session.ts'
import { useIsOpen } from '../../lib/use-is-open.ts'

type Key = Pick<ItemToSign, 'id' | 'kind' | 'account' | 'version'>
export type Outcome = Answer<typeof acceptItems>[number]
/** What happens to the suspended orders to a payee whose account number changes: they continue to the new account, or are stopped. */
export type OrdersChoice = 'resume' | 'end'

export const itemQuery = ({ id, kind, account }: Omit<Key, 'version'>) =>
  callQuery(getItemToSign, { params: { account: account.uuid, kind, id } })
export const sentQuery = () => callQuery(listSentItems, {})
export const signedQuery = () => callQuery(listSignedItems, {})
export const useRemind = () => useCall(remindSigners, { refreshes: [listSentItems] })

const touched: readonly Endpoint[] = [
  listItemsToSign,
  countItemsToSign,
  listSentItems,
  listSignedItems,
  getDashboard,
  listOperations,
  listLimits,
  listTransferRows,
  getTransfer,
  listBatches,
  getBatch,
  listTopups,
  getTopup,
  listPrepaidCards,
  listChequebooks,
  listBeneficiaries,
  getBeneficiary,
  listMandates,
  getMandate,
  listReturnRequests,
  getReturnRequest,
]
const refresh = () => {
  for (const endpoint of touched) void makeStale(endpoint)
}

const together: readonly ItemToSign['kind'][] = signedTogether
export const isSignedTogether = ({ kind }: Pick<ItemToSign, 'kind'>) => together.includes(kind)

const signedAs = (id: string): Outcome => ({ id, outcome: 'signed', code: null, message: null })

/** Signs one item of a kind that has its own call. */
async function signAlone({ id, version, account, kind }: Key, orders: OrdersChoice): Promise<Outcome[]> {
  await sendConfirmed<unknown>((confirmation) => {
    const options = { account: account.uuid, ...(confirmation !== undefined && { confirmation }) }
    const params = { id }
    if (kind === 'recurring_topup') return call(acceptRecurringTopup, { params, body: { version } }, options)
    if (kind === 'chequebook') return call(acceptChequebook, { params }, options)
    if (kind === 'mandate') return call(changeMandate, { params, body: { version, status: 'active' } }, options)
    return call(acceptBeneficiary, { params, body: { version, orders } }, options)
  })
  return [signedAs(id)]
}

async function signMany(items: readonly Key[], recap: ReactNode): Promise<Outcome[]> {
  const body = {
    items: items.flatMap(({ kind, account, id, version }) =>
      kind === 'transfer' || kind === 'batch' || kind === 'topup' || kind === 'return'
        ? [{ kind, account: account.uuid, id, version }]
        : [],
    ),
  }
  const { answer } = await sendConfirmed(
    (confirmation) => call(acceptItems, { body }, { ...(confirmation !== undefined && { confirmation }) }),
    null,
    { view: { recap } },
  )
  return answer
}

/** Calls `whenLeft` with the outcome where the screen was left before it came: React Query calls back an open screen only. */
function useLateOutcome<T>(whenLeft: (outcomes: T) => void) {
  const isOpen = useIsOpen()
  const isLate = () => !isOpen.current && session().status === 'in'
  return {
    onSuccess: (outcomes: T) => isLate() && whenLeft(outcomes),
    onError: (error: Error) => isLate() && reportError(error),
  }
}

/** Signs items with one password; each succeeds or fails alone. Kinds with their own call come one at a time. `recap`: of several items, for the dialog of the password. */
export const useSign = (whenLeft: (outcomes: Outcome[]) => void) =>
  useMutation<Outcome[], Error, { items: readonly Key[]; orders?: OrdersChoice; recap?: ReactNode }>({
    ...useLateOutcome(whenLeft),
    mutationFn: ({ items, orders = 'resume', recap }) => {
      const [first, ...others] = items
      return first && others.length === 0 && !isSignedTogether(first)
        ? signAlone(first, orders)
        : signMany(items, recap)
    },
    onSettled: refresh,
  })

function refuseOne({ id, version, account, kind }: Key, reason: string): Promise<unknown> {
  const options = { account: account.uuid }
  const params = { id }
  if (kind === 'transfer') return call(rejectTransfer, { params, body: { version, reason } }, options)
  if (kind === 'batch') return call(rejectBatch, { params, body: { version, reason } }, options)
  if (kind === 'return') return call(rejectReturn, { params, body: { version, reason } }, options)
  if (kind === 'topup') return call(rejectTopup, { params, body: { reason } }, options)
  if (kind === 'recurring_topup') return call(rejectRecurringTopup, { params, body: { version, reason } }, options)
  if (kind === 'chequebook') return call(rejectChequebook, { params, body: { reason } }, options)
  if (kind === 'mandate') return call(changeMandate, { params, body: { version, status: 'refused' } }, options)
  return call(rejectBeneficiary, { params, body: { version, reason } }, options)
}

type Refused = { id: string; message: string | null }

/** Refuses items with one reason; each is refused or not, alone, with the message of the error. A refusal needs no password. */
export const useRefuse = (whenLeft: (outcomes: Refused[]) => void) =>
  useMutation<Refused[], Error, { items: readonly Key[]; reason: string }>({
    ...useLateOutcome(whenLeft),
    mutationFn: async ({ items, reason }) => {
      const outcomes = []
      for (const item of items) {
        try {
          await refuseOne(item, reason)
          outcomes.push({ id: item.id, message: null })
        } catch (error) {
          // Without the server, the others would fail as well.
          if (!(error instanceof CallError) || error.status === 0) throw error
          outcomes.push({ id: item.id, message: error.message })
        }
      }
      return outcomes
    },
    onSettled: refresh,
  })
