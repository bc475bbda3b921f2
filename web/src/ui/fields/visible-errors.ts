/** The sentences that stand at the fields of a form at this moment. */
export const visibleErrors = (form: Element): string[] =>
  [...form.querySelectorAll('[id$="-error"]')].map(({ textContent }) => textContent)
