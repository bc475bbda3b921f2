// Refuses a file that cannot be read, with its sentence.
import { fileErrors } from 'contract/transfers/import-problems.ts'
import type { ImportError } from '../../formats/csv-reader.ts'
import { Refusal } from '../../refusal.ts'

/** A sentence with the values of its `{names}`. */
export const filledSentence = (sentence: string, facts: ImportError['facts']) =>
  sentence.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(facts[name] ?? ''))

export function importRefused({ code, facts }: ImportError): Refusal {
  const { fr, en } = fileErrors[code]
  return new Refusal('import_file_invalid', {
    details: { fr: filledSentence(fr, facts), en: filledSentence(en, facts) },
  })
}
