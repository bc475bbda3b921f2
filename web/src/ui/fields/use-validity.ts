import { type RefObject, useLayoutEffect } from 'react'

/** Reaches the form when a field has become readable or unreadable. */
export const VALIDITY_CHANGE = 'validitychange'

/** Says to the form that what stands in the field cannot be read: the form is not sent, and the field hears `invalid`. */
export function useValidity(input: RefObject<HTMLInputElement | null>, problem: string | null): void {
  useLayoutEffect(() => {
    input.current?.setCustomValidity(problem ?? '')
    input.current?.dispatchEvent(new Event(VALIDITY_CHANGE, { bubbles: true }))
  }, [input, problem])
}

/** The fields of a form that hold text which cannot be read. Each shows why from now on. */
export function findUnreadable(form: HTMLFormElement): HTMLInputElement[] {
  const unreadable = [...form.elements].filter(
    (element): element is HTMLInputElement => element instanceof HTMLInputElement && element.validity.customError,
  )
  for (const field of unreadable) field.checkValidity()
  return unreadable
}
