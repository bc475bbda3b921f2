import { cx } from '../cx.ts'
import styles from './Amount.module.css'

type Props = {
  sign: string
  number: string
  unit: string
  isUnitFirst: boolean
  /** The same amount for screen readers, in plain digits. */
  spoken: string
  size?: 'md' | 'lg' | 'xl' | 'title'
  tone?: 'in' | 'out' | 'coming' | 'off'
}

export function Amount({ sign, number, unit, isUnitFirst, spoken, size, tone = 'out' }: Props) {
  const unitMark = (
    <span className={cx(styles.unit, isUnitFirst && styles.before)}>
      {isUnitFirst ? `${unit}\u00A0` : `\u00A0${unit}`}
    </span>
  )
  return (
    <span className={cx(styles.amount, styles[tone], size && styles[size])}>
      <span aria-hidden>
        {sign}
        {isUnitFirst && unitMark}
        {number}
        {!isUnitFirst && unitMark}
      </span>
      <span className="sr">{spoken}</span>
    </span>
  )
}
