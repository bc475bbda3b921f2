import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { BatchStatus as Status } from 'contract/transfers/batches.ts'
import { TriangleAlert } from 'lucide-react'
import { Badge } from '../../ui/data/Badge.tsx'
import { TransferStatus } from './TransferStatus.tsx'

/** The status of a batch, with the labels of single orders, except for one with failed lines to retry. */
export function BatchStatus({ status, failed }: { status: Status; failed: number }) {
  const { t } = useLingui()
  if (status !== 'incomplete') return <TransferStatus transfer={{ status, days_late: null }} />
  return (
    <Badge tone="warning" icon={TriangleAlert}>
      {t`${plural(failed, { one: '# à reprendre', other: '# à reprendre' })}`}
    </Badge>
  )
}
