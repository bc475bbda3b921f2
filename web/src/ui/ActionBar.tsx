import type { ReactNode } from 'react'
import styles from './ActionBar.module.css'

type Props = {
  label: string
  title: string
  detail: string
  /** Quiet actions first, the primary button last. */
  children: ReactNode
}

/** The dark bar of a decision on what is chosen: it stays visible while the list scrolls. */
export const ActionBar = ({ label, title, detail, children }: Props) => (
  <div className={`${styles.bar} no-print`} role="region" aria-label={label}>
    <p aria-live="polite">
      <b className="num">{title}</b>
      <span>{detail}</span>
    </p>
    {children}
  </div>
)

type ActionProps = { isDisabled?: boolean; isMinor?: boolean; onPress: () => void; children: ReactNode }

/** A quiet action of the bar. A minor one is left out on a phone. */
export const BarAction = ({ isDisabled = false, isMinor = false, onPress, children }: ActionProps) => (
  <button
    type="button"
    className={isMinor ? `${styles.quiet} ${styles.minor}` : styles.quiet}
    disabled={isDisabled}
    onClick={onPress}
  >
    {children}
  </button>
)
