import * as z from 'zod/mini'

export const languages = ['fr', 'en'] as const
export type Language = (typeof languages)[number]
export const Language = z.enum(languages)

/** One sentence in both languages: French is the default, English is required. */
export type Sentence = { fr: string; en: string }
