import type { ReactNode } from 'react'
import { Skeleton, SkeletonRows } from '../ui/Skeleton.tsx'

/** Content that appears as a whole: what is loaded later and inserted in it would move the rest. */
export const Loaded = ({ isReady, children }: { isReady: boolean; children: ReactNode }) =>
  isReady ? (
    children
  ) : (
    <Skeleton>
      <SkeletonRows count={8} hasTile hasHead />
    </Skeleton>
  )
