import { type ComponentType, lazy, Suspense } from 'react'
import { fetchPart } from '../lib/lazy-part.ts'

/** A lazily loaded part of a screen, such as a dialog. */
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
