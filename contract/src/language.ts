import * as z from 'zod/mini'

export const languages = ['fr', 'en'] as const
export type Language = (typeof languages)[number]
export const Language = z.enum(languages)

/** One entry of a catalogue of sentences: French is the default, English always stands beside it. */
export type Sentence = { fr: string; en: string }
