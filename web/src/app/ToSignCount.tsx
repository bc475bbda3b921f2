import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { batchesToSignQuery } from '../domains/transfers/multiple-queries.ts'
import { paymentsToSignQuery, toSignQuery } from '../domains/transfers/transfer-queries.ts'
import { useFormats } from '../lib/formats.ts'
import { Count } from '../ui/Badge.tsx'

/** How many transfers and other payments wait for the reader's signature, over all accounts; nothing at zero. */
export function ToSignCount() {
  const { t } = useLingui()
  const { count } = useFormats()
  const single = useQuery(toSignQuery(1)).data?.page?.total ?? 0
  const batches = useQuery(batchesToSignQuery(1)).data?.page?.total ?? 0
  const payments = useQuery(paymentsToSignQuery(1)).data?.page?.total ?? 0
  const waiting = single + batches + payments
  if (waiting === 0) return null
  return <Count value={count(waiting)} label={t`${plural(waiting, { one: '# opération à valider', other: '# opérations à valider' })}`} />
}
