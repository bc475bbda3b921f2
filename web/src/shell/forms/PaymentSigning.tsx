import { Trans, useLingui } from '@lingui/react/macro'
import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { announce } from '../../lib/banners.ts'
import { reportError } from '../../lib/report-error.ts'
import { Button } from '../../ui/Button.tsx'
import { RefusalModal } from './RefusalModal.tsx'

type Props = {
  id: string
  /** The actions of the user; actions other than these two have their own buttons. */
  actions: readonly string[]
  accept: {
    isPending: boolean
    mutate: (
      given: { params: { id: string }; done: (answer: { approvals_missing: number }) => void },
      then: { onError: (error: unknown) => void },
    ) => void
  }
  reject: {
    isPending: boolean
    error: Error | null
    mutate: (
      given: { params: { id: string }; body: { reason: string }; done: () => void },
      then: { onSuccess: () => void },
    ) => void
  }
  /** The messages after the last signature and after refusing, and the title of the refusal. */
  labels: { accepted: string; refusal: string; refused: string }
}

/** Signs or refuses a pending payment from its panel: a top-up, or an order of chequebooks. */
export function PaymentSigning({ id, actions, accept, reject, labels }: Props) {
  const { t } = useLingui()
  const [isRejecting, setRejecting] = useState(false)
  const params = { id }
  return (
    <>
      {actions.includes('reject') && (
        <Button variant="danger-quiet" icon={X} disabled={accept.isPending} onClick={() => setRejecting(true)}>
          <Trans>Refuser</Trans>
        </Button>
      )}
      {actions.includes('accept') && (
        <Button
          variant="primary"
          icon={Check}
          isBusy={accept.isPending}
          onClick={() =>
            accept.mutate(
              {
                params,
                done: ({ approvals_missing }) =>
                  announce(approvals_missing > 0 ? t`Votre signature a bien été prise en compte.` : labels.accepted),
              },
              { onError: reportError },
            )
          }
        >
          <Trans>Valider</Trans>
        </Button>
      )}
      {isRejecting && (
        <RefusalModal
          title={labels.refusal}
          verb={t`Refuser`}
          help={t`La personne qui l’a demandée lira ce motif.`}
          refusal={reject}
          onRefuse={(reason) =>
            reject.mutate(
              { params, body: { reason }, done: () => announce(labels.refused) },
              { onSuccess: () => setRejecting(false) },
            )
          }
          onClose={() => setRejecting(false)}
        />
      )}
    </>
  )
}
