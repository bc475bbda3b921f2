import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Batch } from 'contract/transfers/batches.ts'
import { TriangleAlert } from 'lucide-react'
import { Badge } from '../../ui/data/Badge.tsx'
import { TransferStatus } from '../transfers/TransferStatus.tsx'

/** The status of a batch, with the labels of single orders, except for one with failed lines to retry. */
export function BatchStatus({ batch: { status, counts } }: { batch: Pick<Batch, 'status' | 'counts'> }) {
  const { t } = useLingui()
  if (status !== 'incomplete') return <TransferStatus transfer={{ status, days_late: null }} />
  return (
    <Badge tone="warning" icon={TriangleAlert}>
      {t`${plural(counts.failed, { one: '# à reprendre', other: '# à reprendre' })}`}
    </Badge>
  )
}
