// Writes the no-break spaces of French into the catalogues of the portal: their sources have plain ones, which people can type.
import type { Plugin } from 'vite'
import { withFrenchSpacing } from 'contract/values/french-spacing.ts'

/** Runs after the loader of catalogues: between its strings, as JSON, there is no space. */
export const frenchCatalogues = (): Plugin => ({
  name: 'french-catalogues',
  transform: (code, id) => (id.endsWith('/fr.po') ? { code: withFrenchSpacing(code), map: null } : null),
})
