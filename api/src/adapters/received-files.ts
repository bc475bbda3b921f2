// Reads the files that other systems put into a folder: each is processed once; a file that cannot be read is moved aside with the reason.
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from './ids.ts'
import { freeNameIn, listFiles, moveFile, writeWhole } from './whole-files.ts'

/** The outcome of a whole message: `refused` with a sentence, or applied with the lines that need attention. */
export type Reception = { outcome: 'applied' | 'repeated'; remarks: string[] } | { outcome: 'refused'; why: string }

const SETTLED_MS = 60_000

/** An unreadable file may still be written: it is tried again for a minute. */
async function mayStillGrow(path: string): Promise<boolean> {
  const { mtimeMs } = await stat(path)
  return Date.now() - mtimeMs < SETTLED_MS
}

/**
 * Processes every file of the folder: applied ones are moved to `done`, others to `refused`, with a note if they need
 * attention. Answers how many.
 */
export async function takeFiles(
  folder: string,
  receive: (name: string, content: Buffer) => Promise<Reception>,
): Promise<number> {
  const [done, refused] = [join(folder, 'done'), join(folder, 'refused')]
  let taken = 0
  for (const name of await listFiles(folder, '.xml')) {
    const path = join(folder, name)
    const content = await readFile(path).catch(() => null)
    // Another worker has moved it meanwhile.
    if (!content) continue
    const reception = await receive(name, content)
    if (reception.outcome === 'refused' && (await mayStillGrow(path).catch(() => true))) continue
    const notes = reception.outcome === 'refused' ? [`The file was not applied: ${reception.why}.`] : reception.remarks
    const kept = reception.outcome === 'refused' ? refused : done
    // The note is written first, so that a moved file always has its note; that of an earlier file of the same name stays.
    const keptName = await freeNameIn(kept, name, newId())
    if (notes.length > 0) await writeWhole(kept, `${keptName}.reason.txt`, `${notes.join('\n')}\n`, newId())
    await moveFile(path, kept, keptName, newId())
    taken += 1
  }
  return taken
}
