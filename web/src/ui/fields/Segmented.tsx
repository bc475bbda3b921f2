import styles from './Segmented.module.css'

type Props<T extends string> = {
  label: string
  value: T
  options: readonly { value: T; label: string; lang?: string }[]
  onChange: (value: T) => void
}

/** Two to four choices of which one is selected. */
export function Segmented<T extends string>({ label, value, options, onChange }: Props<T>) {
  return (
    <div className={`${styles.segmented} no-print`} role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          lang={option.lang}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}
