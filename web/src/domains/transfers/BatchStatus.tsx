import { useLingui } from '@lingui/react/macro'
import type { Batch } from 'contract/multiple-transfers.ts'
import { Ban, Check, Clock, TriangleAlert, X } from 'lucide-react'
import { Badge } from '../../ui/Badge.tsx'

/** Where a batch stands: what validators said, then how far its lines are. */
export function BatchStatus({ batch: { state, counts } }: { batch: Pick<Batch, 'state' | 'counts'> }) {
  const { t } = useLingui()
  if (state === 'pending') return <Badge tone="warning" icon={Clock}>{t`En attente`}</Badge>
  if (state === 'refused') return <Badge tone="danger" icon={X}>{t`Refusé`}</Badge>
  if (state === 'cancelled') return <Badge tone="neutral" icon={Ban}>{t`Annulé`}</Badge>
  if (counts.waiting > 0) return <Badge tone="info" icon={Clock}>{t`Validé, en cours`}</Badge>
  if (counts.failed > 0) return <Badge tone="warning" icon={TriangleAlert}>{t`Exécuté en partie`}</Badge>
  return <Badge tone="success" icon={Check}>{t`Exécuté`}</Badge>
}
