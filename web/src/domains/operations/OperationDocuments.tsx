import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import {
  downloadOperationDocument,
  MAX_DOCUMENTS,
  type Operation,
  type OperationDocument,
} from 'contract/accounts/operations.ts'
import { Paperclip, Plus } from 'lucide-react'
import { useState } from 'react'
import { reportError } from '../../lib/report-error.ts'
import { announce } from '../../lib/banners.ts'
import { callFile } from '../../lib/api/call.ts'
import { viewFile } from '../../lib/api/file-viewer.ts'
import { FileList, FileRow } from '../../shell/files/FileRow.tsx'
import { FilesField } from '../../shell/files/FilesField.tsx'
import { RemovalModal } from '../../shell/forms/RemovalModal.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { Line } from './OperationLine.tsx'
import styles from './OperationPanel.module.css'
import { operationDocumentsQuery, useAddDocuments, useRemoveDocument } from './operation-queries.ts'

/** The customer's documents of an operation: a selected file is uploaded at once. */
export function OperationDocuments({ operation }: { operation: Operation }) {
  const { t } = useLingui()
  const { id } = operation
  const documents = useQuery({ ...operationDocumentsQuery(id), enabled: operation.document_count > 0 })
  const kept = documents.data?.answer ?? []
  const [isOpen, setOpen] = useState(false)
  const [leaving, setLeaving] = useState<OperationDocument | null>(null)
  const add = useAddDocuments()
  const view = ({ id: document }: OperationDocument) =>
    void callFile(downloadOperationDocument, { params: { id, document } }).then(viewFile).catch(reportError)
  const rows = kept.map((document) => (
    <FileRow
      key={document.id}
      name={document.name}
      isPicture={document.file_kind !== 'pdf'}
      size={document.size}
      onView={() => view(document)}
      onRemove={() => setLeaving(document)}
    />
  ))
  return (
    <section aria-busy={add.isPending}>
      {add.error && <InlineAlert tone="danger" title={add.error.message} />}
      {documents.isError && <InlineAlert tone="danger" title={t`Les pièces jointes n’ont pas pu être chargées`} />}
      {!isOpen && operation.document_count === 0 ? (
        <button type="button" className={styles.line} onClick={() => setOpen(true)}>
          <Line icon={Paperclip} end={Plus}>
            <Trans>Joindre un justificatif</Trans>
          </Line>
        </button>
      ) : kept.length < MAX_DOCUMENTS ? (
        <FilesField
          label={t`Pièces jointes`}
          files={[]}
          max={MAX_DOCUMENTS - kept.length}
          onChange={(files) => {
            if (add.isPending) return
            add.mutate({
              params: { id },
              files: { documents: files },
              done: () => announce(t`Les documents ont bien été joints.`),
            })
          }}
        >
          {rows}
        </FilesField>
      ) : (
        <FileList>{rows}</FileList>
      )}
      <p role="status" className="muted small">
        {add.isPending && <Trans>Envoi en cours…</Trans>}
      </p>
      {leaving && <RemoveDocument operationId={id} document={leaving} onClose={() => setLeaving(null)} />}
    </section>
  )
}

function RemoveDocument({
  operationId,
  document,
  onClose,
}: {
  operationId: string
  document: OperationDocument
  onClose: () => void
}) {
  const { t } = useLingui()
  const remove = useRemoveDocument()
  const done = () => {
    onClose()
    announce(t`Le fichier a bien été supprimé.`)
  }
  return (
    <RemovalModal
      title={t`Supprimer « ${document.name} » ?`}
      verb={t`Supprimer`}
      removal={remove}
      onRemove={() => remove.mutate({ params: { id: operationId, document: document.id } }, { onSuccess: done })}
      onClose={onClose}
    >
      <p>
        <Trans>La suppression est définitive.</Trans>
      </p>
    </RemovalModal>
  )
}
