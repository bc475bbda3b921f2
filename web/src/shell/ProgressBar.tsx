import { useIsWaiting } from '../lib/api/progress.ts'
import styles from './ProgressBar.module.css'

/** At the top of the window while requests run, after 150 ms. */
export function ProgressBar() {
  return useIsWaiting() ? <div className={styles.bar} aria-hidden /> : null
}
