/** Reads the error sentences that the fields of a form display. */
export const visibleErrors = (form: Element): string[] =>
  [...form.querySelectorAll('[id$="-error"]')].map(({ textContent }) => textContent ?? '')
