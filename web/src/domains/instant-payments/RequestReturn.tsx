import { Trans, useLingui } from '@lingui/react/macro'
import type { TransferDetail } from 'contract/transfers/transfers.ts'
import { Undo2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { announce } from '../../lib/banners.ts'
import { useIsOnline } from '../../lib/api/online.ts'
import { mayMoveMoney, useAccount } from '../../lib/session/session.ts'
import { FormModal } from '../../shell/forms/FormModal.tsx'
import { Button } from '../../ui/Button.tsx'
import { SelectField } from '../../ui/fields/SelectField.tsx'
import { useReturnReasons } from './request-labels.tsx'
import { useRequestReturn } from './request-queries.ts'

/** Asks for the money of an arrived instant payment back; nothing for other payments, or where it was asked before. */
export function RequestReturn({ transfer }: { transfer: TransferDetail }): ReactNode {
  const { t } = useLingui()
  const account = useAccount()
  const isOnline = useIsOnline()
  const reasons = useReturnReasons()
  const request = useRequestReturn()
  const [isOpen, setOpen] = useState(false)
  const [reason, setReason] = useState<keyof typeof reasons>('DUPL')
  const { id, instant, beneficiary } = transfer
  if (instant?.state !== 'accepted' || instant.return_request !== null) return null
  if (!mayMoveMoney(account, 'transfer.create')) return null
  const close = () => setOpen(false)
  const submit = () =>
    request.mutate(
      { params: { id }, body: { reason } },
      {
        onSuccess: () => {
          announce(t`La demande de retour est envoyée.`)
          close()
        },
      },
    )
  return (
    <>
      <p>
        <Button icon={Undo2} disabled={!isOnline} onClick={() => setOpen(true)}>
          <Trans>Demander le retour</Trans>
        </Button>
      </p>
      {isOpen && (
        <FormModal
          title={t`Demander le retour du paiement ?`}
          verb={t`Envoyer la demande`}
          form={{ call: request, isDirty: false }}
          onSubmit={submit}
          onClose={close}
          intro={
            <p>
              <Trans>
                Un paiement instantané est irrévocable : {beneficiary.name} décide. Sa réponse peut prendre des
                semaines.
              </Trans>
            </p>
          }
        >
          <SelectField
            name="reason"
            label={t`Motif`}
            value={reason}
            options={(Object.keys(reasons) as (keyof typeof reasons)[]).map((value) => ({
              value,
              label: reasons[value],
            }))}
            onChange={setReason}
          />
        </FormModal>
      )}
    </>
  )
}
