import { Trans, useLingui } from '@lingui/react/macro'
import { Download } from 'lucide-react'
import type { ReactNode } from 'react'
import { useFormats } from '../../lib/formats.ts'
import { Button } from '../../ui/Button.tsx'
import { ChoiceRow } from '../../ui/fields/ChoiceRow.tsx'
import { InlineAlert } from '../../ui/InlineAlert.tsx'
import { SidePanel } from '../../ui/overlays/SidePanel.tsx'
import styles from './ExportPanel.module.css'
import { type FetchExport, useExport } from './use-export.ts'

type Props<T extends string> = {
  title: string
  formats: readonly { value: T; label: string }[]
  format: T
  onFormat: (format: T) => void
  /** Whether the choices exclude an export. */
  isBlocked?: boolean
  fetchExport: FetchExport
  onClose: () => void
  /** What is exported, before the formats. */
  lead: ReactNode
  /** The other choices, which an export in progress disables. */
  children?: (isRunning: boolean) => ReactNode
}

/** The panel of every export: what, in which format; then the progress, with a button that stops it. */
export function ExportPanel<T extends string>(props: Props<T>) {
  const { title, formats, format, onFormat, isBlocked = false, fetchExport, onClose, lead, children } = props
  const { t } = useLingui()
  const { fileSize } = useFormats()
  const { received, problem, start, stop } = useExport(onClose)
  const isRunning = received !== null
  const size = fileSize(received ?? 0)
  return (
    <SidePanel
      title={title}
      hasAddress={false}
      onClose={onClose}
      foot={
        <div className={styles.foot}>
          <p className={`${styles.received} muted small num`} role="status" hidden={!isRunning}>
            {isRunning && <Trans>Téléchargement en cours : {size} reçus</Trans>}
          </p>
          <Button onClick={isRunning ? stop : onClose}>
            {isRunning ? <Trans>Arrêter</Trans> : <Trans>Annuler</Trans>}
          </Button>
          <Button
            variant="primary"
            icon={Download}
            isBusy={isRunning}
            disabled={isBlocked}
            onClick={() => void start(fetchExport)}
          >
            <Trans>Exporter</Trans>
          </Button>
        </div>
      }
    >
      {problem && <InlineAlert tone="danger" title={problem} />}
      <fieldset className={styles.choices} disabled={isRunning} aria-label={t`Que faut-il exporter ?`}>
        {lead}
      </fieldset>
      {formats.length > 1 && (
        <fieldset className={styles.formats} disabled={isRunning}>
          <legend className={styles.legend}>
            <Trans>Format</Trans>
          </legend>
          {formats.map(({ value, label }) => (
            <ChoiceRow
              key={value}
              name="format"
              value={value}
              isChosen={format === value}
              onChoose={() => onFormat(value)}
              title={label}
            />
          ))}
        </fieldset>
      )}
      {children?.(isRunning)}
    </SidePanel>
  )
}
