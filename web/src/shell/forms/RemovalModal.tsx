import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { NotConfirmed } from '../../lib/api/call-error.ts'
import { errorLabels } from '../../lib/report-error.ts'
import { Button } from '../../ui/Button.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'

type Props = {
  title: string
  /** What the button says that removes. */
  verb: string
  /** The call that removes. */
  removal: { isPending: boolean; error: Error | null }
  onRemove: () => void
  onClose: () => void
  children: ReactNode
}

/** Asks before something is removed, and stays while the call is under way or refused. */
export function RemovalModal({ title, verb, removal: { isPending, error }, onRemove, onClose, children }: Props) {
  return (
    <Modal
      title={title}
      onClose={isPending ? undefined : onClose}
      foot={
        <>
          <Button disabled={isPending} onClick={onClose}>
            <Trans>Conserver</Trans>
          </Button>
          <Button variant="danger" isBusy={isPending} onClick={onRemove}>
            {verb}
          </Button>
        </>
      }
    >
      {error && !(error instanceof NotConfirmed) && <InlineAlert tone="danger" title={errorLabels(error)} />}
      {children}
    </Modal>
  )
}
