// Queries and mutations of screens: a query knows its call, a mutation knows the queries that it makes stale.
import {
  type MutateOptions,
  QueryClient,
  type QueryKey,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import type { Answer, Endpoint } from 'contract/endpoint.ts'
import type { Operation } from 'contract/access/session.ts'
import { type ReactNode, useCallback, useRef, useState } from 'react'
import { CallError, isOutcomeUnknown } from './call-error.ts'
import { call, type CallInput, type Reply } from './call.ts'
import { sendConfirmed } from './confirmation.ts'
import { isLive } from './live.ts'
import { whenLanguageChanges } from '../language.ts'
import { reportError } from '../report-error.ts'
import { useIsOpen } from '../use-is-open.ts'
import { accountId, session, whenLeaving } from '../session/session.ts'

const STALE_AFTER_MS = 15_000

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: STALE_AFTER_MS,
      // One retry for network errors; a refusal would only be repeated, and a frozen server was waited for.
      retry: (failures, error) =>
        failures < 1 &&
        (!(error instanceof CallError) || (error.status === 0 && error.code !== 'frozen') || error.status >= 502),
      retryDelay: 800,
      refetchOnWindowFocus: true,
    },
  },
})

// Balances and names must not outlive the session, not even in memory.
whenLeaving(() => queryClient.clear())

// Some answers have texts of the bank in the language of their request.
whenLanguageChanges(() => void queryClient.invalidateQueries())

const nameOf = (endpoint: Endpoint) => `${endpoint.method} ${endpoint.path}`

/** Marks the answers of this call as stale: visible ones are fetched again. */
export const makeStale = (endpoint: Endpoint) => queryClient.invalidateQueries({ queryKey: [nameOf(endpoint)] })

/** Changes the rows of a list wherever it is cached, without fetching it. */
export function changeRows<Row>(list: Endpoint, change: (row: Row) => Row): void {
  queryClient.setQueriesData<{ answer: Row[] }>(
    { queryKey: [nameOf(list)] },
    (cached) => cached && { ...cached, answer: cached.answer.map(change) },
  )
}

/**
 * Puts an answered row into its cached list and detail at once: the next action starts from its new version. Both keep what the row
 * does not have.
 */
export function showAnswered(
  row: Record<string, unknown> & { id: string },
  { list, one }: { list?: Endpoint; one?: Endpoint },
): void {
  if (list) changeRows<{ id: string }>(list, (known) => (known.id === row.id ? { ...known, ...row } : known))
  if (!one) return
  queryClient.setQueriesData<{ answer: { id: string } }>({ queryKey: [nameOf(one)] }, (visible) =>
    visible?.answer.id === row.id ? { ...visible, answer: { ...visible.answer, ...row } } : visible,
  )
}

// Another tab of a list, or the list of all accounts, has other rows: rows of the former list must not be displayed.
const TABS = ['type', 'tab', 'unread', 'archived', 'account']

/** Whether two keys are of the same list, with another page or other filters. */
export function isSameList(
  [one, account, requested]: QueryKey,
  [other, otherAccount, otherRequested]: QueryKey,
): boolean {
  const listOf = (input: unknown) => {
    const { params, query = {} } = input as { params?: unknown; query?: Record<string, unknown> }
    return JSON.stringify([params, TABS.map((tab) => query[tab])])
  }
  return one === other && account === otherAccount && listOf(requested) === listOf(otherRequested)
}

/** The query of one call on the current account. Another account has another key, so that data is never mixed. */
export function callQuery<E extends Endpoint>(endpoint: E, input: CallInput<E>) {
  const queryKey = [nameOf(endpoint), endpoint.scope === 'account' ? accountId() : null, input]
  return queryOptions<Reply<E>, Error>({
    queryKey,
    queryFn: ({ signal }) => call(endpoint, input, { signal, known: queryClient.getQueryData<Reply<E>>(queryKey) }),
    // The rows stay visible while the next page of the same list loads.
    ...(endpoint.isPaged && {
      placeholderData: (before, query) =>
        before && query && isSameList(query.queryKey, queryKey) ? before : undefined,
    }),
  })
}

type Variables<E extends Endpoint> = CallInput<E> & {
  operation?: Operation
  notes?: ReactNode
  /** Called after a success, to show a message or to delete a draft: also where the screen was left or has made another call. */
  done?: (answer: Answer<E>) => void
}

/**
 * A mutation: sends the call, asks for the password if the server requires it, then refreshes the stale queries. The
 * idempotency key is created when the form opens, so that a second click repeats the call instead of creating a
 * duplicate. `account`: the account of the call, if it is not the selected one. `show`: displays the returned row at once, by
 * `showAnswered`. A failure that the screen cannot explain, because it was left or has made another call, is a banner;
 * `isQuiet`: nobody waits for the outcome.
 * `scope`: calls of the same scope are sent one after the other, so that the last choice is the one that counts.
 */
export function useCall<E extends Endpoint>(
  endpoint: E,
  {
    refreshes = [],
    account,
    show,
    isQuiet = false,
    scope,
  }: {
    refreshes?: readonly Endpoint[]
    account?: string
    show?: (answer: Answer<E>) => void
    isQuiet?: boolean
    scope?: { id: string }
  } = {},
) {
  const client = useQueryClient()
  const [idempotencyKey, setIdempotencyKey] = useState(() => crypto.randomUUID())
  /** A new idempotency key: the next call is not a repetition. */
  const renewKey = () => setIdempotencyKey(crypto.randomUUID())
  // React Query reports the outcome to the screen only while it is open, and only of the last call.
  const isOpen = useIsOpen()
  const makeAllStale = () => {
    for (const stale of refreshes) void client.invalidateQueries({ queryKey: [nameOf(stale)] })
    // Without live events the page does not learn what else the action has changed: screens that open next fetch their data again,
    // as does one that was opened before the answer.
    if (!isLive()) void client.invalidateQueries({ refetchType: isOpen.current ? 'none' : 'active' })
  }
  const lastCall = useRef(0)
  const isUnseen = (place: number | undefined) => !isOpen.current || place !== lastCall.current
  const mutation = useMutation<Reply<E>, Error, Variables<E>, number>({
    ...(scope && { scope }),
    mutationFn: ({ operation, notes, done: _done, ...input }) =>
      sendConfirmed(
        (confirmation) =>
          // The remaining properties are the input.
          call(endpoint, input as unknown as CallInput<E>, {
            ...(endpoint.isIdempotent && { idempotencyKey }),
            ...(confirmation !== undefined && { confirmation }),
            ...(account !== undefined && { account }),
          }),
        operation ?? null,
        { isIdempotent: endpoint.isIdempotent, view: { notes } },
      ),
    onMutate: () => ++lastCall.current,
    onError: (error, _input, place) => {
      // The first answer was lost and the input changed since: without a new key the form could never be sent again.
      if (error instanceof CallError && error.code === 'idempotency_key_reused') renewKey()
      // The call may have been carried out: the screen fetches the current data. An idempotent call is sent again as it is.
      if (!endpoint.isIdempotent && isOutcomeUnknown(error)) makeAllStale()
      if (!isQuiet && session().status === 'in' && isUnseen(place)) reportError(error)
    },
    onSuccess: async ({ answer }, { done }, place) => {
      show?.(answer)
      makeAllStale()
      if (session().status === 'in' && isUnseen(place)) done?.(answer)
    },
  })
  type Mutate = (input: Variables<E>, then?: MutateOptions<Reply<E>, Error, Variables<E>, number>) => void
  // Its own type depends on whether the input may be undefined, which no input of a call is.
  const send = mutation.mutate as Mutate
  // While the screen is open, together with what the success changes there: a dialog that closes takes its messages with it.
  const mutate = useCallback<Mutate>(
    (input, then) =>
      send(input, {
        ...then,
        onSuccess: (...reply) => {
          input.done?.(reply[0].answer)
          then?.onSuccess?.(...reply)
        },
      }),
    [send],
  )
  return { ...mutation, mutate, renewKey }
}
