import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { describedBy, Field, type FieldLabels } from './Field.tsx'
import styles from './Field.module.css'
import { Icon } from '../Icon.tsx'

type Props<T extends string> = FieldLabels & {
  name: string
  value: T
  options: readonly { value: T; label: string }[]
  onChange: (value: T) => void
}

/** One choice of a short list, as a native select. */
export function SelectField<T extends string>({
  label,
  help,
  error,
  isOptional,
  options,
  onChange,
  ...control
}: Props<T>) {
  const id = useId()
  const labels = { label, help, error: error ?? null, ...(isOptional && { isOptional }) }
  return (
    <Field id={id} {...labels}>
      <div className={styles.select}>
        <select
          {...control}
          id={id}
          className={styles.input}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, labels)}
          onChange={(event) => {
            const chosen = options.find((option) => option.value === event.target.value)
            if (chosen) onChange(chosen.value)
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <Icon shape={ChevronDown} size="sm" />
      </div>
    </Field>
  )
}
