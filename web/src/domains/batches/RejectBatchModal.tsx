import { plural } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { Batch } from 'contract/transfers/batches.ts'
import { announce } from '../../lib/banners.ts'
import { RefusalModal } from '../../shell/forms/RefusalModal.tsx'
import { useRejectBatch } from '../transfer-imports/multiple-queries.ts'

type Props = {
  batch: Pick<Batch, 'id' | 'version'>
  lines: readonly string[]
  account: string
  onClose: () => void
  onDone: () => void
}

/** The reason for refusing a batch, or some of its lines. Its author can read it. */
export function RejectBatchModal({ batch: { id, version }, lines, account, onClose, onDone }: Props) {
  const { t } = useLingui()
  const reject = useRejectBatch(account)
  const done = () => {
    announce(t`Le refus a bien été enregistré.`)
    onDone()
  }
  return (
    <RefusalModal
      title={
        lines.length > 0
          ? t`${plural(lines.length, { one: 'Pourquoi refuser # ligne ?', other: 'Pourquoi refuser # lignes ?' })}`
          : t`Pourquoi refuser ces virements ?`
      }
      verb={t`Refuser`}
      help={t`La personne qui a créé le virement la lira.`}
      refusal={reject}
      onRefuse={(reason) =>
        reject.mutate(
          { params: { id }, body: { version, reason, ...(lines.length > 0 && { lines: [...lines] }) } },
          { onSuccess: done },
        )
      }
      onClose={onClose}
    />
  )
}
