import type { ReactNode } from 'react'
import styles from './SummaryBand.module.css'

type Figure = { name: string; value: ReactNode; under?: ReactNode }

/** The few figures that sum a list up, above it. */
export function SummaryBand({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className={styles.band}>
      {figures.map(({ name, value, under }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
          {under && <dd className={styles.under}>{under}</dd>}
        </div>
      ))}
    </dl>
  )
}
