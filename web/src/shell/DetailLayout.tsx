import type { ReactNode } from 'react'
import styles from './DetailLayout.module.css'

/** What a contract says: its story on the left, its conditions on the right, one under the other on a phone. */
export function DetailLayout({ aside, children }: { aside: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.layout}>
      <div className={styles.story}>{children}</div>
      <aside className={styles.aside}>{aside}</aside>
    </div>
  )
}

/** A block of the aside that stands out from it. */
export const Well = ({ children }: { children: ReactNode }) => <section className={styles.well}>{children}</section>
