import { useQuery } from '@tanstack/react-query'
import type { AccountCheck } from 'contract/transfers/beneficiaries.ts'
import { normaliseAccountNumber } from 'contract/values/iban.ts'
import { CallError } from '../../lib/api/call-error.ts'
import { accountCheckQuery } from './beneficiary-queries.ts'
import { useDebounced } from '../../lib/use-debounced.ts'

const REST_MS = 400
/** The length of the shortest IBAN: shorter texts are not checked. */
const LEAST_LENGTH = 15

export type Checked = { check: AccountCheck | null; isChecking: boolean; checkError: string | null }

/** The server's check of the typed number, once typing pauses. */
export function useAccountCheck(typed: string): Checked {
  const number = normaliseAccountNumber(typed)
  const requested = useDebounced(number, REST_MS)
  const isWorthIt = requested === number && number.length >= LEAST_LENGTH && number.length <= 34
  const { data, isFetching, error } = useQuery({
    ...accountCheckQuery(requested),
    enabled: isWorthIt,
    retry: false,
    staleTime: 60_000,
  })
  return {
    check: isWorthIt ? (data?.answer ?? null) : null,
    isChecking: number.length >= LEAST_LENGTH && (isFetching || requested !== number),
    checkError: isWorthIt && error instanceof CallError && error.status === 429 ? error.message : null,
  }
}
