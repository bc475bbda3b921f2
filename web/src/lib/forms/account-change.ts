// Another account replaces the page without a step of the router: the form on the page is asked before.
type Question = () => Promise<boolean>
let question: Question | null = null

/** Asks this question before another account is selected. Returns how to stop. */
export function askBeforeAccountChange(ask: Question): () => void {
  question = ask
  return () => {
    if (question === ask) question = null
  }
}

/** Whether another account may be selected: false where the user continues with the form. */
export const mayChangeAccount = async (): Promise<boolean> => (question === null ? true : question())
