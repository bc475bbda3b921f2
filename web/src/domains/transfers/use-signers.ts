import { useQuery } from '@tanstack/react-query'
import { listSentItems } from 'contract/transfers/signatures.ts'
import { callQuery } from '../../lib/api/query.ts'
import { useFormats } from '../../lib/formats.ts'

/** The names of the people who can sign what the user has sent; null for what somebody else has sent. */
export function useSigners(
  id: string,
  { isPending }: { isPending: boolean },
): { isLoading: boolean; names: string | null } {
  const { language } = useFormats()
  const sent = useQuery({ ...callQuery(listSentItems, {}), enabled: isPending })
  const people = sent.data?.answer.find((item) => item.id === id)?.waiting_for ?? []
  return {
    isLoading: isPending && sent.isPending,
    names: people.length === 0 ? null : new Intl.ListFormat(language, { type: 'disjunction' }).format(people),
  }
}
