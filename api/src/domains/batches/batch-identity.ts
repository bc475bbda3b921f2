// The identity of a batch: the name of its file in words, and the number of its lines. Pure.
import { nameOfFile } from 'contract/values/file-name.ts'
import type { Identity } from 'contract/values/identity.ts'

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
