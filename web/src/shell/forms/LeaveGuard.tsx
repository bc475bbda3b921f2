import { Trans, useLingui } from '@lingui/react/macro'
import { useBlocker, useRouter } from '@tanstack/react-router'
import { session } from '../../lib/session/session.ts'
import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'

/**
 * Asks for confirmation before typed text is lost: inside the portal, by the Back button, and when the page is closed.
 * The end of a session does not ask, because nothing can be sent any more. `onLeave`: the form was left on purpose, so
 * its draft is deleted. `keptAt`: pages from which the user returns to the draft. `isInDialog`: the page behind is inert,
 * so what leads to another page is the browser's Back button, or the portal after the form was sent.
 */
export function LeaveGuard({
  isDirty,
  onLeave,
  keptAt,
  isInDialog,
}: {
  isDirty: boolean
  onLeave: () => void
  keptAt?: readonly string[]
  isInDialog?: true
}) {
  const { t } = useLingui()
  const router = useRouter()
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next, action }) =>
      isDirty &&
      session().status === 'in' &&
      (isInDialog ? action === 'BACK' : current.pathname !== next.pathname) &&
      !keptAt?.includes(next.pathname),
    // Such a page may be a document of its own.
    enableBeforeUnload: () => isDirty && !keptAt?.includes(router.latestLocation.pathname),
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <Modal
      title={t`Quitter sans envoyer ?`}
      onClose={blocker.reset}
      foot={
        <>
          <Button
            variant="danger"
            onClick={() => {
              onLeave()
              blocker.proceed()
            }}
          >
            <Trans>Quitter sans envoyer</Trans>
          </Button>
          <Button onClick={blocker.reset}>
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
