import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/Modal.tsx'

/** A form with content asks before it is left. To stay is the first choice. */
export function LeaveModal({ onStay, onLeave }: { onStay: () => void; onLeave: () => void }) {
  const { t } = useLingui()
  return (
    <Modal
      title={t`Quitter sans envoyer ?`}
      onClose={onStay}
      foot={
        <>
          <Button variant="danger" onClick={onLeave}>
            <Trans>Quitter sans envoyer</Trans>
          </Button>
          <Button onClick={onStay}>
            <Trans>Continuer la saisie</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>Ce virement n’est pas encore envoyé. Si vous quittez, votre saisie sera perdue.</Trans>
      </p>
    </Modal>
  )
}
