import { type ClipboardEvent, useId, useLayoutEffect, useRef } from 'react'
import { readPastedAmount, retype, showAmount } from './amount-typing.ts'
import { cx } from './cx.ts'
import { describedBy, Field, type FieldWords } from './Field.tsx'
import styles from './Field.module.css'

type Props = FieldWords & {
  name: string
  value: number | null
  onChange: (value: number | null) => void
  onBlur?: () => void
  separator: string
  unit: string
  isUnitFirst: boolean
  /** Large where the amount is what the form is about. */
  size?: 'md' | 'lg'
}

/** Digits only, grouped while one types with the caret kept; a pasted "1 250 000 F CFA" is understood. */
export function AmountField({ label, help, error, value, onChange, separator, unit, isUnitFirst, size = 'lg', ...control }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const caret = useRef<number | null>(null)
  useLayoutEffect(() => {
    // React puts the caret at the end when the text changes under it: it goes back behind its digit.
    if (caret.current !== null) input.current?.setSelectionRange(caret.current, caret.current)
    caret.current = null
  })
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const { selectionStart, selectionEnd, value: text } = event.currentTarget
    const replacesAll = selectionStart === 0 && selectionEnd === text.length
    const amount = readPastedAmount(event.clipboardData.getData('text'))
    if (!replacesAll && text !== '' && amount !== null) return
    event.preventDefault()
    if (amount !== null) onChange(amount)
  }
  const words = { label, help, error: error ?? null }
  return (
    <Field id={id} {...words}>
      <div className={cx(styles.wrap, size === 'lg' && styles.large, error && styles.wrapInvalid)}>
        {isUnitFirst && <span className={styles.prefix}>{unit}</span>}
        <input
          {...control}
          ref={input}
          id={id}
          type="text"
          inputMode="numeric"
          autoComplete="off"
          className={styles.input}
          value={showAmount(value, separator)}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, words)}
          onChange={(event) => {
            const typed = retype(event.target.value, event.target.selectionStart ?? event.target.value.length, separator)
            caret.current = typed.caret
            onChange(typed.value)
          }}
          onPaste={paste}
        />
        {!isUnitFirst && <span className={styles.suffix}>{unit}</span>}
      </div>
    </Field>
  )
}
