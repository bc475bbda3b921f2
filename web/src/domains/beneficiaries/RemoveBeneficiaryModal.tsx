import { Trans, useLingui } from '@lingui/react/macro'
import type { BeneficiaryDetail } from 'contract/transfers/beneficiaries.ts'
import { announce } from '../../lib/banners.ts'
import { RemovalModal } from '../../shell/forms/RemovalModal.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { useRemoveBeneficiary } from './beneficiary-queries.ts'

type Props = { beneficiary: BeneficiaryDetail; onClose: () => void; onRemoved: () => void }

export function RemoveBeneficiaryModal({ beneficiary: { id, name, lists }, onClose, onRemoved }: Props) {
  const { t } = useLingui()
  const remove = useRemoveBeneficiary()
  const done = () => {
    onRemoved()
    announce(t`Le bénéficiaire a bien été supprimé.`)
  }
  return (
    <RemovalModal
      title={t`Supprimer ce bénéficiaire ?`}
      verb={t`Supprimer le bénéficiaire`}
      removal={remove}
      onRemove={() => remove.mutate({ params: { id } }, { onSuccess: done })}
      onClose={onClose}
    >
      <p>
        {lists.length > 0 ? (
          <Trans>
            <b>{name}</b> sera retiré de vos bénéficiaires et de vos listes. Les virements déjà exécutés restent dans
            l’historique.
          </Trans>
        ) : (
          <Trans>
            <b>{name}</b> sera retiré de vos bénéficiaires. Les virements déjà exécutés restent dans l’historique.
          </Trans>
        )}
      </p>
      <InlineAlert tone="warning" title={t`Les virements qui lui restent à verser sont arrêtés`}>
        <Trans>Leur nombre vous est rappelé avant votre mot de passe.</Trans>
      </InlineAlert>
    </RemovalModal>
  )
}
