import { ChevronDown } from 'lucide-react'
import { cx } from '../cx.ts'
import styles from './FilterSelect.module.css'
import { Icon } from '../Icon.tsx'

type Props = {
  /** Read by screen readers, and displayed while nothing is selected. */
  label: string
  value: string
  options: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}

/** A filter of a list as a native select; empty: no filter. */
export function FilterSelect({ label, value, options, onChange }: Props) {
  return (
    <span className={cx(styles.filter, value !== '' && styles.chosen)}>
      <select aria-label={label} value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{label}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon shape={ChevronDown} size="sm" />
    </span>
  )
}
