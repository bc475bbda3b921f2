import type { ReactNode } from 'react'
import styles from './SummaryBand.module.css'

type Total = { name: string; value: ReactNode; under?: ReactNode }

/** The totals of a list, above it. */
export function SummaryBand({ totals }: { totals: readonly Total[] }) {
  return (
    <dl className={styles.band}>
      {totals.map(({ name, value, under }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
          {under && <dd className={styles.under}>{under}</dd>}
        </div>
      ))}
    </dl>
  )
}
