import type { Sentence } from '../language.ts'

/**
 * French writes a no-break space before : ; ? ! » and %, after « and inside numbers: a line must not begin with such a
 * sign. `Fichier invalide !` has a plain one in the specification (domain.md 9).
 */
export const withFrenchSpacing = (text: string): string =>
  text.replaceAll(
    /(?<!Fichier invalide) (?=[:;?!»%])|(?<=«) |(?<=\d) (?=\d{3}(?!\d)|F CFA\b)|(?<=\bF) (?=CFA\b)/g,
    '\u00A0',
  )

/** The same sentences, the French ones with their no-break spaces. */
export const typesetSentences = <Entries extends Record<string, Sentence>>(entries: Entries): Entries =>
  Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => [name, { ...entry, fr: withFrenchSpacing(entry.fr) }]),
  ) as Entries
