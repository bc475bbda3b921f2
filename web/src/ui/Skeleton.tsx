import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import styles from './Skeleton.module.css'

/** One grey bar; sizes in rem. */
export const SkeletonBlock = ({ width, height }: { width: number; height?: number }) => (
  <span className={styles.bone} style={{ width: `${width}rem`, ...(height && { height: `${height}rem` }) }} />
)

/** A skeleton of the expected content. It appears after 150 ms, so that a fast answer does not flicker; screen readers announce it once. */
export function Skeleton({ children }: { children: ReactNode }) {
  return (
    <div className={styles.skeleton}>
      <p className="sr" role="status">
        <Trans>Chargement en cours</Trans>
      </p>
      <div aria-hidden>{children}</div>
    </div>
  )
}

const ROW_WIDTHS = [11, 14, 9, 13, 10, 12]

/** Rows like those of a list. */
export function SkeletonRows({
  count,
  hasTile = false,
  hasHead = false,
}: {
  count: number
  hasTile?: boolean
  hasHead?: boolean
}) {
  return (
    <>
      {hasHead && (
        <div className={`${styles.row} ${styles.head}`}>
          <SkeletonBlock width={9} height={1} />
          <SkeletonBlock width={8} />
        </div>
      )}
      {Array.from({ length: count }, (_, index) => (
        <div className={styles.row} key={index}>
          {hasTile && <span className={`${styles.bone} ${styles.tile}`} />}
          <span className={styles.text}>
            <SkeletonBlock width={ROW_WIDTHS[index % ROW_WIDTHS.length] ?? 10} />
            <SkeletonBlock width={6} height={0.625} />
          </span>
          <SkeletonBlock width={6.5} />
        </div>
      ))}
    </>
  )
}
