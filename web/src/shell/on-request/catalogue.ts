import type { Catalogue } from '../../lib/language.ts'

/** The sentences of what a list or a document opens on request: windows of filters, exports, the viewer of files. */
export const onRequest: Catalogue = { fr: () => import('./locales/fr.po'), en: () => import('./locales/en.po') }
