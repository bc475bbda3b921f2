import type { ReactNode } from 'react'
import styles from './Ledger.module.css'

export type LedgerRow = { id: string; title: ReactNode; detail: ReactNode; end?: ReactNode; isNew?: boolean }

/** A short list of movements or messages: two lines on the left, an amount on the right. */
export function Ledger({ rows }: { rows: readonly LedgerRow[] }) {
  return (
    <ul className={styles.ledger}>
      {rows.map(({ id, title, detail, end, isNew = false }) => (
        <li key={id} className={isNew ? styles.new : undefined}>
          <div className={styles.text}>
            <span className={styles.title}>{title}</span>
            <span className={styles.detail}>{detail}</span>
          </div>
          {end && <div className={styles.end}>{end}</div>}
        </li>
      ))}
    </ul>
  )
}
