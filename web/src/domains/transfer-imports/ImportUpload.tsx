import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { downloadImportTemplate, type Import, type ImportTableFormat } from 'contract/transfers/imports.ts'
import { Download, FileUp, Users } from 'lucide-react'
import { useRef } from 'react'
import { errorLabels, reportError } from '../../lib/report-error.ts'
import { CallError } from '../../lib/api/call-error.ts'
import { callFile } from '../../lib/api/call.ts'
import { useFormats } from '../../lib/formats.ts'
import { useIsOnline } from '../../lib/api/online.ts'
import { paths } from '../../lib/paths.ts'
import { saveFile } from '../../lib/api/save-file.ts'
import { Page } from '../../shell/Page.tsx'
import { Button } from '../../ui/Button.tsx'
import { useFileDrop } from '../../ui/fields/use-file-drop.ts'
import { cx } from '../../ui/cx.ts'
import { DetailList } from '../../ui/data/DetailList.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { BackToBatches } from '../transfers/BackToBatches.tsx'
import styles from './ImportScreen.module.css'
import { useImportFile, useImportList } from './multiple-queries.ts'

// The file types that the file dialog offers; the server checks the content only.
const accepted =
  '.csv,.xlsx,.xml,text/csv,text/plain,text/xml,application/xml,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** `draft`: the existing draft, which a new file replaces. */
export function ImportUpload({ list, draft }: { list: string | null; draft: Import | null }) {
  const { t } = useLingui()
  const { decimal } = useFormats()
  const navigate = useNavigate()
  const isOnline = useIsOnline()
  const input = useRef<HTMLInputElement>(null)
  const sending = useImportFile()
  const preparing = useImportList()
  const template = (format: ImportTableFormat) =>
    void callFile(downloadImportTemplate, { query: { list: list ?? undefined, format } })
      .then(saveFile)
      .catch(reportError)
  const choose = (file: File | undefined) => {
    if (file && isOnline)
      sending.mutate(file, { onSuccess: () => void navigate({ ...paths.importTransfers(), replace: true }) })
  }
  const { isOver, listeners } = useFileDrop(([first]) => choose(first))
  const refusal = sending.error ?? preparing.error
  const percent = decimal(String(Math.round(sending.share * 100)))
  return (
    <Page
      heading={t`Virements multiples`}
      back={<BackToBatches />}
      context={t`Envoyez plusieurs virements à partir d’un seul fichier.`}
    >
      <div className={styles.columns}>
        <div className={styles.main}>
          {refusal && <FileRefusal error={refusal} />}
          {draft && (
            <InlineAlert tone="warning" title={t`Un brouillon vous attend`}>
              {t`${draft.file_name} : ${plural(draft.items.length, { one: '# ligne', other: '# lignes' })}. Ce que vous choisirez ici le remplacera.`}{' '}
              <Link className="link" {...paths.importTransfers()}>
                <Trans>Reprendre le brouillon</Trans>
              </Link>
            </InlineAlert>
          )}
          {list && (
            <InlineAlert tone="info" title={t`Payer la liste, sans fichier`}>
              <p>
                <Trans>
                  Chacun reçoit une ligne, avec le montant et le libellé de son dernier virement. Vous corrigez avant
                  d’envoyer.
                </Trans>
              </p>
              <Button
                variant="primary"
                icon={Users}
                isBusy={preparing.isPending}
                disabled={!isOnline}
                onClick={() =>
                  preparing.mutate(list, {
                    onSuccess: () => void navigate({ ...paths.importTransfers(), replace: true }),
                  })
                }
              >
                <Trans>Préparer les virements</Trans>
              </Button>
            </InlineAlert>
          )}
          <div className={cx(styles.drop, isOver && styles.over)} {...listeners}>
            <Icon shape={FileUp} size="lg" />
            <p className={styles.invitation}>
              <Trans>Déposez votre fichier ici</Trans>
            </p>
            <input
              ref={input}
              className="sr"
              type="file"
              tabIndex={-1}
              aria-hidden
              accept={accepted}
              onChange={({ target }) => {
                choose(target.files?.[0])
                // The same file can be selected again.
                target.value = ''
              }}
            />
            <Button
              variant={list ? 'secondary' : 'primary'}
              disabled={!isOnline}
              onClick={() => input.current?.click()}
            >
              <Trans>Choisir un fichier</Trans>
            </Button>
            <p className="muted small">
              <Trans>CSV, Excel (.xlsx) ou XML bancaire (pain.001), 5 000 lignes au maximum</Trans>
            </p>
          </div>
        </div>
        <aside className={styles.aside} aria-label={t`Le fichier attendu`}>
          <h2 className="h3">
            <Trans>Le fichier attendu</Trans>
          </h2>
          <p className="muted small">
            <Trans>
              Une ligne par virement, le nom des colonnes sur la première ligne. En CSV, elles sont séparées par un
              point-virgule.
            </Trans>
          </p>
          <DetailList
            look="narrow"
            facts={[
              { name: 'nom_beneficiaire', value: t`Nom ou raison sociale` },
              { name: 'iban', value: t`28 caractères au Sénégal` },
              { name: 'montant', value: t`En francs entiers` },
              { name: 'libelle', value: t`140 caractères au maximum` },
              { name: 'date_execution', value: t`JJ/MM/AAAA, vide si immédiat` },
              { name: 'telephone', value: t`facultatif` },
              { name: 'bic', value: t`hors UEMOA seulement` },
              {
                name: 'motif_economique',
                value: t`hors UEMOA : marchandises, services, études, santé, famille ou autre`,
              },
              { name: 'devise', value: t`hors UEMOA : EUR ou USD, par exemple ; vide en francs` },
            ]}
          />
          <div className={styles.templates}>
            <Button isBlock icon={Download} onClick={() => template('xlsx')}>
              <Trans>Modèle Excel</Trans>
            </Button>
            <Button isBlock icon={Download} onClick={() => template('csv')}>
              <Trans>Modèle CSV</Trans>
            </Button>
          </div>
        </aside>
      </div>
      {sending.isPending && (
        <Modal title={t`Lecture du fichier`}>
          <p aria-live="polite">{sending.share < 1 ? t`Envoi : ${percent} %` : t`Vérification de chaque ligne…`}</p>
          <progress
            className={styles.progress}
            max={1}
            {...(sending.share < 1 && { value: sending.share })}
            aria-label={t`Avancement`}
          />
        </Modal>
      )}
    </Page>
  )
}

/** The specification's sentence first, then the error of this file. */
function FileRefusal({ error }: { error: Error }) {
  const { t } = useLingui()
  const problem = error instanceof CallError ? error.problems[0] : undefined
  if (problem?.code !== 'import_file_invalid') return <InlineAlert tone="danger" title={errorLabels(error)} />
  return (
    <InlineAlert tone="danger" title={t`Fichier invalide !`}>
      {problem.details}
    </InlineAlert>
  )
}
