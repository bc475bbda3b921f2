import { useLingui } from '@lingui/react/macro'
import type { Deposit } from 'contract/products/deposits.ts'
import { Check, Clock, Lock, RotateCw, X } from 'lucide-react'
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

/** Whether a deposit runs, and how it ended where it does not. */
export function DepositStatus({ deposit: { status, is_pledged } }: { deposit: Pick<Deposit, 'status' | 'is_pledged'> }) {
  const { t } = useLingui()
  if (status === 'matured') return <Badge tone="neutral" icon={Check}>{t`Échu`}</Badge>
  if (status === 'renewed') return <Badge tone="neutral" icon={RotateCw}>{t`Reconduit`}</Badge>
  if (status === 'broken') return <Badge tone="warning" icon={X}>{t`Rompu par anticipation`}</Badge>
  if (status === 'closed') return <Badge tone="neutral" icon={Check}>{t`Clôturé`}</Badge>
  return is_pledged ? <Badge tone="info" icon={Lock}>{t`En cours, nanti`}</Badge> : <Badge tone="info" icon={Clock}>{t`En cours`}</Badge>
}
