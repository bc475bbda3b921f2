import { useLingui } from '@lingui/react/macro'
import type { Chequebook, ChequebookStatus, StopReason } from 'contract/products/chequebooks.ts'
import { Ban, Check, Clock, MapPin, Printer } from 'lucide-react'
import { Badge, type BadgeTone } from '../../ui/data/Badge.tsx'
import type { IconShape } from '../../ui/Icon.tsx'

type Look = { tone: BadgeTone; icon: IconShape; name: string }

export function ChequebookState({ book: { status, actions } }: { book: Pick<Chequebook, 'status' | 'actions'> }) {
  const { t } = useLingui()
  const inProduction: Look = { tone: 'info', icon: Printer, name: t`En fabrication` }
  const looks: Record<ChequebookStatus, Look> = {
    pending: { tone: 'warning', icon: Clock, name: actions.includes('accept') ? t`À signer` : t`En attente` },
    ordered: inProduction,
    in_production: inProduction,
    available: { tone: 'warning', icon: MapPin, name: t`À retirer` },
    delivered: { tone: 'quiet', icon: Check, name: t({ message: 'Remis', context: 'chéquier' }) },
    refused: { tone: 'danger', icon: Ban, name: t({ message: 'Refusé', context: 'chéquier' }) },
  }
  const { tone, icon, name } = looks[status]
  return (
    <Badge tone={tone} icon={icon}>
      {name}
    </Badge>
  )
}

export function useStopReasons(): Record<StopReason, string> {
  const { t } = useLingui()
  return {
    loss: t`Perte`,
    theft: t`Vol`,
    fraud: t`Utilisation frauduleuse`,
    insolvency: t`Procédure collective contre le porteur`,
  }
}

/** Seven digits, as printed. */
export const printedNumber = (number: number) => String(number).padStart(7, '0')

/** The title of an order: "2 chéquiers de 25 formules". */
export function useChequebookName() {
  const { t } = useLingui()
  return ({ quantity, type: { leaves } }: Pick<Chequebook, 'quantity' | 'type'>) =>
    quantity === 1 ? t`Chéquier de ${leaves} formules` : t`${quantity} chéquiers de ${leaves} formules`
}

export function useCrossed() {
  const { t } = useLingui()
  return (isCrossed: boolean) => (isCrossed ? t`Barré, non endossable` : t`Non barré`)
}
