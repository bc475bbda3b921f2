// Keeps the options of a sending in the tab: a reload, another page, or the lines that stay behind lose none of them.
import { keepDraft, readDraft } from '../../lib/forms/drafts.ts'

/** The options of a batch: one debit for all, confidential, save new beneficiaries. */
export type SendOptions = { isSingle: boolean; isConfidential: boolean; isSaving: boolean }

const nameOf = (importId: string) => `import:${importId}`

export function readSendOptions(importId: string): SendOptions {
  const kept = readDraft(nameOf(importId))
  const has = (option: keyof SendOptions) =>
    typeof kept === 'object' && kept !== null && (kept as Partial<Record<string, unknown>>)[option] === true
  return { isSingle: has('isSingle'), isConfidential: has('isConfidential'), isSaving: has('isSaving') }
}

export const keepSendOptions = (importId: string, options: SendOptions): void => keepDraft(nameOf(importId), options)
