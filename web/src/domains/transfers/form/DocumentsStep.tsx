import { Trans, useLingui } from '@lingui/react/macro'
import {
  DOMICILIATION_MAX_LENGTH,
  MAX_DOCUMENTS,
  purposes,
  type TransferDocument,
} from 'contract/transfers/transfers.ts'
import { ArrowRight } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { FileRow } from '../../../shell/files/FileRow.tsx'
import { FilesField } from '../../../shell/files/FilesField.tsx'
import { FlowFoot } from '../../../shell/forms/FlowFrame.tsx'
import { FormFrame } from '../../../shell/forms/FormFrame.tsx'
import { Button } from '../../../ui/Button.tsx'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { fieldsOf, isAbroad } from './transfer-draft.ts'
import { Back, type StepProps, StepHeading } from './transfer-steps.tsx'
import { viewDocument } from '../transfer-files.ts'
import { usePurposes } from '../transfer-labels.ts'
import type { useTransferForm } from './use-transfer-form.ts'

type Props = StepProps & {
  onBack: () => void
  /** The quote of the order; the required documents are known once the purpose is selected. */
  quoted: ReturnType<typeof useTransferForm>['quoted']
  /** The order that is being edited, with its existing files. */
  editedId: string | null
}

/** Supporting documents for the validators, and those that exchange control requires. */
export function DocumentsStep({ form, rejections, call, onSubmit, onBack, quoted, editedId }: Props) {
  const { t } = useLingui()
  const purposeNames = usePurposes()
  const [isMissing, setMissing] = useState(false)
  const abroad = isAbroad(form.draft)
  const { files, kept, purpose } = form.draft
  const quote = quoted.data?.answer
  const mustHave = quote?.asks.includes('international_documents') ?? false
  const hasNone = files.length + kept.filter(({ kind }) => kind === 'international').length === 0
  const field = abroad ? 'international_documents' : 'documents'
  const missing = isMissing && mustHave && hasNone ? t`Joignez au moins un justificatif.` : null
  const problem = form.problemAt(field) ?? missing
  const hasProblems = problem !== null || form.problemAt('purpose') !== null || form.problemAt('domiciliation') !== null
  const submit = useEffectEvent(() => {
    setMissing(mustHave && hasNone)
    if (!mustHave || !hasNone) onSubmit()
    else form.check(fieldsOf.documents)
  })
  // On a slow network the answer may come after the button was pressed: the required documents are requested before the order is sent.
  const [isSubmitted, setSubmitted] = useState(false)
  useEffect(() => {
    if (!isSubmitted || quoted.isLoading) return
    setSubmitted(false)
    submit()
  }, [isSubmitted, quoted.isLoading])
  return (
    <>
      <StepHeading>{t`Des justificatifs à joindre ?`}</StepHeading>
      <FormFrame
        onSubmit={() => setSubmitted(true)}
        form={{ rejections: rejections + (isMissing ? 1 : 0), hasProblems, call }}
        actions={
          <FlowFoot>
            <Back onBack={onBack} />
            <Button type="submit" variant="primary" size="lg" iconAfter={ArrowRight} isBusy={isSubmitted}>
              <Trans>Continuer</Trans>
            </Button>
          </FlowFoot>
        }
      >
        <p className="muted">
          {abroad ? (
            <Trans>
              Un virement hors UEMOA relève du contrôle des changes : la banque conserve l’objet et les justificatifs.
            </Trans>
          ) : (
            <Trans>Facultatif. Ils aident la personne qui valide le virement.</Trans>
          )}
        </p>
        {abroad && (
          <SelectField
            name="purpose"
            label={t`Objet du virement`}
            value={purpose}
            error={form.problemAt('purpose')}
            options={[
              { value: '', label: t`Choisissez` },
              ...purposes.map((value) => ({ value, label: purposeNames[value] })),
            ]}
            onChange={(value) => form.set('purpose', value)}
          />
        )}
        {abroad && purpose === 'goods' && (
          <TextField
            label={t`Numéro de domiciliation`}
            isOptional={!(quote?.asks.includes('domiciliation') ?? false)}
            maxLength={DOMICILIATION_MAX_LENGTH}
            autoComplete="off"
            {...form.field('domiciliation')}
          />
        )}
        <FilesField
          label={abroad ? t`Justificatifs du virement hors UEMOA` : t`Documents`}
          error={problem}
          files={files}
          onChange={(chosen) => form.set('files', chosen, field)}
          max={MAX_DOCUMENTS - kept.length}
        >
          {editedId && (
            <KeptDocuments transferId={editedId} kept={kept} onChange={(left) => form.set('kept', left, field)} />
          )}
        </FilesField>
      </FormFrame>
    </>
  )
}

type KeptProps = { transferId: string; kept: readonly TransferDocument[]; onChange: (kept: TransferDocument[]) => void }

function KeptDocuments({ transferId, kept, onChange }: KeptProps) {
  return kept.map((document) => (
    <FileRow
      key={document.id}
      name={document.name}
      isPicture={document.file_kind !== 'pdf'}
      size={document.size}
      onView={() => viewDocument(transferId, document)}
      onRemove={() => onChange(kept.filter((one) => one !== document))}
    />
  ))
}
