import { cx } from './cx.ts'
import styles from './Meter.module.css'

/** How much of a whole is reached, from 0 to 1. Its figures stand beside it: the bar only draws them. */
export function Meter({ value, label, isLarge = false }: { value: number; label: string; isLarge?: boolean }) {
  const percent = Math.min(100, Math.max(0, value * 100))
  return (
    <div
      className={cx(styles.meter, isLarge && styles.large)}
      role="meter"
      aria-label={label}
      aria-valuenow={Math.round(percent)}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <span style={{ inlineSize: `${percent}%` }} />
    </div>
  )
}
