import { lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { type Catalogue, openCatalogue } from '../../lib/language.ts'
import { fetchPart } from '../../lib/lazy-part.ts'

/** A screen with its catalogues: it is rendered once both are loaded. */
export function screen<Name extends string>(
  load: () => Promise<Record<Name, ComponentType>>,
  name: Name,
  ...needed: Catalogue[]
) {
  return lazyRouteComponent(
    () => fetchPart(async () => (await Promise.all([load(), ...needed.map(openCatalogue)]))[0]),
    name,
  )
}
