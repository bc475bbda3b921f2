// Groups the digits of an amount while typing, and keeps the caret in place.
import { type AmountNotation, groupDigits, readAmount, writeAmount } from './amount-reading.ts'

/**
 * The value of an amount field: the amount in the minor unit, null when empty, or the typed text while it is
 * unreadable.
 */
export type AmountDraft = number | string | null

/** The value of a text: a user who pasted "75 000 F CFA" has typed an amount. */
export function readDraft(text: string, notation: AmountNotation): AmountDraft {
  if (text.trim() === '') return null
  const read = readAmount(text, notation)
  return 'problem' in read ? text : read.amount
}

export const showDraft = (draft: AmountDraft, notation: AmountNotation) =>
  typeof draft === 'string' ? draft : writeAmount(draft, notation)

export type TypedAmount = { text: string; caret: number; value: AmountDraft }

type Change = {
  before: string
  after: string
  /** The caret position after the change. */
  caret: number
  /**
   * `key`: one character was inserted or deleted at the caret. `delete-forward`: the one behind it was deleted. `text`:
   * pasted, dropped or filled in.
   */
  by: 'key' | 'delete-forward' | 'text'
}

/** The thousands separator of a text: that of the language, or the space that the user types instead. */
const separatorIn = (text: string, { group }: AmountNotation) =>
  group === '\u202F' ? group : (/^\d{1,3}([ \u00A0\u202F])\d/u.exec(text)?.[1] ?? group)

/** The end of the integer part that the portal has grouped; 0 if it is not grouped. */
function groupedEnd(text: string, separator: string, decimal: string): number {
  const whole = new RegExp(`^\\d{1,3}(?:[${separator}]\\d{3})+(?![\\d${separator}])`, 'u').exec(text)?.[0] ?? ''
  return text.length === whole.length || text[whole.length] === decimal ? whole.length : 0
}

/**
 * The text without the separators that grouping inserted, and the caret position in it. Typed or pasted text keeps
 * every character: only the grouped text before it is ungrouped.
 */
function ungroup({ before, after, caret, by }: Change, notation: AmountNotation): { text: string; caret: number } {
  const separator = separatorIn(before, notation)
  const end = by === 'text' ? 0 : groupedEnd(before, separator, notation.decimal)
  if (end === 0) return { text: after, caret }
  let same = 0
  while (same < caret && same < before.length && before[same] === after[same]) same += 1
  const tail = after.slice(caret)
  const strip = (text: string, wholeLength: number) =>
    text.slice(0, Math.max(wholeLength, 0)).replaceAll(separator, '') + text.slice(Math.max(wholeLength, 0))
  const head = strip(after.slice(0, same), end)
  const typed = after.slice(same, caret)
  const tailStart = before.length - tail.length
  return { text: head + typed + strip(tail, end - tailStart), caret: head.length + typed.length }
}

/** The content of the field after a change, and the caret position: behind the same character as before. */
export function retype(change: Change, notation: AmountNotation): TypedAmount {
  const { after, caret, by } = change
  if (after.trim() === '') return { text: '', caret: 0, value: null }
  const raw = ungroup(change, notation)
  const read = readAmount(raw.text, notation)
  // Words, other separators and gaps stay as typed.
  if ('problem' in read) return { text: after, caret, value: after }
  const plain = /^\d(?:[\d \u00A0\u202F]*\d|[\d,]*\d|[\d.]*\d)?$/u
  const mark = notation.decimals > 0 ? raw.text.lastIndexOf(notation.decimal) : -1
  const [whole, fraction] = mark < 0 ? [raw.text, ''] : [raw.text.slice(0, mark), raw.text.slice(mark)]
  if (!plain.test(whole)) {
    // A unit that is being typed stays; pasted text is formatted as the portal does.
    const text = by === 'text' ? writeAmount(read.amount, notation) : after
    return { text, caret: by === 'text' ? text.length : caret, value: read.amount }
  }
  const zeros = /^[0\D]*(?=\d)/.exec(whole)?.[0].length ?? 0
  const separator = by === 'text' ? notation.group : separatorIn(after, notation)
  const grouped = groupDigits(whole.slice(zeros).replaceAll(/\D/g, ''), separator)
  const text = grouped + fraction
  if (raw.caret > whole.length) return { text, caret: grouped.length + raw.caret - whole.length, value: read.amount }
  const seen = whole.slice(zeros, Math.max(raw.caret, zeros)).replaceAll(/\D/g, '').length
  let index = 0
  for (let count = 0; count < seen; index += 1) if (/\d/.test(text[index] ?? '0')) count += 1
  // The caret moves past a separator that was deleted from the left, or it would never pass it.
  if (by === 'delete-forward' && text[index] === separator) index += 1
  return { text, caret: index, value: read.amount }
}
