import { MAX_DOCUMENTS, type TransferDocument } from 'contract/transfers/transfers.ts'
import { FileRow } from '../../../shell/files/FileRow.tsx'
import { FilesField } from '../../../shell/files/FilesField.tsx'
import { viewDocument } from '../transfer-files.ts'
import type { TransferFlow } from './use-transfer-form.ts'

/** The documents of an order, new ones and those of the edited order. */
export function TransferDocuments({
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
