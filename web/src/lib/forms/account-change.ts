// Selecting another account replaces the page without a navigation, which could be blocked: a form with unsent text confirms it first.
type Question = () => Promise<boolean>
let question: Question | null = null

/** Registers the confirmation that selecting another account needs. Returns its removal. */
export function askBeforeAccountChange(ask: Question): () => void {
  question = ask
  return () => {
    if (question === ask) question = null
  }
}

/** Whether another account may be selected, after confirmation where a form has unsent text. */
export const mayChangeAccount = async (): Promise<boolean> => (question === null ? true : question())
