// Carries a scanned code from the page that reads it to the form that pays it: each is a document of its own.
import { dropDraft, keepDraft, readTexts } from '../../lib/forms/drafts.ts'

const NAME = 'scanned-code'

export const keepScannedCode = (text: string): void => keepDraft(NAME, { text })

/** The code that was scanned last, once. */
export function takeScannedCode(): string | null {
  const { text } = readTexts(NAME)
  dropDraft(NAME)
  return text ?? null
}
