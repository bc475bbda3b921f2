import { Trans, useLingui } from '@lingui/react/macro'
import {
  DOMICILIATION_MAX_LENGTH,
  MAX_DOCUMENTS,
  purposes,
  type TransferDocument,
} from 'contract/transfers/transfers.ts'
import { FileRow } from '../../../shell/files/FileRow.tsx'
import { FilesField } from '../../../shell/files/FilesField.tsx'
import { SelectField } from '../../../ui/fields/SelectField.tsx'
import { TextField } from '../../../ui/fields/TextField.tsx'
import { viewDocument } from '../transfer-files.ts'
import { usePurposes } from '../transfer-labels.ts'
import type { TransferFlow } from './use-transfer-form.ts'
import styles from './TransferForm.module.css'

/** What exchange control asks for an order outside the UEMOA: the purpose, and documents above a limit. */
export function AbroadPart({ flow, error }: { flow: TransferFlow; error: string | null }) {
  const { t } = useLingui()
  const names = usePurposes()
  const { form, quote } = flow
  const { purpose } = form.draft
  return (
    <>
      <section className={styles.part} aria-labelledby="why-title">
        <h2 id="why-title">
          <Trans>Pourquoi</Trans>
        </h2>
        <SelectField
          name="purpose"
          label={t`Objet du virement`}
          value={purpose}
          error={form.problemAt('purpose')}
          help={t`Demandé par la réglementation des changes.`}
          options={[{ value: '', label: t`Choisissez` }, ...purposes.map((value) => ({ value, label: names[value] }))]}
          onChange={(value) => form.set('purpose', value)}
        />
        {purpose === 'goods' && (
          <TextField
            label={t`Numéro de domiciliation`}
            isOptional={!(quote?.asks.includes('domiciliation') ?? false)}
            maxLength={DOMICILIATION_MAX_LENGTH}
            autoComplete="off"
            {...form.field('domiciliation')}
          />
        )}
      </section>
      <section className={styles.part} aria-labelledby="documents-title">
        <h2 id="documents-title">
          <Trans>Documents</Trans>
        </h2>
        <Documents
          flow={flow}
          field="international_documents"
          label={t`Justificatifs du virement hors UEMOA`}
          error={error}
        />
      </section>
    </>
  )
}

/** The documents of an order, new ones and those of the edited order. */
export function Documents({
  flow: { form, edited },
  field,
  label,
  error,
}: {
  flow: TransferFlow
  field: 'documents' | 'international_documents'
  label: string
  error: string | null
}) {
  const { files, kept } = form.draft
  return (
    <FilesField
      label={label}
      error={form.problemAt(field) ?? error}
      files={files}
      onChange={(chosen) => form.set('files', chosen, field)}
      max={MAX_DOCUMENTS - kept.length}
    >
      {edited && (
        <KeptDocuments transferId={edited.id} kept={kept} onChange={(left) => form.set('kept', left, field)} />
      )}
    </FilesField>
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
