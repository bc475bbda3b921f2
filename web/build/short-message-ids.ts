// Shortens the ids of sentences in the code and in the catalogues: random texts do not compress, and there are two thousand.
import type { Plugin } from 'vite'

const MIN_LENGTH = 3

/** The shortest beginning of each id that no other id has. */
export function shortenIds(ids: Iterable<string>): ReadonlyMap<string, string> {
  const all = [...new Set(ids)].sort()
  const inCommon = (one: string, other = '') => {
    let length = 0
    while (length < one.length && one[length] === other[length]) length += 1
    return length
  }
  return new Map(
    all.map((id, index) => {
      const length = Math.max(inCommon(id, all[index - 1]), inCommon(id, all[index + 1])) + 1
      return [id, id.slice(0, Math.max(MIN_LENGTH, length))]
    }),
  )
}

// As the macro and the loader of catalogues write them.
const ID_IN_CODE = /(\bid: ?["'`])([\w-]{6})(?=["'`])/g
const ID_IN_CATALOGUE = /([{,]\\?["'])([\w-]{6})(?=\\?["']:)/g

export function shortMessageIds(): Plugin {
  const ids = new Set<string>()
  let short: ReadonlyMap<string, string> | null = null
  const isCatalogue = (id: string) => id.endsWith('.po')
  return {
    name: 'short-message-ids',
    apply: 'build',
    transform(code, id) {
      if (isCatalogue(id)) for (const [, , found = ''] of code.matchAll(ID_IN_CATALOGUE)) ids.add(found)
      return null
    },
    renderChunk(code, { moduleIds }) {
      short ??= shortenIds(ids)
      const form = moduleIds.some(isCatalogue) ? ID_IN_CATALOGUE : ID_IN_CODE
      return {
        code: code.replace(form, (all, before: string, id: string) => (short?.has(id) ? before + short.get(id) : all)),
        map: null,
      }
    },
  }
}
