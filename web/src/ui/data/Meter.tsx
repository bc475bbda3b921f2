import { cx } from '../cx.ts'
import styles from './Meter.module.css'

type Props = {
  value: number
  label: string
  /** The text for screen readers, if a percentage says too little. */
  labels?: string
  isLarge?: boolean
  /** Close to the maximum. */
  isNear?: boolean
}

/** A share from 0 to 1 as a bar. Its numbers are beside it. */
export function Meter({ value, label, labels, isLarge = false, isNear = false }: Props) {
  const percent = Math.min(100, Math.max(0, value * 100))
  return (
    <div
      className={cx(styles.meter, isLarge && styles.large, isNear && styles.near)}
      role="meter"
      aria-label={label}
      aria-valuenow={Math.round(percent)}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuetext={labels}
    >
      <span style={{ inlineSize: `${percent}%` }} />
    </div>
  )
}
