// Reads the files that other systems put into a folder: each is processed once; a file that cannot be read is moved aside with the reason.
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from './ids.ts'
import { listFiles, moveFile, writeWhole } from './whole-files.ts'

/** What a message as a whole comes to: `refused` in a sentence, or applied with the lines that people must look at. */
export type Reception = { outcome: 'applied' | 'repeated'; remarks: string[] } | { outcome: 'refused'; why: string }

const SETTLED_MS = 60_000

/** A file that cannot be read may be one that is still being copied here: it has a minute. */
async function mayStillGrow(path: string): Promise<boolean> {
  const { mtimeMs } = await stat(path)
  return Date.now() - mtimeMs < SETTLED_MS
}

/**
 * Takes every file of the folder: `done` holds those that were applied, `refused` the others, each with a note where
 * people must look. Answers how many were taken.
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
    // The note first: a file that has moved has its note beside it.
    if (notes.length > 0) await writeWhole(kept, `${name}.reason.txt`, `${notes.join('\n')}\n`, newId())
    await moveFile(path, kept, name, newId())
    taken += 1
  }
  return taken
}
