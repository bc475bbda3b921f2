import { useLingui } from '@lingui/react/macro'
import type { Transfer } from 'contract/transfers/transfers.ts'
import { announce } from '../../lib/banners.ts'
import { RefusalModal } from '../../shell/forms/RefusalModal.tsx'
import { useRejectTransfer } from './transfer-queries.ts'

/** `account`: the order's account, where it is not the selected one. */
type Props = { transfer: Pick<Transfer, 'id' | 'version'>; account?: string; onClose: () => void; onDone: () => void }

/** The reason for refusing an order. Its author can read it. */
export function RejectModal({ transfer: { id, version }, account, onClose, onDone }: Props) {
  const { t } = useLingui()
  const reject = useRejectTransfer(account)
  const done = () => {
    announce(t`Le virement a bien été refusé.`)
    onDone()
  }
  return (
    <RefusalModal
      title={t`Pourquoi refuser ce virement ?`}
      verb={t`Refuser le virement`}
      help={t`La personne qui a créé le virement la lira.`}
      usual={[t`Montant incorrect`, t`Bénéficiaire incorrect`, t`Facture déjà payée`, t`Justificatif manquant`]}
      refusal={reject}
      onRefuse={(reason) => reject.mutate({ params: { id }, body: { version, reason } }, { onSuccess: done })}
      onClose={onClose}
    />
  )
}
