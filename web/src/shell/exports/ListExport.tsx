import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { ExportPanel } from './ExportPanel.tsx'
import type { FetchExport } from './use-export.ts'

export type ListExportProps = {
  /** "35 opérations" */
  counted: string
  /** The values of the filters that are set. */
  narrowed: readonly string[]
  /** What is exported, where it is not all rows that the filters find. */
  scope?: string
  formats: readonly { label: string; fetchExport: FetchExport }[]
  onClose: () => void
}

/** Exports all rows of a list that its filters find. */
export function ListExport({ counted, narrowed, scope, formats, onClose }: ListExportProps) {
  const { t } = useLingui()
  const [format, setFormat] = useState(formats[0]?.label ?? '')
  const chosen = formats.find(({ label }) => label === format)
  const filters = narrowed.join(', ')
  if (!chosen) return null
  return (
    <ExportPanel
      title={t`Exporter ${counted}`}
      formats={formats.map(({ label }) => ({ value: label, label }))}
      format={format}
      onFormat={setFormat}
      fetchExport={chosen.fetchExport}
      onClose={onClose}
      lead={
        <p className="muted">
          {scope !== undefined ? (
            scope
          ) : narrowed.length === 0 ? (
            <Trans>Toutes les pages de la liste.</Trans>
          ) : (
            <Trans>{filters}. Pour tout exporter, effacez les filtres.</Trans>
          )}
        </p>
      }
    />
  )
}
