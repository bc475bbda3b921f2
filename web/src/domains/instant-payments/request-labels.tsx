import { useLingui } from '@lingui/react/macro'
import { returnReason } from 'contract/transfers/clearing.ts'
import type { PaymentRequest, requestRefusals } from 'contract/transfers/payment-requests.ts'
import type { ReturnRequest } from 'contract/transfers/return-requests.ts'
import { Ban, Check, Clock, Hourglass, PenLine, Undo2, X } from 'lucide-react'
import { useLanguage } from '../../lib/language.ts'
import { Badge, type BadgeTone } from '../../ui/data/Badge.tsx'
import type { IconShape } from '../../ui/Icon.tsx'

type Look = [tone: BadgeTone, icon: IconShape, word: string]

/** The status of a request to pay, for the one who reads it: an open received one is to be answered. */
export function RequestStatus({ request: { state, direction } }: { request: PaymentRequest }) {
  const { t } = useLingui()
  const looks: Record<PaymentRequest['state'], Look> = {
    sending: ['info', Clock, t`En cours d’envoi`],
    open: direction === 'received' ? ['warning', Hourglass, t`À payer`] : ['info', Hourglass, t`En attente`],
    accepted: ['info', Clock, t`Acceptée`],
    paid: ['quiet', Check, t`Payée`],
    refused: ['neutral', Ban, t`Refusée`],
    expired: ['neutral', Clock, t`Expirée`],
    failed: ['danger', X, t`Non transmise`],
  }
  const [tone, icon, word] = looks[state]
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  )
}

/** The status of a request for money back. */
export function ReturnStatus({ request: { state, direction } }: { request: ReturnRequest }) {
  const { t } = useLingui()
  const looks: Record<ReturnRequest['state'], Look> = {
    open: direction === 'received' ? ['warning', Hourglass, t`À répondre`] : ['info', Hourglass, t`En attente`],
    pending: ['warning', PenLine, t`À signer`],
    returned: ['quiet', Undo2, t`Rendu`],
    refused: ['neutral', Ban, t`Refusé`],
  }
  const [tone, icon, word] = looks[state]
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  )
}

/** A code of the platform as a sentence that begins with a capital. */
export function useReasonSentence(): (code: string) => string {
  const language = useLanguage()
  return (code) => {
    const sentence = returnReason(code)[language]
    return sentence.charAt(0).toUpperCase() + sentence.slice(1)
  }
}

/** Why a payer refuses a request. */
export function useRefusalReasons(): Record<(typeof requestRefusals)[number], string> {
  const { t } = useLingui()
  return {
    AG03: t`Je ne dois pas cet argent`,
    AM09: t`Le montant est faux`,
    RR07: t`La facture est fausse`,
    BE05: t`Je ne connais pas ce demandeur`,
  }
}

/** Why money is asked back. */
export function useReturnReasons(): Record<ReturnRequest['reason'], string> {
  const { t } = useLingui()
  return {
    DUPL: t`Payé deux fois`,
    AC03: t`Payé à la mauvaise personne`,
    AM09: t`Montant erroné`,
    SVNR: t`Achat non reçu`,
    FRAD: t`Fraude`,
  }
}
