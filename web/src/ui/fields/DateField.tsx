import { useLingui } from '@lingui/react/macro'
import { CalendarDays } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { cx } from '../cx.ts'
import { addSlashes, isDay, readDate, showDate } from './date-typing.ts'
import { describedBy, Field, type FieldLabels } from './Field.tsx'
import styles from './Field.module.css'
import { IconButton } from '../IconButton.tsx'
import { useValidity } from './use-validity.ts'

type Props = FieldLabels & {
  /** It names the button of the calendar too. */
  label: string
  name: string
  /** YYYY-MM-DD, or the unfinished text. */
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  /** The first and the last day that the calendar offers. */
  min?: string
  max?: string
  /** For a period: whether a typed month, MM/AAAA, means its first or last day. */
  month?: 'first' | 'last'
}

type Calendar = HTMLInputElement & { showPicker?: () => void }

const hasCalendar = 'showPicker' in HTMLInputElement.prototype

/** Typed as DD/MM/YYYY with the slashes added; the device's calendar is optional, where the browser opens it. */
export function DateField({
  label,
  help,
  error,
  isOptional,
  value,
  onChange,
  onBlur,
  min,
  max,
  month,
  ...control
}: Props) {
  const { t } = useLingui()
  const id = useId()
  const calendar = useRef<Calendar>(null)
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(() => showDate(value))
  const [isLeft, setLeft] = useState(false)
  // Selected in the calendar, or changed elsewhere: formatted again. Typed text stays unchanged until the field is
  // left.
  const visible = [readDate(text, { month }), readDate(text, { month, isDone: true })].includes(value)
    ? text
    : showDate(value)
  const problem = value === '' || isDay(value) ? null : t`Saisissez une date valide, par exemple 05/06/2026`
  useValidity(input, problem)
  const labels = {
    label,
    help,
    error: problem === null ? (error ?? null) : isLeft || error ? problem : null,
    ...(isOptional && { isOptional }),
  }
  return (
    <Field id={id} {...labels}>
      <div className={cx(styles.wrap, labels.error && styles.wrapInvalid)}>
        <input
          {...control}
          ref={input}
          id={id}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          placeholder={t`JJ/MM/AAAA`}
          className={cx(styles.input, styles.number)}
          value={visible}
          aria-invalid={labels.error ? true : undefined}
          aria-describedby={describedBy(id, labels)}
          onChange={(event) => {
            const { value: after } = event.target
            // A deleted slash is not added again.
            const typed = after.length > visible.length ? addSlashes(after) : after
            setText(typed)
            const held = readDate(typed, { month })
            if (held === '' || isDay(held)) setLeft(false)
            onChange(held)
          }}
          onBlur={() => {
            const held = readDate(visible, { month, isDone: true })
            setText(showDate(held))
            setLeft(true)
            if (held !== value) onChange(held)
            onBlur?.()
          }}
          onInvalid={() => setLeft(true)}
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
        {hasCalendar && (
          <IconButton
            isAtEdge
            icon={CalendarDays}
            label={t`Choisir dans le calendrier : ${label}`}
            onClick={() => calendar.current?.showPicker?.()}
          />
        )}
      </div>
    </Field>
  )
}
