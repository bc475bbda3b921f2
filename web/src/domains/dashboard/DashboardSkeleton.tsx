import { SkeletonBlock, Skeleton, SkeletonRows } from '../../ui/Skeleton.tsx'
import styles from './DashboardScreen.module.css'
import shape from './DashboardSkeleton.module.css'

/** Has the same shape as the content, so that nothing moves when it is loaded. */
export function DashboardSkeleton() {
  return (
    <Skeleton>
      <div className={styles.grid}>
        <div className={styles.main}>
          <div>
            <SkeletonBlock width={13} height={1.25} />
            <div className={shape.balance}>
              <SkeletonBlock width={18} height={3} />
            </div>
            <SkeletonBlock width={15} height={1.25} />
            <div className={shape.quick}>
              <SkeletonBlock width={11} height={2.75} />
              <SkeletonBlock width={9} height={2.75} />
            </div>
            <div className={shape.chart}>
              <SkeletonBlock width={60} height={12.25} />
            </div>
          </div>
          <div>
            <SkeletonRows count={8} hasTile hasHead />
          </div>
        </div>
        <div className={styles.rail}>
          <div>
            <SkeletonRows count={5} hasTile hasHead />
          </div>
        </div>
      </div>
    </Skeleton>
  )
}
