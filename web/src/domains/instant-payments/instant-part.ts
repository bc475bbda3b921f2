import type { ComponentType } from 'react'
import { openCatalogue } from '../../lib/language.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'

const catalogue = { fr: () => import('./locales/fr.po'), en: () => import('./locales/en.po') }

/** A part of this domain, for screens of any domain: it is loaded with its sentences when it is rendered. */
export const instantPart = <Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> =>
  lazyPart(async () => (await Promise.all([load(), openCatalogue(catalogue)]))[0])
