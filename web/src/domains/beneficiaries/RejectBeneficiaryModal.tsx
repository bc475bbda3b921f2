import { Trans, useLingui } from '@lingui/react/macro'
import type { BeneficiaryDetail } from 'contract/beneficiaries.ts'
import { tidyLine } from 'contract/values/text.ts'
import { useState } from 'react'
import { announce } from '../../lib/banners.ts'
import { FormFrame } from '../../shell/FormFrame.tsx'
import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { TextArea } from '../../ui/TextField.tsx'
import { useRejectBeneficiary } from './beneficiary-queries.ts'

const REASON_MIN_LENGTH = 3
const REASON_MAX_LENGTH = 255

/** Why an account is refused. Who gave it reads it. */
export function RejectBeneficiaryModal({ beneficiary, onClose }: { beneficiary: BeneficiaryDetail; onClose: () => void }) {
  const { t } = useLingui()
  const reject = useRejectBeneficiary()
  const [text, setText] = useState('')
  const [rejections, setRejections] = useState(0)
  const reason = tidyLine(text)
  const problem = rejections > 0 && reason.length < REASON_MIN_LENGTH ? t`Expliquez votre refus en quelques mots` : null
  const submit = () => {
    if (reason.length < REASON_MIN_LENGTH) return setRejections(rejections + 1)
    const { id, version } = beneficiary
    reject.mutate(
      { params: { id }, body: { version, reason } },
      {
        onSuccess: () => {
          onClose()
          announce(t`Le compte a bien été refusé.`)
        },
      },
    )
  }
  return (
    <Modal
      title={t`Pourquoi refuser ce compte ?`}
      onClose={reject.isPending ? undefined : onClose}
      foot={
        <>
          <Button disabled={reject.isPending} onClick={onClose}>
            <Trans>Annuler</Trans>
          </Button>
          <Button type="submit" form="reject-account" variant="danger" isBusy={reject.isPending}>
            <Trans>Refuser le compte</Trans>
          </Button>
        </>
      }
    >
      <FormFrame
        id="reject-account"
        onSubmit={submit}
        rejections={rejections}
        hasProblems={problem !== null}
        refusal={reject.error}
        actions={null}
      >
        <TextArea
          name="reason"
          label={t`Votre explication`}
          help={t`La personne qui a saisi ce compte la lira.`}
          rows={3}
          maxLength={REASON_MAX_LENGTH}
          value={text}
          error={problem}
          onChange={setText}
        />
      </FormFrame>
    </Modal>
  )
}
