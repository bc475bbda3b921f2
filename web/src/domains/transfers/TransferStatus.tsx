import { useLingui } from '@lingui/react/macro'
import type { Transfer } from 'contract/transfers.ts'
import { Ban, Check, Clock, Hourglass, Pause, Undo2, X } from 'lucide-react'
import { Badge } from '../../ui/Badge.tsx'

/** What the validators said, unless the bank or the customer has stopped it since. */
export function TransferStatus({
  transfer,
}: {
  transfer: Pick<Transfer, 'validation_status' | 'execution_status'> & Partial<Pick<Transfer, 'suspended'>>
}) {
  const { t } = useLingui()
  if (transfer.suspended === 'late') return <Badge tone="warning" icon={Clock}>{t`En retard`}</Badge>
  if (transfer.suspended) return <Badge tone="neutral" icon={Hourglass}>{t`Suspendu`}</Badge>
  if (transfer.execution_status === 'cancelled') return <Badge tone="neutral" icon={Ban}>{t`Annulé`}</Badge>
  if (transfer.execution_status === 'rejected' && transfer.validation_status === 'validated')
    return <Badge tone="danger" icon={X}>{t`Rejeté par la banque`}</Badge>
  if (transfer.execution_status === 'returned') return <Badge tone="danger" icon={Undo2}>{t`Retourné`}</Badge>
  if (transfer.validation_status === 'pending') return <Badge tone="warning" icon={Clock}>{t`En attente`}</Badge>
  if (transfer.validation_status === 'refused') return <Badge tone="danger" icon={X}>{t`Refusé`}</Badge>
  if (transfer.execution_status === 'paused') return <Badge tone="neutral" icon={Pause}>{t`En pause`}</Badge>
  if (transfer.execution_status === 'ended') return <Badge tone="neutral" icon={Check}>{t`Terminé`}</Badge>
  return <Badge tone="success" icon={Check}>{t`Validé`}</Badge>
}
