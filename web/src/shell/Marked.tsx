import { markedParts } from './marked-parts.ts'

/** A text with the parts marked that a search has found. */
export function Marked({ text, searched }: { text: string; searched: string }) {
  return markedParts(text, searched).map((part, index) =>
    // Parts have no identity but their place.
    part.isFound ? <mark key={index}>{part.text}</mark> : <span key={index}>{part.text}</span>,
  )
}
