import type { UseQueryResult } from '@tanstack/react-query'
import { Skeleton, SkeletonBlock, SkeletonRows } from '../ui/Skeleton.tsx'
import { PageProblem } from './Problem.tsx'

/** The content of a panel whose object is not loaded: its outline, or the reason. */
export function PendingDetail({
  query,
  problem,
  onClose,
}: {
  query: UseQueryResult<unknown, Error>
  /** The title where it could not be loaded. */
  problem: string
  onClose: () => void
}) {
  if (query.isError)
    return <PageProblem title={problem} error={query.error} list={onClose} onRetry={() => void query.refetch()} />
  return (
    <Skeleton>
      <SkeletonBlock width={14} height={2.25} />
      <SkeletonRows count={5} />
    </Skeleton>
  )
}
