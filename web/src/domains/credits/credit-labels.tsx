import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Credit } from 'contract/products/credits.ts'
import { Check, Clock, TriangleAlert } from 'lucide-react'
import { Badge } from '../../ui/data/Badge.tsx'

export function useCreditTypes(): Record<Credit['type'], string> {
  const { t } = useLingui()
  return { consumer: t`Prêt à la consommation`, home: t`Prêt immobilier`, equipment: t`Crédit d’équipement` }
}

/** The status of a credit: unpaid instalments have priority. */
export function CreditStatus({ credit: { status, unpaid_due } }: { credit: Pick<Credit, 'status' | 'unpaid_due'> }) {
  const { t } = useLingui()
  if (unpaid_due > 0)
    return (
      <Badge tone="danger" icon={TriangleAlert}>
        {t`${plural(unpaid_due, { one: '# échéance impayée', other: '# échéances impayées' })}`}
      </Badge>
    )
  return status === 'closed' ? (
    <Badge tone="success" icon={Check}>{t`Soldé`}</Badge>
  ) : (
    <Badge tone="info" icon={Clock}>{t`En cours`}</Badge>
  )
}

/**
 * The share of the amount that is repaid, from 0 to 1. Interest that a grace period adds to the capital is not
 * included.
 */
export const repaidShare = ({ amount_borrowed, outstanding }: Pick<Credit, 'amount_borrowed' | 'outstanding'>) =>
  Math.max(0, amount_borrowed - outstanding) / amount_borrowed
