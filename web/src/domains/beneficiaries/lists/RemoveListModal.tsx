import { Trans, useLingui } from '@lingui/react/macro'
import type { BeneficiaryList } from 'contract/transfers/beneficiary-lists.ts'
import { announce } from '../../../lib/banners.ts'
import { RemovalModal } from '../../../shell/forms/RemovalModal.tsx'
import { useRemoveList } from '../beneficiary-queries.ts'

type Props = { list: BeneficiaryList; onClose: () => void; onRemoved: () => void }

export function RemoveListModal({ list: { id, name }, onClose, onRemoved }: Props) {
  const { t } = useLingui()
  const remove = useRemoveList()
  const done = () => {
    onRemoved()
    announce(t`La liste de bénéficiaires a bien été supprimée.`)
  }
  return (
    <RemovalModal
      title={t`Supprimer la liste « ${name} » ?`}
      verb={t`Supprimer la liste`}
      removal={remove}
      onRemove={() => remove.mutate({ params: { id } }, { onSuccess: done })}
      onClose={onClose}
    >
      <p>
        <Trans>Les bénéficiaires ne seront pas supprimés.</Trans>
      </p>
    </RemovalModal>
  )
}
