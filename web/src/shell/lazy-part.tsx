import { type ComponentType, lazy, Suspense } from 'react'
import { type Catalogue, openCatalogue } from '../lib/language.ts'
import { fetchPart } from '../lib/lazy-part.ts'

/** A lazily loaded part of a screen, such as a dialog, with the catalogues that may not be loaded yet. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  ...needed: Catalogue[]
): ComponentType<Props> {
  const Part = lazy(async () => ({
    default: await fetchPart(async () => (await Promise.all([load(), ...needed.map(openCatalogue)]))[0]),
  }))
  return function LazyPart(props: Props) {
    return (
      <Suspense fallback={null}>
        <Part {...props} />
      </Suspense>
    )
  }
}
