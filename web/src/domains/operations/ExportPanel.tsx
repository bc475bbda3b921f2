import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { exportColumnLabels } from 'contract/accounts/operation-labels.ts'
import {
  accountFormats,
  type ExportColumn,
  exportColumns,
  exportFormats,
  exportOperations,
  type ExportScope,
  isOfWholeDays,
  MAX_IN_PDF,
  reportFormats,
} from 'contract/accounts/operations.ts'
import { operationRefusals } from 'contract/refusals/operations.ts'
import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { announce } from '../../lib/banners.ts'
import { callFile, type CallInput } from '../../lib/api/call.ts'
import { useFormats } from '../../lib/formats.ts'
import { translate } from '../../lib/language.ts'
import { useLabels } from '../../lib/use-labels.ts'
import { saveFile } from '../../lib/api/save-file.ts'
import { Button } from '../../ui/Button.tsx'
import { Checks } from '../../ui/fields/Checks.tsx'
import { ChoiceRow } from '../../ui/fields/ChoiceRow.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { SidePanel } from '../../ui/overlays/SidePanel.tsx'
import { readExportChoice, saveExportChoice } from './export-choice.ts'
import styles from './ExportPanel.module.css'
import { type OperationSearch, toFilter } from './operation-queries.ts'

const names = {
  csv: 'CSV',
  xlsx: 'Excel',
  ofx: 'OFX',
  qif: 'QIF',
  pdf: 'PDF',
  camt053: 'camt.053',
  mt940: 'MT940',
} as const
const hasColumns = (format: keyof typeof names) => format === 'csv' || format === 'xlsx'

type Props = {
  filter: OperationSearch
  page: number
  /** The number of booked operations found, of operations on the page, and of upcoming ones among these. */
  found: number
  visible: number
  coming: number
  onClose: () => void
}

/** Exports the listed operations: scope, format, columns; then shows the progress, with a button to cancel. */
export function ExportPanel({ filter, page, found, visible, coming, onClose }: Props) {
  const { t } = useLingui()
  const { fileSize, count } = useFormats()
  const [scope, setScope] = useState<ExportScope>('filters')
  const [{ format, columns }, setChoice] = useState(readExportChoice)
  const [hasAttachments, setAttachments] = useState(false)
  const { state, start, stop } = useExport(onClose)
  const columnNames = useLabels(exportColumnLabels)
  const isRunning = state.received !== null
  // Accounting formats contain booked operations only. The number of upcoming ones is known on the first page; on other
  // pages the text only says that they are included.
  const supportsUpcoming = !accountFormats.includes(format)
  const [ofFilters, ofPage] = supportsUpcoming ? [found + coming, visible] : [found, visible - coming]
  const isTooLong = format === 'pdf' && (scope === 'filters' ? ofFilters : ofPage) > MAX_IN_PDF
  const needsDays =
    filter.account !== 'all' && reportFormats.includes(format) && (scope === 'page' || !isOfWholeDays(filter))
  const isOfAll = filter.account === 'all'
  const needsAccount = isOfAll && accountFormats.includes(format)
  const max = count(MAX_IN_PDF)
  const received = fileSize(state.received ?? 0)
  const send = () => {
    saveExportChoice({ format, columns })
    void start({
      ...toFilter(filter),
      scope,
      format,
      page: scope === 'page' ? page : undefined,
      columns: hasColumns(format)
        ? exportColumns.filter((one) => columns.includes(one) || (isOfAll && one === 'account'))
        : undefined,
      attachments: hasAttachments ? 'true' : undefined,
    })
  }
  const toggle = (column: ExportColumn, isChosen: boolean) =>
    setChoice({ format, columns: exportColumns.filter((one) => (one === column ? isChosen : columns.includes(one))) })
  return (
    <SidePanel
      title={t`Exporter les opérations`}
      onClose={onClose}
      foot={
        <div className={styles.foot}>
          <p className={`${styles.received} muted small num`} role="status" hidden={!isRunning}>
            {isRunning && <Trans>Téléchargement en cours : {received} reçus</Trans>}
          </p>
          <Button onClick={isRunning ? stop : onClose}>
            {isRunning ? <Trans>Arrêter</Trans> : <Trans>Annuler</Trans>}
          </Button>
          <Button
            variant="primary"
            icon={Download}
            isBusy={isRunning}
            disabled={isTooLong || needsDays || needsAccount || (hasColumns(format) && columns.length === 0)}
            onClick={send}
          >
            <Trans>Exporter</Trans>
          </Button>
        </div>
      }
    >
      {state.problem && <InlineAlert tone="danger" title={state.problem} />}
      <fieldset className={styles.choices} disabled={isRunning}>
        <legend className={styles.legend}>
          <Trans>Que faut-il exporter ?</Trans>
        </legend>
        <ChoiceRow
          name="scope"
          value="filters"
          isChosen={scope === 'filters'}
          onChoose={() => setScope('filters')}
          title={t`Selon les filtres`}
          detail={
            <>
              <Plural value={ofFilters} one="# opération, toutes les pages" other="# opérations, toutes les pages" />
              {supportsUpcoming && page > 1 && <Trans>, et celles à venir</Trans>}
            </>
          }
        />
        <ChoiceRow
          name="scope"
          value="page"
          isChosen={scope === 'page'}
          onChoose={() => setScope('page')}
          title={t`La page affichée`}
          detail={<Plural value={ofPage} one="# opération" other="# opérations" />}
        />
      </fieldset>
      <fieldset className={styles.formats} disabled={isRunning}>
        <legend className={styles.legend}>
          <Trans>Format</Trans>
        </legend>
        {exportFormats.map((one) => (
          <ChoiceRow
            key={one}
            name="format"
            value={one}
            isChosen={format === one}
            onChoose={() => setChoice({ format: one, columns })}
            title={names[one]}
          />
        ))}
      </fieldset>
      {isTooLong && (
        <InlineAlert
          tone="warning"
          title={t`Un PDF compte ${max} opérations au plus. Choisissez Excel ou CSV, ou une période plus courte.`}
        />
      )}
      {needsAccount && <InlineAlert tone="warning" title={translate(operationRefusals.export_needs_one_account)} />}
      {needsDays && (
        <InlineAlert
          tone="warning"
          title={t`Ce format rend compte de jours entiers. Choisissez « Selon les filtres » et ne filtrez que par période.`}
        />
      )}
      <Checks
        legend={t`Pièces jointes`}
        isLegendHidden
        options={[
          {
            value: 'attachments',
            label: t`Joindre les documents des opérations`,
            detail: t`Dans une archive ZIP, avec un index. Le téléchargement peut être long sur un réseau mobile.`,
            isDisabled: isRunning,
          },
        ]}
        chosen={hasAttachments ? ['attachments'] : []}
        onChange={(_, isChosen) => setAttachments(isChosen)}
      />
      {hasColumns(format) && (
        <div className={styles.columns}>
          <Checks
            legend={t`Colonnes`}
            options={exportColumns.map((value) => ({ value, label: columnNames[value], isDisabled: isRunning }))}
            chosen={columns}
            onChange={toggle}
            error={columns.length === 0 ? t`Choisissez au moins une colonne` : null}
          />
        </div>
      )}
    </SidePanel>
  )
}

type Input = NonNullable<CallInput<typeof exportOperations>['query']>
type State = { received: number | null; problem: string | null }

/** Runs one export at a time; closing the panel cancels it. */
function useExport(onDone: () => void) {
  const { t } = useLingui()
  const [state, setState] = useState<State>({ received: null, problem: null })
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const start = async (query: Input) => {
    const abort = new AbortController()
    running.current = abort
    setState({ received: 0, problem: null })
    try {
      const onReceived = (received: number) => setState({ received, problem: null })
      const file = await callFile(exportOperations, { query }, { signal: abort.signal, onReceived })
      saveFile(file)
      announce(t`Le fichier ${file.name} a bien été téléchargé.`)
      onDone()
    } catch (error) {
      if (!abort.signal.aborted) setState({ received: null, problem: (error as Error).message })
    }
  }
  const stop = () => {
    running.current?.abort()
    setState({ received: null, problem: null })
  }
  return { state, start, stop }
}
