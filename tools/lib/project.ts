// Defines the paths of the project for every tool.
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')
export const inProject = (...parts: string[]): string => join(root, ...parts)

export const webRoot = inProject('web/dist')
/** The bundled programs of the bank. */
export const bundles = inProject('dist')
export const installedPrograms = inProject('node_modules/.bin')
