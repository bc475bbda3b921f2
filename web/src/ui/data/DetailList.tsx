import type { ReactNode } from 'react'
import { cx } from '../cx.ts'
import styles from './DetailList.module.css'

export type DetailItem = { name: string; value: ReactNode; action?: ReactNode }

/** Names and values, one below the other. */
export function DetailList({ facts, look }: { facts: readonly DetailItem[]; look?: 'edit' | 'copy' | 'narrow' }) {
  return (
    <dl className={cx(styles.facts, look && styles[look])}>
      {facts.map(({ name, value, action }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <span className={styles.value}>{value}</span>
            {action}
          </dd>
        </div>
      ))}
    </dl>
  )
}
