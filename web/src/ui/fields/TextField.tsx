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
    /** Stands inside the frame, after what is typed. */
    after?: ReactNode
    /** Stands inside the frame, before what is typed. */
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
  // One frame for as long as something may stand in it: an input that moves into another one is a new input, without the focus.
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

type AreaProps = FieldLabels & FieldControl & Pick<TextareaHTMLAttributes<HTMLTextAreaElement>, 'rows' | 'maxLength'>

export function TextArea({ label, help, error, isOptional, onChange, ...control }: AreaProps) {
  const id = useId()
  const labels = { label, help, error: error ?? null, ...(isOptional && { isOptional }) }
  return (
    <Field id={id} {...labels}>
      <textarea
        {...control}
        id={id}
        className={cx(styles.input, styles.textarea)}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy(id, labels)}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}
