import { folded } from 'contract/values/folded.ts'

/** A text in parts: those that a search has found, without regard to case and accents, and those between them. */
export function markedParts(text: string, searched: string): { text: string; isFound: boolean }[] {
  const wanted = folded(searched.trim())
  if (wanted === '') return [{ text, isFound: false }]
  // Which character of the text each unit of the folded text comes from.
  const characters = Array.from(text)
  const origin = characters.flatMap((character, index) =>
    folded(character)
      .split('')
      .map(() => index),
  )
  const plain = characters.map((character) => folded(character)).join('')
  const parts: { text: string; isFound: boolean }[] = []
  const add = (from: number, to: number, isFound: boolean) => {
    if (to > from) parts.push({ text: characters.slice(from, to).join(''), isFound })
  }
  let [done, place] = [0, plain.indexOf(wanted)]
  while (place >= 0) {
    const first = origin[place] ?? 0
    const end = (origin[place + wanted.length - 1] ?? 0) + 1
    add(done, first, false)
    add(Math.max(done, first), end, true)
    done = end
    place = plain.indexOf(wanted, place + wanted.length)
  }
  add(done, characters.length, false)
  return parts
}
