import { useLingui } from '@lingui/react/macro'
import type { CardTopup, Recurrence, TopupReason } from 'contract/products/card-topups.ts'
import { topupStatusLabels } from 'contract/products/product-labels.ts'
import type { PrepaidCard } from 'contract/products/prepaid-cards.ts'
import { Ban, Check, CircleAlert, Clock, Lock } from 'lucide-react'
import { useState } from 'react'
import { monthOf } from '../../lib/formats.ts'
import { useLabels } from '../../lib/use-labels.ts'
import { Badge, type BadgeTone } from '../../ui/data/Badge.tsx'
import type { IconShape } from '../../ui/Icon.tsx'

export function useRecurrences(): Record<Recurrence, string> {
  const { t } = useLingui()
  return { monthly: t`Mensuelle`, quarterly: t`Trimestrielle`, biannual: t`Semestrielle`, yearly: t`Annuelle` }
}

/** The expiry month as printed: 09/27. */
export const printedExpiry = (expiry: string) => `${expiry.slice(5, 7)}/${expiry.slice(2, 4)}`
export const lastDigits = (numberMasked: string) => numberMasked.slice(-4)

export function CardStatus({ card: { status, expiry } }: { card: PrepaidCard }) {
  const { t } = useLingui()
  const [month] = useState(() => monthOf(new Date()))
  const isLastMonth = status === 'active' && expiry.startsWith(month)
  if (isLastMonth)
    return (
      <Badge tone="warning" icon={Clock}>
        {t`Expire ce mois-ci`}
      </Badge>
    )
  const looks: Record<PrepaidCard['status'], { tone: BadgeTone; icon: IconShape; name: string }> = {
    active: { tone: 'quiet', icon: Check, name: t({ message: 'Active', context: 'carte' }) },
    blocked: { tone: 'neutral', icon: Lock, name: t`Bloquée` },
    opposed: { tone: 'danger', icon: Ban, name: t`En opposition` },
    expired: { tone: 'neutral', icon: Clock, name: t`Expirée` },
  }
  const { tone, icon, name } = looks[status]
  return (
    <Badge tone={tone} icon={icon}>
      {name}
    </Badge>
  )
}

export function TopupStatus({ topup: { status, actions } }: { topup: Pick<CardTopup, 'status' | 'actions'> }) {
  const { t } = useLingui()
  const names = useLabels(topupStatusLabels)
  const looks = { pending: ['warning', Clock], done: ['quiet', Check], failed: ['danger', CircleAlert] } as const
  const [tone, icon] = looks[status]
  return (
    <Badge tone={tone} icon={icon}>
      {status === 'pending' && actions.includes('accept') ? t`À signer` : names[status]}
    </Badge>
  )
}

export function useTopupReasons(): Record<TopupReason, string> {
  const { t } = useLingui()
  return {
    refused: t`Un valideur l’a refusée.`,
    expired: t`Elle n’a pas été validée à temps.`,
    funds: t`La provision du compte ne suffisait pas.`,
    payer: t`Le compte est bloqué ou clos.`,
    card_blocked: t`La carte est bloquée ou en opposition.`,
    card_expired: t`La carte est expirée.`,
    holding_cap: t`Vos cartes auraient dépassé ensemble le solde autorisé.`,
    monthly_cap: t`Le plafond des recharges du mois, toutes cartes comprises, aurait été dépassé.`,
  }
}
