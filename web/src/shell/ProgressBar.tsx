import { useRouterState } from '@tanstack/react-router'
import { useIsWaiting } from '../lib/api/progress.ts'
import styles from './ProgressBar.module.css'

/** At the top of the window while requests run or the next screen is being loaded, after 150 ms. */
export function ProgressBar() {
  const isWaiting = useIsWaiting()
  const isLeaving = useRouterState({ select: ({ status }) => status === 'pending' })
  return isWaiting || isLeaving ? <div className={styles.bar} aria-hidden /> : null
}
