// Hashes the sources of a build, to tell whether it is up to date.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { inProject, root } from './project.ts'

const notSources = /(^|\/)(node_modules|dist[^/]*|test)(\/|$)|\.test\.tsx?$/

/** All files in a folder and the folders in it, in the order of their names. */
export function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

/** The SHA-256 of names and contents of these files and folders of the project, without tests. */
export function hashOf(sources: readonly string[]): string {
  const hash = createHash('sha256')
  for (const source of sources.map((name) => inProject(name))) {
    for (const file of statSync(source).isDirectory() ? filesUnder(source) : [source]) {
      const name = file.slice(root.length + 1)
      if (!notSources.test(name)) hash.update(`${name}\0`).update(readFileSync(file))
    }
  }
  return hash.digest('hex')
}
