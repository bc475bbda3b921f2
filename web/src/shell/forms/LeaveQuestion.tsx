import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'

type Props = { takesBack?: boolean; onStay: () => void; onLeave: () => void }

/** The question before typed text is lost. */
export function LeaveQuestion({ takesBack, onStay, onLeave }: Props) {
  const { t } = useLingui()
  return (
    <Modal
      title={t`Quitter sans envoyer ?`}
      takesBack={takesBack}
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
        <Trans>Votre saisie n’est pas encore envoyée. Si vous quittez, elle sera perdue.</Trans>
      </p>
    </Modal>
  )
}
