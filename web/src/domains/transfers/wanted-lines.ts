import type { ImportItem } from 'contract/multiple-transfers.ts'
import { folded } from 'contract/values/folded.ts'

export type LineFilter = { only?: 'invalid' | 'ready' | undefined; search?: string | undefined }

const tight = (text: string) => folded(text).replace(/\s/gu, '')

/** Lines of a draft by whether they can be paid, and by a piece of the name, the IBAN or the label, or the number of the line. */
export function wantedLines(items: readonly ImportItem[], { only, search = '' }: LineFilter): readonly ImportItem[] {
  const wanted = tight(search)
  if (only === undefined && wanted === '') return items
  return items.filter(({ line, status, typed, beneficiary, transfer }) => {
    if (only !== undefined && (status === 'invalid') !== (only === 'invalid')) return false
    return wanted === String(line) || tight([beneficiary.name, beneficiary.iban || typed.iban, transfer.label].join('\n')).includes(wanted)
  })
}
