import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { toSignCountQuery } from '../../domains/transfers/transfer-queries.ts'
import { useFormats } from '../../lib/formats.ts'
import { Count } from '../../ui/data/Badge.tsx'

/** The number of items that the user can sign, of every kind and over all accounts; nothing at zero. */
export function ToSignCount() {
  const { t } = useLingui()
  const { count } = useFormats()
  const waiting = useQuery(toSignCountQuery()).data?.page?.total ?? 0
  if (waiting === 0) return null
  return (
    <Count
      value={count(waiting)}
      label={t`${plural(waiting, { one: '# demande à signer', other: '# demandes à signer' })}`}
    />
  )
}
