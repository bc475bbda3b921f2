import type { ReactNode } from 'react'
import styles from './StickyBar.module.css'

/** What may be done with what was chosen above: it stays in sight while the list scrolls. */
export const StickyBar = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={styles.bar} role="region" aria-label={label}>
    {children}
  </div>
)
