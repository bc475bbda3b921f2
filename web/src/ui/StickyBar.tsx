import type { ReactNode } from 'react'
import styles from './StickyBar.module.css'

/** The actions on the selection: the bar stays visible while the list scrolls. */
export const StickyBar = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={`${styles.bar} no-print`} role="region" aria-label={label}>
    {children}
  </div>
)
