import type { ReactNode } from 'react'
import styles from './ChoiceRow.module.css'

type Props = {
  name: string
  value: string
  isChosen: boolean
  onChoose: () => void
  before?: ReactNode
  title: ReactNode
  detail?: ReactNode
}

/** A radio whose whole card is the target. */
export function ChoiceRow({ name, value, isChosen, onChoose, before, title, detail }: Props) {
  return (
    <label className={isChosen ? `${styles.choice} ${styles.chosen}` : styles.choice}>
      <input type="radio" name={name} value={value} checked={isChosen} onChange={onChoose} />
      {before}
      <span className={styles.text}>
        <span className={styles.title}>{title}</span>
        {detail && <span className={styles.detail}>{detail}</span>}
      </span>
      <span className={styles.mark} aria-hidden />
    </label>
  )
}
