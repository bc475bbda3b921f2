import { type ComponentType, lazy, Suspense } from 'react'
import { fetchPart } from '../lib/lazy-part.ts'

/** A part of a screen that comes when it is first shown: a dialog that most visits never open. */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Part = lazy(async () => ({ default: await fetchPart(load) }))
  return function LazyPart(props: Props) {
    return (
      <Suspense fallback={null}>
        <Part {...props} />
      </Suspense>
    )
  }
}
