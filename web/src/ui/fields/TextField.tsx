import { type InputHTMLAttributes, type ReactNode, type TextareaHTMLAttributes, useId } from 'react'
import { cx } from '../cx.ts'
import { describedBy, Field, type FieldLabels } from './Field.tsx'
import styles from './Field.module.css'

export type FieldControl = { name: string; value: string; onChange: (value: string) => void; onBlur?: () => void }

type Props = FieldLabels &
  FieldControl &
  Pick<
    InputHTMLAttributes<HTMLInputElement>,
    'autoComplete' | 'inputMode' | 'maxLength' | 'spellCheck' | 'autoCapitalize' | 'placeholder' | 'readOnly'
  > & {
    isNumeric?: boolean
    /** Displayed inside the frame, after the text. */
    after?: ReactNode
    /** Displayed inside the frame, before the text. */
    before?: ReactNode
  }

export function TextField({
  label,
  help,
  error,
  isOptional,
  onChange,
  isNumeric = false,
  before,
  after,
  ...control
}: Props) {
  const id = useId()
  const labels = { label, help, error: error ?? null, ...(isOptional && { isOptional }) }
  const input = (
    <input
      {...control}
      id={id}
      type="text"
      className={cx(styles.input, isNumeric && styles.number)}
      aria-invalid={error ? true : undefined}
      aria-describedby={describedBy(id, labels)}
      onChange={(event) => onChange(event.target.value)}
    />
  )
  // Always the same frame if there may be a prefix or suffix: an input that moves to another parent is a new element
  // without the focus.
  const isFramed = before !== undefined || after !== undefined
  return (
    <Field id={id} {...labels}>
      {isFramed ? (
        <div className={cx(styles.wrap, error && styles.wrapInvalid)}>
          {before}
          {input}
          {after}
        </div>
      ) : (
        input
      )}
    </Field>
  )
}

type AreaProps = FieldLabels &
  FieldControl &
  Pick<TextareaHTMLAttributes<HTMLTextAreaElement>, 'rows' | 'maxLength' | 'placeholder'> & {
    /** As high as its text, up to a dozen lines. */
    isGrowing?: boolean
  }

const MAX_GROWN_ROWS = 12
const WRAPPED_AT = 70
/** The lines of a text in browsers that do not size a field by its content. */
const rowsOf = (text: string) =>
  Math.min(
    MAX_GROWN_ROWS,
    text.split('\n').reduce((sum, line) => sum + Math.max(1, Math.ceil(line.length / WRAPPED_AT)), 0),
  )

export function TextArea({ label, help, error, isOptional, isGrowing = false, onChange, ...control }: AreaProps) {
  const id = useId()
  const labels = { label, help, error: error ?? null, ...(isOptional && { isOptional }) }
  return (
    <Field id={id} {...labels}>
      <textarea
        {...control}
        {...(isGrowing && { rows: rowsOf(control.value) })}
        id={id}
        className={cx(styles.input, styles.textarea, isGrowing && styles.growing)}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, labels)}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}
