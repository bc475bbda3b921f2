import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import styles from './ChoiceRow.module.css'

type Props = {
  name: string
  value: string
  isChosen: boolean
  onChoose: () => void
  before?: ReactNode
  title: ReactNode
  detail?: ReactNode
  isDisabled?: boolean
  after?: ReactNode
}

/** A radio button whose whole card is clickable. */
export function ChoiceRow({
  name,
  value,
  isChosen,
  onChoose,
  before,
  title,
  detail,
  isDisabled = false,
  after,
}: Props) {
  return (
    <label className={cx(styles.choice, isChosen && styles.chosen, isDisabled && styles.disabled)}>
      <input type="radio" name={name} value={value} checked={isChosen} disabled={isDisabled} onChange={onChoose} />
      {before}
      <span className={styles.text}>
        <span className={styles.title}>{title}</span>
        {detail && <span className={styles.detail}>{detail}</span>}
      </span>
      {after && <span className={styles.after}>{after}</span>}
      <span className={styles.mark} aria-hidden />
    </label>
  )
}
