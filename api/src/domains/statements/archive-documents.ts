// Many documents in one ZIP. One is made when the one before it has left, so that a hundred never stand in memory together.
import { Readable } from 'node:stream'
import type { Language } from 'contract/language.ts'
import { ZipFile } from 'yazl'
import { getBankIdentity } from '../bank/bank-identity-store.ts'
import type { Db } from '../../db/db.ts'
import { businessDate, type Clock } from '../../adapters/clock.ts'
import { markViewed, type Reader } from './document-store.ts'
import { translations } from './document-labels.ts'
import { type Found, getDocument, nameOf, renderDocument } from './open-document.ts'

/** Names of one folder: those that several documents have get a number. */
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
  // All are looked for first: once a file has begun to leave, nothing can be refused any more.
  for (const id of chosen) found.push(await getDocument(db, reader.account_id, id))
  await markViewed(db, reader, chosen, now)
  const zip = new ZipFile()
  const names = distinguish(found.map((one) => nameOf(one, 'pdf', lang)))
  const output = Readable.from(zip.outputStream, { objectMode: false })
  for (const [index, one] of found.entries())
    zip.addReadStreamLazy(names[index] ?? '', { mtime: now }, (send) => {
      renderDocument(db, one, 'pdf', bank, lang).then(
        ({ content }) => send(null, Buffer.isBuffer(content) ? Readable.from([content]) : content),
        // What has left cannot be taken back: the file ends before its end, and the browser says so.
        (error: Error) => output.destroy(error),
      )
    })
  zip.end()
  return { file_name: `${translations[lang].archive}-${businessDate(clock)}.zip`, media_type: 'application/zip', content: output }
}
