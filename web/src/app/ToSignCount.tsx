import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { batchesToSignQuery } from '../domains/transfers/multiple-queries.ts'
import { toSignQuery } from '../domains/transfers/transfer-queries.ts'
import { useFormats } from '../lib/formats.ts'
import { Count } from '../ui/Badge.tsx'

/** How many transfers wait for the reader's signature, over all accounts; nothing at zero. */
export function ToSignCount() {
  const { t } = useLingui()
  const { count } = useFormats()
  const single = useQuery(toSignQuery(1)).data?.page?.total ?? 0
  const batches = useQuery(batchesToSignQuery(1)).data?.page?.total ?? 0
  const waiting = single + batches
  if (waiting === 0) return null
  return <Count value={count(waiting)} label={t`${plural(waiting, { one: '# virement à valider', other: '# virements à valider' })}`} />
}
