import { Trans, useLingui } from '@lingui/react/macro'
import type { BeneficiaryDetail } from 'contract/beneficiaries.ts'
import { announce } from '../../lib/banners.ts'
import { NotConfirmed } from '../../lib/call-error.ts'
import { Button } from '../../ui/Button.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { useRemoveBeneficiary } from './beneficiary-queries.ts'

type Props = { beneficiary: BeneficiaryDetail; onClose: () => void; onRemoved: () => void }

export function RemoveBeneficiaryModal({ beneficiary: { id, name, lists }, onClose, onRemoved }: Props) {
  const { t } = useLingui()
  const remove = useRemoveBeneficiary()
  const refused = remove.error instanceof NotConfirmed ? null : remove.error
  return (
    <Modal
      title={t`Supprimer ce bénéficiaire ?`}
      onClose={remove.isPending ? undefined : onClose}
      foot={
        <>
          <Button disabled={remove.isPending} onClick={onClose}>
            <Trans>Conserver</Trans>
          </Button>
          <Button
            variant="danger"
            isBusy={remove.isPending}
            onClick={() =>
              remove.mutate(
                { params: { id } },
                {
                  onSuccess: () => {
                    onRemoved()
                    announce(t`Le bénéficiaire a bien été supprimé.`)
                  },
                },
              )
            }
          >
            <Trans>Supprimer le bénéficiaire</Trans>
          </Button>
        </>
      }
    >
      {refused && <InlineAlert tone="danger" title={refused.message} />}
      <p>
        {lists.length > 0 ? (
          <Trans>
            <b>{name}</b> sera retiré de vos bénéficiaires et de vos listes. Les virements déjà exécutés restent dans l’historique.
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
    </Modal>
  )
}
