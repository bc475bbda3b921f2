import { useLingui } from '@lingui/react/macro'
import { CalendarDays } from 'lucide-react'
import { useId, useRef } from 'react'
import { cx } from './cx.ts'
import { readDate, showDate } from './date-typing.ts'
import { describedBy, Field, type FieldWords } from './Field.tsx'
import styles from './Field.module.css'
import { IconButton } from './IconButton.tsx'

type Props = FieldWords & {
  name: string
  /** YYYY-MM-DD, or what was typed so far. */
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  /** The first and the last day that the calendar offers. */
  min?: string
  max?: string
}

/** Typed DD/MM/YYYY with the slashes added; the device's own calendar is a help, never the only way. */
export function DateField({ label, help, error, isOptional, value, onChange, min, max, ...control }: Props) {
  const { t } = useLingui()
  const id = useId()
  const calendar = useRef<HTMLInputElement>(null)
  const words = { label, help, error: error ?? null, ...(isOptional && { isOptional }) }
  return (
    <Field id={id} {...words}>
      <div className={cx(styles.wrap, error && styles.wrapInvalid)}>
        <input
          {...control}
          id={id}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          placeholder={t`JJ/MM/AAAA`}
          className={cx(styles.input, styles.figures)}
          value={showDate(value)}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, words)}
          onChange={(event) => onChange(readDate(event.target.value))}
        />
        <input
          ref={calendar}
          type="date"
          className={styles.calendar}
          tabIndex={-1}
          aria-hidden
          value={/^\d{4}-/.test(value) ? value : ''}
          min={min}
          max={max}
          onChange={(event) => event.target.value && onChange(event.target.value)}
        />
        <IconButton icon={CalendarDays} label={t`Choisir dans le calendrier`} onClick={() => calendar.current?.showPicker()} />
      </div>
    </Field>
  )
}
