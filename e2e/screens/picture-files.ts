// Names the files of the pictures of the catalogue.
import { fileURLToPath } from 'node:url'

export const picturesFolder = fileURLToPath(new URL('../../dist/screens/', import.meta.url))
export const pictureName = (screen: string, project: string) => `${screen}-${project}.png`
