import { useQuery } from '@tanstack/react-query'
import type { AccountCheck } from 'contract/transfers/beneficiaries.ts'
import { normaliseAccountNumber } from 'contract/values/iban.ts'
import { tidyLine } from 'contract/values/text.ts'
import { CallError } from '../../lib/api/call-error.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { accountCheckQuery } from './beneficiary-queries.ts'

const REST_MS = 400
/** A name is compared once it is written: each comparison counts against the limit of checks. */
const NAME_PAUSE_MS = 900
/** The length of the shortest IBAN: shorter texts are not checked. */
const MIN_IBAN_LENGTH = 15
const LEAST_NAME_LENGTH = 3

export type Checked = { check: AccountCheck | null; isChecking: boolean; checkError: string | null }

/** The server's check of the typed number and name, once typing pauses. */
export function useAccountCheck(typed: string, typedName: string): Checked {
  const number = normaliseAccountNumber(typed)
  const requested = useDebounced(number, REST_MS)
  const name = tidyLine(typedName)
  const requestedName = useDebounced(name.length < LEAST_NAME_LENGTH ? '' : name, NAME_PAUSE_MS)
  const isComplete = requested === number && number.length >= MIN_IBAN_LENGTH && number.length <= 34
  const { data, isFetching, isPlaceholderData, error } = useQuery({
    ...accountCheckQuery(requested, requestedName),
    enabled: isComplete,
    retry: false,
    staleTime: 60_000,
    // The bank stays visible while another name is compared.
    placeholderData: (before, query) =>
      (query?.queryKey[2] as { query?: { iban?: string } } | undefined)?.query?.iban === requested ? before : undefined,
  })
  const answer = isComplete ? (data?.answer ?? null) : null
  const isCompared = !isPlaceholderData && requestedName === name
  return {
    check: answer && { ...answer, holder: isCompared ? answer.holder : null },
    isChecking: number.length >= MIN_IBAN_LENGTH && answer === null && (isFetching || requested !== number),
    checkError: isComplete && error instanceof CallError && error.status === 429 ? error.message : null,
  }
}
