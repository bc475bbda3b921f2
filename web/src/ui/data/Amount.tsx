import { cx } from '../cx.ts'
import styles from './Amount.module.css'

type Props = {
  sign: string
  number: string
  unit: string
  /** The same amount for screen readers, in plain digits. */
  spoken: string
  size?: 'md' | 'lg' | 'xl' | 'title'
  tone?: 'in' | 'out' | 'coming' | 'off'
}

export function Amount({ sign, number, unit, spoken, size, tone = 'out' }: Props) {
  return (
    <span className={cx(styles.amount, styles[tone], size && styles[size])}>
      <span aria-hidden>
        {sign}
        {number}
        <span className={styles.unit}>{`\u00A0${unit}`}</span>
      </span>
      <span className="sr">{spoken}</span>
    </span>
  )
}
