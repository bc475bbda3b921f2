// Reads the files that other systems put into a folder: each is processed once; a file that cannot be read is moved aside with the reason.
import { readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isUnavailable } from '../db/unavailable.ts'
import { newId } from './ids.ts'
import { freeNameIn, listFiles, moveFile, writeWhole } from './whole-files.ts'

/** The outcome of a whole message: `refused` with a sentence, or applied with the lines that need attention. */
export type Reception = { outcome: 'applied' | 'repeated'; remarks: string[] } | { outcome: 'refused'; reason: string }

const SETTLED_MS = 60_000

/** An unreadable file may still be written: it is tried again for a minute. */
async function mayStillGrow(path: string): Promise<boolean> {
  const { mtimeMs } = await stat(path)
  return Date.now() - mtimeMs < SETTLED_MS
}

type Receive = (name: string, content: Buffer) => Promise<Reception>

/** Processes one file; false where it stays for later, or another worker has moved it. */
async function takeFile(folder: string, name: string, receive: Receive): Promise<boolean> {
  const path = join(folder, name)
  const content = await readFile(path).catch(() => null)
  // Another worker has moved it meanwhile.
  if (!content) return false
  const reception = await receive(name, content)
  if (reception.outcome === 'refused' && (await mayStillGrow(path).catch(() => true))) return false
  const notes = reception.outcome === 'refused' ? [`The file was not applied: ${reception.reason}.`] : reception.remarks
  const kept = join(folder, reception.outcome === 'refused' ? 'refused' : 'done')
  // The note is written first, so that a moved file always has its note; that of an earlier file of the same name stays.
  const keptName = await freeNameIn(kept, name, newId())
  const note = `${keptName}.reason.txt`
  if (notes.length > 0) await writeWhole(kept, note, `${notes.join('\n')}\n`, newId())
  if (await moveFile(path, kept, keptName, newId())) return true
  // Another worker has moved it, with the note of its first name.
  if (keptName !== name) await rm(join(kept, note), { force: true })
  return false
}

/**
 * Processes every file of the folder: applied ones are moved to `done`, others to `refused`, with a note if they need
 * attention. Answers how many. A file that cannot be processed stays, and does not stop those after it: the first error is
 * thrown at the end.
 */
export async function takeFiles(folder: string, receive: Receive): Promise<number> {
  let taken = 0
  let failure: Error | null = null
  for (const name of await listFiles(folder, '.xml')) {
    try {
      if (await takeFile(folder, name, receive)) taken += 1
    } catch (error) {
      // Without the database no other file can be processed either.
      if (isUnavailable(error)) throw error
      failure ??= new Error(`the file ${name} could not be processed`, { cause: error })
    }
  }
  if (failure) throw failure
  return taken
}
