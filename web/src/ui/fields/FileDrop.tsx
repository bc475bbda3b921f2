import { Trans, useLingui } from '@lingui/react/macro'
import { Paperclip, X } from 'lucide-react'
import { type ReactNode, useId, useRef } from 'react'
import { Button } from '../Button.tsx'
import { cx } from '../cx.ts'
import { Field, type FieldLabels } from './Field.tsx'
import styles from './FileDrop.module.css'
import { useFileDrop } from './use-file-drop.ts'
import { Icon } from '../Icon.tsx'
import { IconButton } from '../IconButton.tsx'

type Props = FieldLabels & {
  /** Media types, for the device's file dialog. */
  accept: string
  /** The selected file: its name, and a second line. */
  chosen: { name: string; detail: string } | null
  /** Displayed while nothing is selected. */
  hint: string
  onFile: (file: File) => void
  onClear: () => void
  actions?: ReactNode
}

/** One file: dropped, selected, or photographed if the device has a camera. */
export function FileDrop({ label, help, error, isOptional, accept, chosen, hint, onFile, onClear, actions }: Props) {
  const { t } = useLingui()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const { isOver, listeners } = useFileDrop(([first]) => first && onFile(first))
  const labels = { label, help, error: error ?? null, ...(isOptional && { isOptional }) }
  return (
    <Field id={id} {...labels}>
      <div className={cx(styles.drop, isOver && styles.over, error && styles.invalid)} {...listeners}>
        <Icon shape={Paperclip} />
        <span className={styles.text}>
          <span className={chosen ? styles.name : 'muted small'}>{chosen ? chosen.name : hint}</span>
          {chosen && <span className="muted small num">{chosen.detail}</span>}
        </span>
        {actions}
        <input
          ref={input}
          id={id}
          className={styles.input}
          type="file"
          accept={accept}
          aria-describedby={error ? `${id}-error` : undefined}
          aria-invalid={error ? true : undefined}
          onChange={({ target }) => {
            const [first] = target.files ?? []
            if (first) onFile(first)
            // The same file can be selected again.
            target.value = ''
          }}
        />
        <Button size="sm" onClick={() => input.current?.click()}>
          {chosen ? <Trans>Remplacer</Trans> : <Trans>Choisir un fichier</Trans>}
        </Button>
        {chosen && <IconButton icon={X} size="sm" label={t`Retirer ${chosen.name}`} onClick={onClear} />}
      </div>
    </Field>
  )
}
