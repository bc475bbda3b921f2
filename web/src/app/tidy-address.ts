// Removes parameters from addresses that their screens do not read.
import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { notice } from '../lib/address-notice.ts'
import { type searchOf, ignoredParameters } from './search-params.ts'

/** Reads the search parameters of a route. */
export type SearchReader = ReturnType<typeof searchOf>

type Entering = {
  location: ParsedLocation
  matches: readonly { routeId: string; fullPath: string; params: Record<string, string> }[]
  preload: boolean
  /** From the router: the reader of a route; null where it has none. */
  context: { readerOf: (routeId: string) => SearchReader | null }
}

/** Removes unknown and unreadable parameters from the address. A removed filter of the screen is reported. */
export function tidyAddress(entering: unknown): void {
  // The router's type of its matches depends on this table of routes.
  const { location, matches, preload, context } = entering as Entering
  const leaf = matches.at(-1)
  // An address without a screen redirects to the home page.
  if (!leaf || leaf.routeId === '/$') return
  const readers = matches.map(({ routeId }) => context.readerOf(routeId)).filter((reader) => reader !== null)
  const given: Record<string, unknown> = location.search
  const read = Object.assign({}, ...readers.map((reader) => reader(given))) as Record<string, unknown>
  const ignored = ignoredParameters(given, read)
  if (ignored.length === 0) return
  const isFilterIgnored = ignored.some((name) => readers.some(({ names }) => names.includes(name)))
  if (!preload && isFilterIgnored) notice('filter-ignored', { pathname: location.pathname, search: read })
  throw redirect({ to: leaf.fullPath, params: leaf.params, search: read, hash: location.hash, replace: true })
}
