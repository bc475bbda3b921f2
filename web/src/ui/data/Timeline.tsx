import { Check, Clock, X } from 'lucide-react'
import { cx } from '../cx.ts'
import { Icon } from '../Icon.tsx'
import styles from './Timeline.module.css'

const icons = { done: Check, now: Clock, failed: X }
export type Moment = { title: string; detail: string; state: keyof typeof icons }

/** A history, oldest first. */
export function Timeline({ moments }: { moments: readonly Moment[] }) {
  return (
    <ol className={styles.timeline}>
      {moments.map(({ title, detail, state }, index) => (
        // Entries may be equal, and new ones are only added at the end.
        <li key={index} className={cx(styles[state])}>
          <span className={styles.dot}>
            <Icon shape={icons[state]} size="xs" />
          </span>
          <div>
            <p className={styles.title}>{title}</p>
            <p className="muted small num">{detail}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}
