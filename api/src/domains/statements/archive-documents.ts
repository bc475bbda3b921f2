// Streams several documents as one ZIP file. Each is created after the former one was sent, so that memory holds one at a time.
import { Readable } from 'node:stream'
import type { Language } from 'contract/language.ts'
import { ZipFile } from 'yazl'
import { getBankIdentity } from '../bank/bank-identity-store.ts'
import type { Db } from '../../db/db.ts'
import { businessDate, type Clock } from '../../adapters/clock.ts'
import { markViewed, type Reader } from './document-store.ts'
import { translations } from './document-labels.ts'
import { type Found, getDocument, nameOf, renderDocument } from './open-document.ts'

/** Makes file names unique: those that several documents share get a number. */
function distinguish(names: readonly string[]): string[] {
  const times = new Map<string, number>()
  return names.map((name) => {
    const time = (times.get(name) ?? 0) + 1
    times.set(name, time)
    return time === 1 ? name : name.replace(/(\.[^.]+)$/, `-${time}$1`)
  })
}

export async function archiveDocuments(
  { db, clock }: { db: Db; clock: Clock },
  reader: Reader,
  { ids, lang }: { ids: readonly string[]; lang: Language },
) {
  const now = clock.now()
  const chosen = [...new Set(ids)]
  const bank = await getBankIdentity(db)
  const found: Found[] = []
  // All are found first: once a file has begun to stream, nothing can be refused any more.
  for (const id of chosen) found.push(await getDocument(db, reader, id))
  await markViewed(db, reader, chosen, now)
  const zip = new ZipFile()
  const names = distinguish(found.map((one) => nameOf(one, 'pdf', lang)))
  const output = Readable.from(zip.outputStream, { objectMode: false })
  for (const [index, one] of found.entries())
    zip.addReadStreamLazy(names[index] ?? '', { mtime: now }, (send) => {
      renderDocument(db, one, 'pdf', bank, lang).then(
        ({ content }) => send(null, Buffer.isBuffer(content) ? Readable.from([content]) : content),
        // Sent bytes cannot be withdrawn: the file is cut short, and the browser reports a failed download.
        (error: Error) => output.destroy(error),
      )
    })
  zip.end()
  return {
    file_name: `${translations[lang].archive}-${businessDate(clock)}.zip`,
    media_type: 'application/zip',
    content: output,
  }
}
