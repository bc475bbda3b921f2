import type { ImportItem } from 'contract/transfers/imports.ts'
import { folded } from 'contract/values/folded.ts'

export type LineFilter = { only?: 'invalid' | 'ready' | 'twice' | 'names' | undefined; search?: string | undefined }

const comparable = (text: string) => folded(text).replace(/\s/gu, '')

/** Whether a line may duplicate another line or a recent order. */
export const mayBeDuplicate = ({ warnings }: Pick<ImportItem, 'warnings'>): boolean =>
  warnings.some(({ code }) => code === 'duplicate' || code === 'paid_recently')

/** Whether the name of a line differs from the known name of its account, acknowledged or not. */
export const hasOtherName = ({ acknowledgement }: Pick<ImportItem, 'acknowledgement'>): boolean =>
  acknowledgement !== 'none'

const conditions: Record<NonNullable<LineFilter['only']>, (item: ImportItem) => boolean> = {
  invalid: ({ status }) => status === 'invalid',
  ready: ({ status }) => status !== 'invalid',
  twice: mayBeDuplicate,
  names: hasOtherName,
}

/**
 * Filters the lines of a draft by whether they can be paid or may pay twice or another person, and by name, IBAN,
 * label, or line number.
 */
export function filteredLines(items: readonly ImportItem[], { only, search = '' }: LineFilter): readonly ImportItem[] {
  const wanted = comparable(search)
  const kept = only === undefined ? items : items.filter(conditions[only])
  if (wanted === '') return kept
  return kept.filter(
    ({ line, typed, beneficiary, transfer }) =>
      wanted === String(line) ||
      comparable([beneficiary.name, beneficiary.iban || typed.iban, transfer.label].join('\n')).includes(wanted),
  )
}
