import { useLingui } from '@lingui/react/macro'
import type { Deposit } from 'contract/products/deposits.ts'
import { depositStatusLabels } from 'contract/products/product-labels.ts'
import { Check, Clock, Lock, RotateCw, X } from 'lucide-react'
import { useLabels } from '../../lib/use-labels.ts'
import { Badge } from '../../ui/data/Badge.tsx'

export function useFrequencies(): Record<Deposit['frequency'], string> {
  const { t } = useLingui()
  return {
    maturity: t`À l’échéance`,
    monthly: t`Mensuelle`,
    quarterly: t`Trimestrielle`,
    biannual: t`Semestrielle`,
    yearly: t`Annuelle`,
  }
}

/** Whether a deposit is in progress, or how it ended. */
export function DepositStatus({
  deposit: { status, is_pledged },
}: {
  deposit: Pick<Deposit, 'status' | 'is_pledged'>
}) {
  const { t } = useLingui()
  const labels = useLabels(depositStatusLabels)
  if (status === 'pending' && is_pledged) return <Badge tone="info" icon={Lock}>{t`En cours, nanti`}</Badge>
  const looks = {
    pending: ['info', Clock],
    matured: ['neutral', Check],
    renewed: ['neutral', RotateCw],
    broken: ['warning', X],
    closed: ['neutral', Check],
  } as const
  const [tone, icon] = looks[status]
  return (
    <Badge tone={tone} icon={icon}>
      {labels[status]}
    </Badge>
  )
}
