import { Trans, useLingui } from '@lingui/react/macro'
import type { BeneficiaryDetail } from 'contract/transfers/beneficiaries.ts'
import { Pencil, Send } from 'lucide-react'
import { useState } from 'react'
import { announce } from '../../lib/banners.ts'
import { NotConfirmed } from '../../lib/api/call-error.ts'
import { paths } from '../../lib/paths.ts'
import { mayMoveMoney, useAccount } from '../../lib/session/session.ts'
import { LinkButton } from '../../shell/LinkButton.tsx'
import { Button } from '../../ui/Button.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { useAcceptBeneficiary } from './beneficiary-queries.ts'
import styles from './BeneficiaryPanel.module.css'
import { RejectBeneficiaryModal } from './RejectBeneficiaryModal.tsx'
import { RemoveBeneficiaryModal } from './RemoveBeneficiaryModal.tsx'

/** The actions that the user may take on a beneficiary in its current state. */
export function BeneficiaryActions({
  beneficiary,
  onRemoved,
}: {
  beneficiary: BeneficiaryDetail
  onRemoved: () => void
}) {
  const { t } = useLingui()
  const account = useAccount()
  const accept = useAcceptBeneficiary()
  const [open, setOpen] = useState<'reject' | 'remove' | null>(null)
  const { id, version, actions, approval_status, suspended_orders } = beneficiary
  const may = (action: BeneficiaryDetail['actions'][number]) => actions.includes(action)
  const mayPay = approval_status === 'approved' && mayMoveMoney(account, 'transfer.create')
  const approve = (orders: 'resume' | 'end') =>
    accept.mutate({
      params: { id },
      body: { version, orders },
      done: () => announce(t`Le compte a bien été approuvé.`),
    })
  if (actions.length === 0 && !mayPay) return null
  return (
    <div className={styles.section}>
      {accept.error && !(accept.error instanceof NotConfirmed) && (
        <InlineAlert tone="danger" title={accept.error.message} />
      )}
      <div className={styles.actions}>
        {may('accept') && (
          <Button variant="primary" isBusy={accept.isPending} onClick={() => approve('resume')}>
            {suspended_orders > 0 ? <Trans>Approuver et reprendre les virements</Trans> : <Trans>Approuver</Trans>}
          </Button>
        )}
        {may('accept') && suspended_orders > 0 && (
          <Button disabled={accept.isPending} onClick={() => approve('end')}>
            <Trans>Approuver et arrêter les virements</Trans>
          </Button>
        )}
        {may('reject') && (
          <Button variant="danger-quiet" onClick={() => setOpen('reject')}>
            <Trans>Refuser</Trans>
          </Button>
        )}
        {mayPay && (
          <LinkButton {...paths.newTransfer()} search={{ beneficiary: id }} variant="primary" icon={Send}>
            <Trans>Faire un virement</Trans>
          </LinkButton>
        )}
        {may('edit') && (
          <LinkButton {...paths.editBeneficiary(id)} icon={Pencil}>
            <Trans>Modifier</Trans>
          </LinkButton>
        )}
        {may('remove') && (
          <Button variant="danger-quiet" onClick={() => setOpen('remove')}>
            <Trans>Supprimer</Trans>
          </Button>
        )}
      </div>
      {open === 'reject' && <RejectBeneficiaryModal beneficiary={beneficiary} onClose={() => setOpen(null)} />}
      {open === 'remove' && (
        <RemoveBeneficiaryModal beneficiary={beneficiary} onClose={() => setOpen(null)} onRemoved={onRemoved} />
      )}
    </div>
  )
}
