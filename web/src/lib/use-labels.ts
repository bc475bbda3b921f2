import type { Sentence } from 'contract/language.ts'
import { useLanguage } from './language.ts'

/** The labels of one kind in the active language. */
export function useLabels<Name extends string>(labels: Readonly<Record<Name, Sentence>>): Record<Name, string> {
  const language = useLanguage()
  // The keys are those of the labels, each with its text.
  return Object.fromEntries(
    Object.entries<Sentence>(labels).map(([name, sentence]) => [name, sentence[language]]),
  ) as Record<Name, string>
}
