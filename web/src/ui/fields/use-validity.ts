import { type RefObject, useLayoutEffect } from 'react'

/** Notifies the form when a field becomes readable or unreadable. */
export const VALIDITY_CHANGE = 'validitychange'

/** Reports an unreadable field to the form: the form is not sent, and the field gets the event `invalid`. */
export function useValidity(input: RefObject<HTMLInputElement | null>, problem: string | null): void {
  useLayoutEffect(() => {
    input.current?.setCustomValidity(problem ?? '')
    input.current?.dispatchEvent(new Event(VALIDITY_CHANGE, { bubbles: true }))
  }, [input, problem])
}

/** The unreadable fields of a form. Each shows its error from now on. */
export function findUnreadable(form: HTMLFormElement): HTMLInputElement[] {
  const unreadable = [...form.elements].filter(
    (element): element is HTMLInputElement => element instanceof HTMLInputElement && element.validity.customError,
  )
  for (const field of unreadable) field.checkValidity()
  return unreadable
}
