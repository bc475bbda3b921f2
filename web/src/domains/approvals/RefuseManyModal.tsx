import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ItemToSign } from 'contract/transfers/signatures.ts'
import { X } from 'lucide-react'
import { useDismissal } from '../../shell/forms/use-dismissal.tsx'
import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { useNameOf } from './item-labels.ts'
import { RefusalFields, useRefusal } from './RefusalFields.tsx'

type Props = { items: readonly ItemToSign[]; isBusy: boolean; onRefuse: (reason: string) => void; onClose: () => void }

/** One reason for several items; each is refused alone. */
export function RefuseManyModal({ items, isBusy, onRefuse, onClose }: Props) {
  const { t } = useLingui()
  const nameOf = useNameOf()
  const refusal = useRefusal()
  const { onDismiss, question } = useDismissal(refusal.text !== '', onClose)
  const authors = [...new Set(items.map(({ created_by }) => created_by))]
  return (
    <Modal
      title={t`${plural(items.length, { one: 'Refuser # demande', other: 'Refuser # demandes' })}`}
      onClose={isBusy ? undefined : onClose}
      onDismiss={isBusy ? undefined : onDismiss}
      foot={
        <>
          <Button disabled={isBusy} onClick={onClose}>
            <Trans>Revenir</Trans>
          </Button>
          <Button
            variant="danger"
            icon={X}
            isBusy={isBusy}
            onClick={() => {
              const reason = refusal.check(false)
              if (reason !== null) onRefuse(reason)
            }}
          >
            {t`${plural(items.length, { one: 'Refuser # demande', other: 'Refuser # demandes' })}`}
          </Button>
        </>
      }
    >
      <p>{items.map(nameOf).join(' · ')}</p>
      <RefusalFields refusal={refusal} makers={authors.length === 1 ? (authors[0] ?? null) : null} />
      {question}
    </Modal>
  )
}
