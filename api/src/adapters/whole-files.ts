// Files that other programs pick up from a folder: whole or absent, and still there after a power cut.
import { access, mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** What a directory lists must reach the disk too: a file that was renamed may be forgotten otherwise. */
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

/** Writes a file under its name only when all of it is on the disk. `part` sets the attempts of two processes apart. */
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

/** Moves a file, beside one of its name that lies there already. False where it is gone: another process was faster. */
export async function moveFile(from: string, folder: string, name: string, part: string): Promise<boolean> {
  await makeFolder(folder)
  try {
    await rename(from, join(folder, (await exists(join(folder, name))) ? `${part}-${name}` : name))
  } catch (error) {
    if (isAbsent(error)) return false
    throw error
  }
  await syncFolder(folder)
  return true
}

/** The names of the files of a folder with this ending, in order; none where the folder is absent. Unfinished ones begin with a point. */
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
