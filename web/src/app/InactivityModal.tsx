import { Trans, useLingui } from '@lingui/react/macro'
import { paths } from '../lib/paths.ts'
import { LinkButton } from '../shell/LinkButton.tsx'
import { Button } from '../ui/Button.tsx'
import { Modal } from '../ui/overlays/Modal.tsx'

const ANNOUNCED_SECONDS = [60, 30, 10]

/** The warning in the last minute before the session ends. */
export function InactivityModal({ secondsLeft, onStay }: { secondsLeft: number; onStay: () => void }) {
  const { t } = useLingui()
  const clock = `${Math.floor(secondsLeft / 60)}:${String(secondsLeft % 60).padStart(2, '0')}`
  const announced = ANNOUNCED_SECONDS.findLast((mark) => secondsLeft <= mark) ?? secondsLeft
  return (
    <Modal
      title={t`Vous êtes toujours là ?`}
      foot={
        <>
          <LinkButton {...paths.logout()} preload={false}>
            <Trans>Se déconnecter</Trans>
          </LinkButton>
          <Button variant="primary" onClick={onStay}>
            <Trans>Rester connecté</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>
          Sans action de votre part, vous serez déconnecté dans <b className="num">{clock}</b>.
        </Trans>
      </p>
      <p>
        <Trans>
          Un virement, un message ou un bénéficiaire en cours de saisie vous attendra dans cet onglet, sans ses
          fichiers.
        </Trans>
      </p>
      <p className="sr" role="status">
        {t`Il reste ${announced} secondes.`}
      </p>
    </Modal>
  )
}
