import { useLingui } from '@lingui/react/macro'
import type { BeneficiaryDetail } from 'contract/transfers/beneficiaries.ts'
import { announce } from '../../lib/banners.ts'
import { RefusalModal } from '../../shell/forms/RefusalModal.tsx'
import { useRejectBeneficiary } from './beneficiary-queries.ts'

/** The reason for refusing an account. The person who entered it can read it. */
export function RejectBeneficiaryModal({
  beneficiary: { id, version },
  onClose,
}: {
  beneficiary: BeneficiaryDetail
  onClose: () => void
}) {
  const { t } = useLingui()
  const reject = useRejectBeneficiary()
  const done = () => {
    onClose()
    announce(t`Le compte a bien été refusé.`)
  }
  return (
    <RefusalModal
      title={t`Pourquoi refuser ce compte ?`}
      verb={t`Refuser le compte`}
      help={t`La personne qui a saisi ce compte la lira.`}
      refusal={reject}
      onRefuse={(reason) => reject.mutate({ params: { id }, body: { version, reason } }, { onSuccess: done })}
      onClose={onClose}
    />
  )
}
