import * as z from 'zod/mini'

export const Id = z.uuid('id_invalid')

// Control characters have no place in a banking label; right-to-left marks and zero-width signs disguise one name as another.
const INVISIBLE = /[\p{Cc}\u00AD\u061C\u115F\u1160\u180E\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF]/u

/** One line of text typed by a person: trimmed, composed (NFC), without invisible characters. */
export const line = (min: number, max: number) =>
  z.string({ error: ({ input }) => (input === undefined ? 'required' : 'text_invalid') }).check(
    z.refine((text) => text === text.trim() && text.normalize('NFC') === text && !INVISIBLE.test(text), 'text_invalid'),
    z.minLength(min, 'required'),
    z.maxLength(max, 'text_too_long'),
  )

/** What a person typed, made into what `line` accepts as far as that loses nothing. */
export const tidyLine = (typed: string) => typed.normalize('NFC').replace(/\s+/gu, ' ').trim()

/** One line that is tidied here, and so alike on both sides. */
export const tidiedLine = (min: number, max: number) => z.pipe(z.pipe(z.string('required'), z.transform(tidyLine)), line(min, max))

// In a text of several lines the break is a sign like another; the joiners of emoji and the marks of Arabic are too. What turns
// the order of letters round, or hides, is not.
const MISLEADING = /(?!\n)\p{Cc}|[\u00AD\u180E\u200B\u2028-\u202E\u2060-\u206F\uFEFF]/gu

/** What a person wrote on several lines, as far as that loses nothing: forms send each break as two signs. */
export const tidyParagraphs = (typed: string) =>
  typed.normalize('NFC').replace(/\r\n?/gu, '\n').replace(/\t/gu, ' ').replace(MISLEADING, '').trim()

// Turns the order of letters round by force, so that a text shows another than it holds. No keyboard and no telephone writes them.
const OVERRIDING = /[\u202D\u202E]/u

/** Text of several lines. It is tidied here, and so alike on both sides. */
export const paragraphs = (min: number, max: number) =>
  z.pipe(
    z.pipe(z.string('required').check(z.refine((text) => !OVERRIDING.test(text), 'text_invalid')), z.transform(tidyParagraphs)),
    z.string().check(z.minLength(min, 'required'), z.maxLength(max, 'text_too_long')),
  )

export const REASON_MIN_LENGTH = 3
export const REASON_MAX_LENGTH = 255
/** The reason of a refusal, written by a person. */
export const Reason = line(1, REASON_MAX_LENGTH).check(
  // An empty one is missing; that is another sentence.
  z.refine((text) => text === '' || text.length >= REASON_MIN_LENGTH, 'reason_too_short'),
)
