// How screens ask and act: a query knows its call, a mutation knows what it makes stale.
import { keepPreviousData, QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Endpoint } from 'contract/endpoint.ts'
import type { Operation } from 'contract/session.ts'
import { useState } from 'react'
import { CallError } from './call-error.ts'
import { call, type CallInput, type Reply } from './call.ts'
import { sendConfirmed } from './confirmation.ts'
import { accountId, whenLeaving } from './session.ts'

const STALE_AFTER_MS = 15_000

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: STALE_AFTER_MS,
      // One more try for what a bad network explains; a refusal would only be repeated.
      retry: (failures, error) => failures < 1 && (!(error instanceof CallError) || error.status === 0 || error.status >= 502),
      retryDelay: 800,
      refetchOnWindowFocus: true,
    },
  },
})

// Balances and names must not outlive the session, not even in memory.
whenLeaving(() => queryClient.clear())

const nameOf = (endpoint: Endpoint) => `${endpoint.method} ${endpoint.path}`

/** The query of one call on the current account. Another account is another key: nothing leaks from one to the other. */
export function callQuery<E extends Endpoint>(endpoint: E, input: CallInput<E>) {
  return queryOptions<Reply<E>, Error>({
    queryKey: [nameOf(endpoint), endpoint.scope === 'account' ? accountId() : null, input],
    queryFn: ({ signal }) => call(endpoint, input, { signal }),
    ...(endpoint.isPaged && { placeholderData: keepPreviousData }),
  })
}

/**
 * An act: sends the call, asks for the password where the server wants it, then refreshes what it made stale. The
 * idempotency key is made when the form opens, so that a second press of the button repeats and does not double.
 * `account`: the one it is about, where it is not the one the user works on.
 */
export function useCall<E extends Endpoint>(
  endpoint: E,
  { refreshes = [], account }: { refreshes?: readonly Endpoint[]; account?: string } = {},
) {
  const client = useQueryClient()
  const [idempotencyKey, setIdempotencyKey] = useState(() => crypto.randomUUID())
  const mutation = useMutation<Reply<E>, Error, CallInput<E> & { operation?: Operation }>({
    mutationFn: ({ operation, ...input }) =>
      sendConfirmed(
        (confirmation) =>
          // What is left without the operation is the input again.
          call(endpoint, input as unknown as CallInput<E>, {
            ...(endpoint.isIdempotent && { idempotencyKey }),
            ...(confirmation !== undefined && { confirmation }),
            ...(account !== undefined && { account }),
          }),
        operation ?? null,
      ),
    onSuccess: async () => {
      for (const stale of refreshes) void client.invalidateQueries({ queryKey: [nameOf(stale)] })
    },
  })
  /** A new wish, no longer the same one repeated. */
  const renewKey = () => setIdempotencyKey(crypto.randomUUID())
  return { ...mutation, renewKey }
}
