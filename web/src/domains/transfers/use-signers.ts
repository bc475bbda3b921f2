import { useQuery } from '@tanstack/react-query'
import { listSentItems } from 'contract/transfers/signatures.ts'
import { callQuery } from '../../lib/api/query.ts'
import { useFormats } from '../../lib/formats.ts'
import { signersText } from '../../lib/signers-text.ts'

/** The names of the people who can sign what the user has sent; null for what somebody else has sent. `missing`: the signatures. */
export function useSigners(
  id: string,
  { isPending, missing }: { isPending: boolean; missing: number },
): { isLoading: boolean; names: string | null } {
  const { language } = useFormats()
  const sent = useQuery({ ...callQuery(listSentItems, {}), enabled: isPending })
  const people = sent.data?.answer.find((item) => item.id === id)?.waiting_for ?? []
  return {
    isLoading: isPending && sent.isPending,
    names: people.length === 0 ? null : signersText(language, people, missing),
  }
}
