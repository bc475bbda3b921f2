// The identity of a batch: the name of its file in words, and the number of its lines. Pure.
import type { Identity } from 'contract/values/identity.ts'

/** A file is named by people: "Salaires de novembre" and not "salaires_de-novembre.csv". */
export function nameOfFile(file: string): string {
  const name = file
    .replace(/\.(csv|xlsx|xml|txt)$/iu, '')
    .replaceAll(/[_\s-]+/gu, ' ')
    .trim()
  return name === '' ? file : name.charAt(0).toUpperCase() + name.slice(1)
}

export const identityOfBatch = ({ file_name, line_count }: { file_name: string; line_count: number }): Identity => ({
  name: nameOfFile(file_name),
  memo: {
    fr: `Lot de ${line_count} ${line_count > 1 ? 'virements' : 'virement'}`,
    en: `Batch of ${line_count} ${line_count > 1 ? 'transfers' : 'transfer'}`,
  },
  kind: 'bank',
  tint: 'brand',
  glyph: 'people',
  state: null,
})
