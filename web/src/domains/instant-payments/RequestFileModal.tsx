import { Trans, useLingui } from '@lingui/react/macro'
import { downloadRequestTemplate } from 'contract/transfers/request-files.ts'
import { Download } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { callFile } from '../../lib/api/call.ts'
import { saveFile } from '../../lib/api/save-file.ts'
import { errorLabels, reportError } from '../../lib/report-error.ts'
import { Button } from '../../ui/Button.tsx'
import { FileDrop } from '../../ui/fields/FileDrop.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { useSendRequestFile } from './request-queries.ts'

// The file types that the file dialog offers; the server checks the content only.
const accepted = '.csv,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const downloadTemplate = () => void callFile(downloadRequestTemplate, {}).then(saveFile).catch(reportError)

/** Sends the invoices of a file as requests to pay; the errors of its lines are listed. */
export function RequestFileModal({ onClose, onSent }: { onClose: () => void; onSent: () => void }): ReactNode {
  const { t } = useLingui()
  const [file, setFile] = useState<File | null>(null)
  const send = useSendRequestFile()
  const problems = send.data?.answer.problems ?? []
  const choose = (chosen: File | null) => {
    setFile(chosen)
    send.reset()
    // Another file is another call.
    send.renewKey()
  }
  const submit = () => {
    if (!file) return
    send.mutate(
      { files: { file } },
      {
        onSuccess: ({ answer }) => {
          if (answer.file) onSent()
        },
      },
    )
  }
  return (
    <Modal
      title={t`Envoyer une liste de factures`}
      onClose={send.isPending ? undefined : onClose}
      foot={
        <>
          <Button disabled={send.isPending} onClick={onClose}>
            <Trans>Annuler</Trans>
          </Button>
          <Button
            variant="primary"
            isBusy={send.isPending}
            disabled={file === null || problems.length > 0}
            onClick={submit}
          >
            <Trans>Envoyer les demandes</Trans>
          </Button>
        </>
      }
    >
      <p>
        <Trans>
          Une facture par ligne, 500 au maximum : chacun reçoit sa demande dès que PI a trouvé son compte. Si une ligne
          est fausse, rien n’est envoyé.
        </Trans>
      </p>
      <FileDrop
        label={t`Le fichier`}
        hint={t`CSV ou Excel (.xlsx)`}
        accept={accepted}
        chosen={file && { name: file.name, detail: '' }}
        onFile={choose}
        onClear={() => choose(null)}
      />
      <Button size="sm" icon={Download} onClick={downloadTemplate}>
        <Trans>Télécharger le modèle</Trans>
      </Button>
      {send.error && <InlineAlert tone="danger" title={errorLabels(send.error)} />}
      {problems.length > 0 && (
        <InlineAlert tone="danger" title={t`Rien n’est envoyé : corrigez ces lignes`}>
          <ul>
            {problems.map(({ line, column, code, message }) => (
              <li key={`${line} ${column} ${code}`}>{t`Ligne ${line}, ${column} : ${message}`}</li>
            ))}
          </ul>
        </InlineAlert>
      )}
    </Modal>
  )
}
