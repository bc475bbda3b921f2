import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'

/** Says what is lost, where it is not a text that was to be sent. */
export type Loss = { title?: string; verb?: string; text: ReactNode }

type Props = { loss?: Loss | undefined; takesBack?: boolean; onStay: () => void; onLeave: () => void }

/** The question before typed text is lost. */
export function LeaveQuestion({ loss, takesBack, onStay, onLeave }: Props) {
  const { t } = useLingui()
  return (
    <Modal
      title={loss?.title ?? t`Quitter sans envoyer ?`}
      takesBack={takesBack}
      onClose={onStay}
      foot={
        <>
          <Button variant="danger" onClick={onLeave}>
            {loss?.verb ?? t`Quitter sans envoyer`}
          </Button>
          <Button onClick={onStay}>
            <Trans>Continuer la saisie</Trans>
          </Button>
        </>
      }
    >
      <p>{loss?.text ?? t`Votre saisie n’est pas encore envoyée. Si vous quittez, elle sera perdue.`}</p>
    </Modal>
  )
}
