/** The sentences of this domain, for its screens and for its parts in screens of other domains. */
export const instantCatalogue = { fr: () => import('./locales/fr.po'), en: () => import('./locales/en.po') }
