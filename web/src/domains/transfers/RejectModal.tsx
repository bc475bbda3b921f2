import { Trans, useLingui } from '@lingui/react/macro'
import { REASON_MAX_LENGTH, REASON_MIN_LENGTH, type Transfer } from 'contract/transfers.ts'
import { tidyLine } from 'contract/values/text.ts'
import { useState } from 'react'
import { announce } from '../../lib/banners.ts'
import { FormFrame } from '../../shell/FormFrame.tsx'
import { Button } from '../../ui/Button.tsx'
import { ChoiceRow } from '../../ui/ChoiceRow.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { TextArea } from '../../ui/TextField.tsx'
import { useRejectTransfer } from './transfer-queries.ts'

/** `account`: the order's account, where it is not the one the reader works on. */
type Props = { transfer: Pick<Transfer, 'id' | 'version'>; account?: string; onClose: () => void; onDone: () => void }

/** Why an order is refused: one of the usual reasons, or another in words. The maker reads it. */
export function RejectModal({ transfer, account, onClose, onDone }: Props) {
  const { t } = useLingui()
  const reject = useRejectTransfer(account)
  const usual = [t`Montant incorrect`, t`Bénéficiaire incorrect`, t`Facture déjà payée`, t`Justificatif manquant`]
  const [chosen, setChosen] = useState<string | null>(null)
  const [text, setText] = useState('')
  const [rejections, setRejections] = useState(0)
  const isOther = chosen === 'other'
  const reason = isOther ? tidyLine(text) : chosen
  const isMissing = reason === null || reason.length < REASON_MIN_LENGTH
  const problem = rejections > 0 && isMissing ? (isOther ? t`Expliquez votre refus en quelques mots` : t`Choisissez un motif`) : null
  const submit = () => {
    if (isMissing) return setRejections(rejections + 1)
    reject.mutate(
      { params: { id: transfer.id }, body: { version: transfer.version, reason } },
      {
        onSuccess: () => {
          announce(t`Le virement a bien été refusé.`)
          onDone()
        },
      },
    )
  }
  return (
    <Modal
      title={t`Pourquoi refuser ce virement ?`}
      onClose={reject.isPending ? undefined : onClose}
      foot={
        <>
          <Button disabled={reject.isPending} onClick={onClose}>
            <Trans>Annuler</Trans>
          </Button>
          <Button type="submit" form="reject" variant="danger" isBusy={reject.isPending}>
            <Trans>Refuser le virement</Trans>
          </Button>
        </>
      }
    >
      <FormFrame id="reject" onSubmit={submit} rejections={rejections} hasProblems={problem !== null} refusal={reject.error} actions={null}>
        <div role="radiogroup" aria-label={t`Motif du refus`}>
          {usual.map((one) => (
            <ChoiceRow key={one} name="reason" value={one} isChosen={chosen === one} onChoose={() => setChosen(one)} title={one} />
          ))}
          <ChoiceRow name="reason" value="other" isChosen={isOther} onChoose={() => setChosen('other')} title={t`Autre motif`} />
        </div>
        {isOther && (
          <TextArea
            name="text"
            label={t`Votre explication`}
            help={t`La personne qui a créé le virement la lira.`}
            rows={3}
            maxLength={REASON_MAX_LENGTH}
            value={text}
            error={problem}
            onChange={setText}
          />
        )}
        {!isOther && problem && <p role="alert">{problem}</p>}
      </FormFrame>
    </Modal>
  )
}
