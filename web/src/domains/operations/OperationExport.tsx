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
import { useState } from 'react'
import { callFile } from '../../lib/api/call.ts'
import { useFormats } from '../../lib/formats.ts'
import { translate } from '../../lib/language.ts'
import { useLabels } from '../../lib/use-labels.ts'
import { ExportPanel } from '../../shell/exports/ExportPanel.tsx'
import styles from '../../shell/exports/ExportPanel.module.css'
import type { FetchExport } from '../../shell/exports/use-export.ts'
import { Checks } from '../../ui/fields/Checks.tsx'
import { ChoiceRow } from '../../ui/fields/ChoiceRow.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { readExportChoice, saveExportChoice } from './export-choice.ts'
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
export function OperationExport({ filter, page, found, visible, coming, onClose }: Props) {
  const { t } = useLingui()
  const { count } = useFormats()
  const [scope, setScope] = useState<ExportScope>('filters')
  const [{ format, columns }, setChoice] = useState(readExportChoice)
  const [hasAttachments, setAttachments] = useState(false)
  const columnNames = useLabels(exportColumnLabels)
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
  const fetchExport: FetchExport = (how) => {
    saveExportChoice({ format, columns })
    const query = {
      ...toFilter(filter),
      scope,
      format,
      page: scope === 'page' ? page : undefined,
      columns: hasColumns(format)
        ? exportColumns.filter((one) => columns.includes(one) || (isOfAll && one === 'account'))
        : undefined,
      attachments: hasAttachments ? ('true' as const) : undefined,
    }
    return callFile(exportOperations, { query }, how)
  }
  const toggle = (column: ExportColumn, isChosen: boolean) =>
    setChoice({ format, columns: exportColumns.filter((one) => (one === column ? isChosen : columns.includes(one))) })
  return (
    <ExportPanel
      title={t`Exporter les opérations`}
      formats={exportFormats.map((value) => ({ value, label: names[value] }))}
      format={format}
      onFormat={(next) => setChoice({ format: next, columns })}
      isBlocked={isTooLong || needsDays || needsAccount || (hasColumns(format) && columns.length === 0)}
      fetchExport={fetchExport}
      onClose={onClose}
      lead={
        <>
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
        </>
      }
    >
      {(isRunning) => (
        <>
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
        </>
      )}
    </ExportPanel>
  )
}
