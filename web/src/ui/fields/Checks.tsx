import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Checkbox } from './Checkbox.tsx'
import styles from './Checks.module.css'
import { cx } from '../cx.ts'
import field from './Field.module.css'
import { Icon } from '../Icon.tsx'

export type CheckOption<T extends string> = { value: T; label: string; detail?: string; isDisabled?: boolean }

type Props<T extends string> = {
  legend: string
  isLegendHidden?: boolean
  options: readonly CheckOption<T>[]
  chosen: ReadonlySet<T> | readonly T[]
  onChange: (value: T, isChosen: boolean) => void
  error?: string | null
  /** Narrows the options, which then scroll below it. */
  search?: ReactNode
}

/** Several choices of a list, each with a checkbox. */
export function Checks<T extends string>({
  legend,
  isLegendHidden = false,
  options,
  chosen,
  onChange,
  error = null,
  search,
}: Props<T>) {
  const id = useId()
  const all = new Set(chosen)
  return (
    <fieldset className={styles.checks} aria-describedby={error ? `${id}-error` : undefined}>
      <legend className={isLegendHidden ? 'sr' : styles.legend}>{legend}</legend>
      {error && (
        <p className={field.error} id={`${id}-error`}>
          <Icon shape={CircleAlert} size="sm" />
          {error}
        </p>
      )}
      {search}
      <div className={cx(styles.options, search !== undefined && styles.searched)}>
        {options.map(({ value, label, detail, isDisabled = false }) => (
          <label key={value} className={isDisabled ? `${styles.option} ${styles.disabled}` : styles.option}>
            <Checkbox
              checked={all.has(value)}
              disabled={isDisabled}
              onChange={(isChecked) => onChange(value, isChecked)}
            />
            <span className={styles.text}>
              {label}
              {detail && <span className={styles.detail}>{detail}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
