import * as z from 'zod/mini'

export const Id = z.uuid('id_invalid')

// Control characters have no place in a banking label; right-to-left marks and zero-width characters disguise one name as another.
const INVISIBLE = /[\p{Cc}\u00AD\u061C\u115F\u1160\u180E\u200B-\u200F\u2028-\u202E\u2060-\u206F\uFEFF]/u

/** One line of text typed by a person: trimmed, composed (NFC), without invisible characters. */
export const line = (min: number, max: number) =>
  z.string({ error: ({ input }) => (input === undefined ? 'required' : 'text_invalid') }).check(
    z.refine((text) => text === text.trim() && text.normalize('NFC') === text && !INVISIBLE.test(text), 'text_invalid'),
    z.minLength(min, 'required'),
    z.maxLength(max, 'text_too_long'),
  )

/** Normalises typed text for `line`, without loss. */
export const tidyLine = (typed: string) => typed.normalize('NFC').replace(/\s+/gu, ' ').trim()

/** A line that is normalised here, so that both sides agree. */
export const tidiedLine = (min: number, max: number) =>
  z.pipe(z.pipe(z.string('required'), z.transform(tidyLine)), line(min, max))

// In a text of several lines, line breaks, the joiners of emoji and the marks of Arabic are allowed. Characters that change
// the text direction, or are invisible, are not.
const MISLEADING = /(?!\n)\p{Cc}|[\u00AD\u180E\u200B\u2028-\u202E\u2060-\u206F\uFEFF]/gu

/** Normalises a typed text of several lines, without loss: forms send each line break as two characters. */
export const tidyParagraphs = (typed: string) =>
  typed.normalize('NFC').replace(/\r\n?/gu, '\n').replace(/\t/gu, ' ').replace(MISLEADING, '').trim()

// Characters that override the text direction, so that a text shows another than it contains. No keyboard types them.
const OVERRIDING = /[\u202D\u202E]/u

/** Text of several lines. It is normalised here, so that both sides agree. */
export const paragraphs = (min: number, max: number) =>
  z.pipe(
    z.pipe(
      z.string('required').check(z.refine((text) => !OVERRIDING.test(text), 'text_invalid')),
      z.transform(tidyParagraphs),
    ),
    z.string().check(z.minLength(min, 'required'), z.maxLength(max, 'text_too_long')),
  )

export const REASON_MIN_LENGTH = 3
export const REASON_MAX_LENGTH = 255
/** The reason of a refusal, written by a person. */
export const Reason = line(1, REASON_MAX_LENGTH).check(
  // An empty one is missing, which is another error.
  z.refine((text) => text === '' || text.length >= REASON_MIN_LENGTH, 'reason_too_short'),
)
