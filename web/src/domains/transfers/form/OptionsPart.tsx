import { Trans, useLingui } from '@lingui/react/macro'
import { COMMENT_MAX_LENGTH } from 'contract/transfers/transfers.ts'
import { ListPlus } from 'lucide-react'
import { useState } from 'react'
import { TextArea } from '../../../ui/fields/TextField.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { lazyPart } from '../../../shell/lazy-part.tsx'
import { isAbroad } from './transfer-draft.ts'
import type { TransferFlow } from './use-transfer-form.ts'
import styles from './TransferForm.module.css'

const TransferDocuments = lazyPart(async () => (await import('./TransferDocuments.tsx')).TransferDocuments)

/** The rarely needed fields, folded: a personal note, and documents for the people who sign. */
export function OptionsPart({ flow }: { flow: TransferFlow }) {
  const { t } = useLingui()
  const { form, quote, edited } = flow
  const { comment, files, kept } = form.draft
  const isSigned = (quote?.signatures_needed ?? 0) > 0 || (edited !== null && edited.approvals_missing > 0)
  const hasDocuments = !isAbroad(form.draft) && (isSigned || files.length + kept.length > 0)
  const isFilled = comment !== '' || (hasDocuments && files.length + kept.length > 0)
  const [isOpen, setOpen] = useState(isFilled)
  return (
    <section className={styles.part}>
      <button type="button" className={styles.fold} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Icon shape={ListPlus} />
        {hasDocuments ? <Trans>Note personnelle et documents</Trans> : <Trans>Note personnelle</Trans>}
      </button>
      {isOpen && (
        <>
          <TextArea
            label={t`Note personnelle`}
            isOptional
            rows={2}
            maxLength={COMMENT_MAX_LENGTH}
            help={t`Le bénéficiaire ne la voit pas.`}
            {...form.field('comment')}
          />
          {hasDocuments && (
            <TransferDocuments flow={flow} field="documents" label={t`Documents pour les signataires`} error={null} />
          )}
        </>
      )}
    </section>
  )
}
