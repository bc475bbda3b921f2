// Writes files that other programs read from a folder: complete or absent, and durable after a power failure.
import { access, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** The directory must be synced too: otherwise a renamed file may be lost. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

const isAbsent = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT'

export async function makeFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
}

/**
 * Writes a file under its name only after all of it is on the disk. `part` distinguishes the temporary files of two
 * processes.
 */
export async function writeWhole(folder: string, name: string, content: string | Buffer, part: string): Promise<void> {
  await makeFolder(folder)
  const unfinished = join(folder, `.${name}.${part}`)
  const handle = await open(unfinished, 'w', 0o600)
  try {
    await handle.writeFile(content)
    await handle.sync()
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  } finally {
    await handle.close()
  }
  await rename(unfinished, join(folder, name))
  await syncFolder(folder)
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  )

/** The name for a file in a folder: another one if a file with its name is there. */
export const freeNameIn = async (folder: string, name: string, part: string): Promise<string> =>
  (await exists(join(folder, name))) ? `${part}-${name}` : name

/** Moves a file, under another name if one with its name exists. False if it is gone: another process has moved it. */
export async function moveFile(from: string, folder: string, name: string, part: string): Promise<boolean> {
  await makeFolder(folder)
  try {
    await rename(from, join(folder, await freeNameIn(folder, name, part)))
  } catch (error) {
    if (isAbsent(error)) return false
    throw error
  }
  await syncFolder(folder)
  return true
}

/**
 * The names of the files in a folder with this ending, sorted; none if the folder is absent. Names of incomplete files
 * begin with a dot.
 */
export async function listFiles(folder: string, ending: string): Promise<string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    return entries
      .filter((entry) => entry.isFile() && entry.name.endsWith(ending) && !entry.name.startsWith('.'))
      .map(({ name }) => name)
      .toSorted()
  } catch (error) {
    if (isAbsent(error)) return []
    throw error
  }
}
