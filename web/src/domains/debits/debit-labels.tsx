import { useLingui } from '@lingui/react/macro'
import type { Debit, Mandate } from 'contract/products/debits.ts'
import { debitStatusLabels } from 'contract/products/product-labels.ts'
import { Ban, Check, Clock, Hourglass, Pause, RotateCcw, X } from 'lucide-react'
import { useLabels } from '../../lib/use-labels.ts'
import { Badge, type BadgeTone } from '../../ui/data/Badge.tsx'
import type { IconShape } from '../../ui/Icon.tsx'

type Look = [tone: BadgeTone, icon: IconShape, word: string]
const looks: Record<Debit['status'], [tone: BadgeTone, icon: IconShape]> = {
  announced: ['info', Clock],
  executed: ['quiet', Check],
  rejected: ['danger', X],
  refused: ['neutral', Ban],
  refunded: ['info', RotateCcw],
}

export function DebitStatus({ debit: { status, claimed_at, claim_answered_at } }: { debit: Debit }) {
  const { t } = useLingui()
  const labels = useLabels(debitStatusLabels)
  const isWaiting = claimed_at !== null && claim_answered_at === null
  const [tone, icon, word]: Look = isWaiting ? ['warning', Hourglass, t`Contesté`] : [...looks[status], labels[status]]
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  )
}

/** What goes as planned has no badge in a list. */
export const isPlain = ({ status, claimed_at, claim_answered_at }: Debit) =>
  (status === 'announced' || status === 'executed') && (claimed_at === null || claim_answered_at !== null)

export function MandateStatus({ mandate: { status, is_creditor_blocked } }: { mandate: Mandate }) {
  const { t } = useLingui()
  const looks: Record<Mandate['status'], Look> = {
    pending_confirmation: ['warning', Hourglass, t`À confirmer`],
    active: ['quiet', Check, t`Actif`],
    suspended: ['neutral', Pause, t({ context: 'mandate', message: 'Suspendu' })],
    revoked: ['neutral', Ban, t`Révoqué`],
    expired: ['neutral', Clock, t({ context: 'mandate', message: 'Échu' })],
    refused: ['neutral', X, t`Refusé`],
  }
  const [tone, icon, word]: Look = is_creditor_blocked ? ['danger', Ban, t`Créancier bloqué`] : looks[status]
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  )
}

export function useSchemes(): Record<Debit['scheme'], string> {
  const { t } = useLingui()
  return { local: t`Interbancaire UEMOA`, core: t`Standard (Core)`, b2b: t`Interentreprises (B2B)` }
}

export function useSequences(): Record<Debit['sequence'], string> {
  const { t } = useLingui()
  return { first: t`Premier`, recurrent: t`Récurrent`, final: t`Dernier`, one_off: t`Ponctuel` }
}

/** Why a collection was rejected or returned; empty where it was not. */
export function useReasonOf(): (debit: Debit) => string {
  const { t } = useLingui()
  const reasons: Record<NonNullable<Debit['reason']>, string> = {
    AC04: t`Compte clos`,
    AC06: t`Compte bloqué`,
    AG01: t`Prélèvement non autorisé sur ce compte`,
    AM02: t`Montant supérieur au plafond du mandat`,
    AM04: t`Provision insuffisante`,
    MD01: t`Aucun mandat actif`,
    MD06: t`Remboursement demandé par vous`,
    MD07: t`Titulaire décédé`,
    MS02: t`Prélèvement refusé par vous`,
    SL01: t`Créancier bloqué`,
  }
  return ({ reason, status }) => {
    // A refund claim is answered with the code of a missing mandate, also where the creditor has one.
    if (status === 'refunded' && reason === 'MD01') return t`Prélèvement non autorisé par vous`
    return reason === null ? '' : reasons[reason]
  }
}
