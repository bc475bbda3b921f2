import { Trans, useLingui } from '@lingui/react/macro'
import type { BeneficiaryList } from 'contract/beneficiary-lists.ts'
import { announce } from '../../lib/banners.ts'
import { Button } from '../../ui/Button.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { useRemoveList } from './beneficiary-queries.ts'

type Props = { list: BeneficiaryList; onClose: () => void; onRemoved: () => void }

export function RemoveListModal({ list: { id, name }, onClose, onRemoved }: Props) {
  const { t } = useLingui()
  const remove = useRemoveList()
  const done = () => {
    onRemoved()
    announce(t`La liste de bénéficiaires a bien été supprimée.`)
  }
  return (
    <Modal
      title={t`Supprimer la liste « ${name} » ?`}
      onClose={remove.isPending ? undefined : onClose}
      foot={
        <>
          <Button disabled={remove.isPending} onClick={onClose}>
            <Trans>Conserver</Trans>
          </Button>
          <Button variant="danger" isBusy={remove.isPending} onClick={() => remove.mutate({ params: { id } }, { onSuccess: done })}>
            <Trans>Supprimer la liste</Trans>
          </Button>
        </>
      }
    >
      {remove.error && <InlineAlert tone="danger" title={remove.error.message} />}
      <p>
        <Trans>Les bénéficiaires ne seront pas supprimés.</Trans>
      </p>
    </Modal>
  )
}
