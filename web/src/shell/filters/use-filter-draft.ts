import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type Filter, foundIn, given, type ListQuery, type ListReply } from './filter.ts'

type Given<F, R extends ListReply> = {
  filter: F
  filters: readonly Filter<F>[]
  query: ListQuery<F, R>
  onChange: (filter: F) => void
}

/** Values that are chosen but not applied yet, with the number of rows that they would find. */
export function useFilterDraft<F extends object, R extends ListReply>({
  filter,
  filters,
  query,
  onChange,
}: Given<F, R>) {
  const [draft, setDraft] = useState(filter)
  const [rejections, setRejections] = useState(0)
  const isWrong = filters.some((one) => one.isWrong?.(draft))
  const count = foundIn(useQuery({ ...query(given(draft)), enabled: !isWrong }))
  return {
    draft,
    set: (part: Partial<F>) => setDraft((before) => ({ ...before, ...part })),
    isTried: rejections > 0,
    count: isWrong ? undefined : count,
    // Filters are chosen again in a moment.
    form: { rejections, hasProblems: isWrong, isDirty: false },
    /** Applies the draft, or shows its errors. */
    apply: (onDone: () => void) => {
      if (isWrong) return setRejections(rejections + 1)
      onChange(given(draft))
      onDone()
    },
  }
}
