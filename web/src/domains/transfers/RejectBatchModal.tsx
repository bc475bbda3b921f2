import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { Batch } from 'contract/multiple-transfers.ts'
import { REASON_MAX_LENGTH, REASON_MIN_LENGTH } from 'contract/transfers.ts'
import { tidyLine } from 'contract/values/text.ts'
import { useState } from 'react'
import { announce } from '../../lib/banners.ts'
import { FormFrame } from '../../shell/FormFrame.tsx'
import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/Modal.tsx'
import { TextArea } from '../../ui/TextField.tsx'
import { useRejectBatch } from './multiple-queries.ts'

type Props = { batch: Pick<Batch, 'id' | 'version'>; lines: readonly string[]; account: string; onClose: () => void; onDone: () => void }

/** Why a batch, or some of its lines, is refused. Its author reads it. */
export function RejectBatchModal({ batch, lines, account, onClose, onDone }: Props) {
  const { t } = useLingui()
  const reject = useRejectBatch(account)
  const [text, setText] = useState('')
  const [rejections, setRejections] = useState(0)
  const reason = tidyLine(text)
  const isMissing = reason.length < REASON_MIN_LENGTH
  const submit = () => {
    if (isMissing) return setRejections(rejections + 1)
    reject.mutate(
      { params: { id: batch.id }, body: { version: batch.version, reason, ...(lines.length > 0 && { lines: [...lines] }) } },
      {
        onSuccess: () => {
          announce(t`Le refus a bien été enregistré.`)
          onDone()
        },
      },
    )
  }
  return (
    <Modal
      title={
        lines.length > 0
          ? t`${plural(lines.length, { one: 'Pourquoi refuser # ligne ?', other: 'Pourquoi refuser # lignes ?' })}`
          : t`Pourquoi refuser ces virements ?`
      }
      onClose={reject.isPending ? undefined : onClose}
      foot={
        <>
          <Button disabled={reject.isPending} onClick={onClose}>
            <Trans>Annuler</Trans>
          </Button>
          <Button type="submit" form="reject-batch" variant="danger" isBusy={reject.isPending}>
            <Trans>Refuser</Trans>
          </Button>
        </>
      }
    >
      <FormFrame
        id="reject-batch"
        onSubmit={submit}
        rejections={rejections}
        hasProblems={rejections > 0 && isMissing}
        refusal={reject.error}
        actions={null}
      >
        <TextArea
          name="text"
          label={t`Votre explication`}
          help={t`La personne qui a créé le virement la lira.`}
          rows={3}
          maxLength={REASON_MAX_LENGTH}
          value={text}
          error={rejections > 0 && isMissing ? t`Expliquez votre refus en quelques mots` : null}
          onChange={setText}
        />
      </FormFrame>
    </Modal>
  )
}
