import type { ImportItem } from 'contract/multiple-transfers.ts'
import { folded } from 'contract/values/folded.ts'

export type LineFilter = { only?: 'invalid' | 'ready' | 'twice' | undefined; search?: string | undefined }

const tight = (text: string) => folded(text).replace(/\s/gu, '')

/** Whether a line may pay what another line, or an order of late, pays already. */
export const mayPayTwice = ({ warnings }: Pick<ImportItem, 'warnings'>): boolean =>
  warnings.some(({ code }) => code === 'duplicate' || code === 'paid_recently')

/** Lines of a draft by whether they can be paid, or may pay twice, and by a piece of the name, the IBAN or the label, or the number of the line. */
export function wantedLines(items: readonly ImportItem[], { only, search = '' }: LineFilter): readonly ImportItem[] {
  const wanted = tight(search)
  if (only === undefined && wanted === '') return items
  return items.filter(({ line, status, typed, beneficiary, transfer, warnings }) => {
    const isWanted = { invalid: status === 'invalid', ready: status !== 'invalid', twice: mayPayTwice({ warnings }) }
    if (only !== undefined && !isWanted[only]) return false
    return wanted === String(line) || tight([beneficiary.name, beneficiary.iban || typed.iban, transfer.label].join('\n')).includes(wanted)
  })
}
