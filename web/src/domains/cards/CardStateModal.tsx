import { Trans, useLingui } from '@lingui/react/macro'
import type { PrepaidCard } from 'contract/products/prepaid-cards.ts'
import { announce } from '../../lib/banners.ts'
import { NotConfirmed } from '../../lib/api/call-error.ts'
import { errorLabels } from '../../lib/report-error.ts'
import { ofName } from '../../lib/language.ts'
import { Button } from '../../ui/Button.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { useChangeCard } from './card-queries.ts'
import { lastDigits } from './card-labels.tsx'

/** Asks for confirmation before a card is blocked or unblocked. */
export function CardStateModal({ card, onClose }: { card: PrepaidCard; onClose: () => void }) {
  const { t } = useLingui()
  const change = useChangeCard()
  const isBlocking = card.status === 'active'
  const last = lastDigits(card.number_masked)
  const submit = () =>
    change.mutate(
      { params: { id: card.id }, body: { status: isBlocking ? 'blocked' : 'active' } },
      {
        onSuccess: () => {
          announce(isBlocking ? t`La carte ${last} est bloquée.` : t`La carte ${last} peut de nouveau servir.`)
          onClose()
        },
      },
    )
  return (
    <Modal
      title={isBlocking ? t`Bloquer cette carte ?` : t`Débloquer cette carte ?`}
      onClose={change.isPending ? undefined : onClose}
      foot={
        <>
          <Button disabled={change.isPending} onClick={onClose}>
            <Trans>Annuler</Trans>
          </Button>
          <Button variant={isBlocking ? 'danger' : 'primary'} isBusy={change.isPending} onClick={submit}>
            {isBlocking ? t`Bloquer la carte` : t`Débloquer la carte`}
          </Button>
        </>
      }
    >
      {change.error && !(change.error instanceof NotConfirmed) && (
        <InlineAlert tone="danger" title={errorLabels(change.error)} />
      )}
      <p>
        {isBlocking
          ? t`La carte ${ofName(card.holder)} se terminant par ${last} ne paie plus, ne retire plus et ne se recharge plus, jusqu’à ce que vous la débloquiez. Son solde est conservé.`
          : t`La carte ${ofName(card.holder)} se terminant par ${last} peut de nouveau payer, retirer et être rechargée.`}
      </p>
    </Modal>
  )
}
