// Where the pictures of the catalogue are written, and how they are called.
import { fileURLToPath } from 'node:url'

export const picturesFolder = fileURLToPath(new URL('../../dist/screens/', import.meta.url))
export const pictureName = (screen: string, project: string) => `${screen}-${project}.png`
