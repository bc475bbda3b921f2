import { createStore, useStore } from '../lib/store.ts'
import type * as identityIcons from './identity-icons.ts'

const icons = createStore<typeof identityIcons | null>(null)
// Requested with the first list of identities. Without them a picture has its tint alone.
void import('./identity-icons.ts').then(icons.set, () => undefined)

/** The glyphs of identities; null until they are loaded. */
export const useIdentityIcons = () => useStore(icons)
