import type { ComponentType } from 'react'
import { openCatalogue } from '../../lib/language.ts'
import { lazyPart } from '../../shell/lazy-part.tsx'
import { instantCatalogue } from './catalogue.ts'

/** A part of this domain in a screen of another one: it is loaded with its sentences when it is rendered. */
export const instantPart = <Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> =>
  lazyPart(async () => (await Promise.all([load(), openCatalogue(instantCatalogue)]))[0])
