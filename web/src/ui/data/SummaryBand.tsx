import type { ReactNode } from 'react'
import styles from './SummaryBand.module.css'

type Total = {
  name: string
  value: ReactNode
  under?: ReactNode
  /** What changes it, beside the name. */ action?: ReactNode
}

/** The totals of a list, above it. */
export function SummaryBand({ totals }: { totals: readonly Total[] }) {
  return (
    <dl className={styles.band}>
      {totals.map(({ name, value, under, action }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
          {under && <dd className={styles.under}>{under}</dd>}
          {action && <dd className={styles.action}>{action}</dd>}
        </div>
      ))}
    </dl>
  )
}
