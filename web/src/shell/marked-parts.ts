import { folded } from 'contract/values/folded.ts'

/** A text in parts: those that a search has found, without regard to case and accents, and those between them. */
export function markedParts(written: string, searched: string): { text: string; isFound: boolean }[] {
  const text = written.normalize('NFC')
  const [plain, wanted] = [folded(text), folded(searched.trim())]
  // Folded, Korean letters come apart: the places of a text with them are not known.
  if (wanted === '' || plain.length !== text.length) return [{ text, isFound: false }]
  const parts = []
  let done = 0
  for (let at = plain.indexOf(wanted); at >= 0; at = plain.indexOf(wanted, done)) {
    parts.push({ text: text.slice(done, at), isFound: false })
    done = at + wanted.length
    parts.push({ text: text.slice(at, done), isFound: true })
  }
  return [...parts, { text: text.slice(done), isFound: false }].filter((part) => part.text !== '')
}
