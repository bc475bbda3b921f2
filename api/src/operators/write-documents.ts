// Writes documents of customers into a folder, for operators to open them.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The name of a file on the disk: no path, and short enough for every file system. Its end has its kind. */
const safeName = (name: string) => [...name.replaceAll(/[^\p{L}\p{N}._ -]/gu, '_')].slice(-100).join('')

/** Writes the documents, each under its number and its name, into a folder, which is created. Answers their paths. */
export async function writeDocuments<Document extends { name: string }>(
  documents: readonly Document[],
  folder: string,
  read: (document: Document) => Promise<{ content: Buffer }>,
): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  return Promise.all(
    documents.map(async (document, index) => {
      const path = join(folder, `${index + 1}-${safeName(document.name)}`)
      await writeFile(path, (await read(document)).content)
      return path
    }),
  )
}
