import type { ReactNode } from 'react'
import styles from './DetailLayout.module.css'

/** The layout of a contract: its history on the left, its conditions on the right, one below the other on a phone. */
export function DetailLayout({ aside, children }: { aside: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.layout}>
      <div className={styles.story}>{children}</div>
      <aside className={styles.aside}>{aside}</aside>
    </div>
  )
}

/** A highlighted block of the aside. */
export const Well = ({ children }: { children: ReactNode }) => <section className={styles.well}>{children}</section>
