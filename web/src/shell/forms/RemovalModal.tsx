import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { NotConfirmed } from '../../lib/api/call-error.ts'
import { errorLabels } from '../../lib/report-error.ts'
import { Button } from '../../ui/Button.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { useNewError } from './use-new-error.ts'

type Props = {
  title: string
  /** The label of the button that deletes. */
  verb: string
  /** The call that deletes. */
  removal: { isPending: boolean; error: Error | null }
  onRemove: () => void
  onClose: () => void
  children: ReactNode
}

/** Asks for confirmation before something is deleted; stays open during the call and after a refusal. */
export function RemovalModal({ title, verb, removal, onRemove, onClose, children }: Props) {
  const { isPending } = removal
  const error = useNewError(removal.error)
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
