// Finds an element to press or fill in, inside the page: the drivers of Firefox and WebKit find elements differently.

/** The criteria of an element: its role and accessible name, its label, or for files the only file field. */
export type Target = { role: 'button' | 'link' | 'radio' | 'heading' | 'searchbox' | 'field' | 'files'; name: string }

/**
 * Answers the first visible element of this role whose name is, or begins with, this one; null where there is none or it is disabled.
 * It is sent to the browser as text: it uses nothing else of this file.
 */
export function findInPage(role: Target['role'], name: string): Element | null {
  const plain = (text: string | null | undefined) => (text ?? '').replace(/[\s\u00A0\u202F]+/g, ' ').trim()
  const selectors = {
    button: 'button, [role=button]',
    link: 'a[href]',
    radio: 'input[type=radio], [role=radio]',
    heading: 'h1, h2, h3',
    searchbox: 'input[type=search]',
    field: 'input:not([type=radio]):not([type=file]), textarea, select',
    files: 'input[type=file]',
  }
  const textOf = (ids: string | null) =>
    (ids ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join(' ')
  const nameOf = (element: Element) => {
    const labels =
      element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? [...(element.labels ?? [])] : []
    const given = element.getAttribute('aria-label') ?? textOf(element.getAttribute('aria-labelledby'))
    return plain(given) || plain(labels.map((label) => label.textContent).join(' ')) || plain(element.textContent)
  }
  const isUsable = (element: Element) =>
    role === 'files' ||
    // The box of a choice may be drawn by its label.
    ((role === 'radio' || element.getClientRects().length > 0) &&
      !element.closest('[inert], [aria-busy=true], :disabled, [aria-disabled=true]') &&
      (!document.querySelector('dialog:modal') || element.closest('dialog:modal') !== null))
  const found = [...document.querySelectorAll(selectors[role])].filter(isUsable)
  if (role === 'files') return found[0] ?? null
  const element = found.find((one) => nameOf(one) === name) ?? found.find((one) => nameOf(one).startsWith(name)) ?? null
  // A hidden box is pressed by its label.
  const pressed = role === 'radio' && element instanceof HTMLInputElement ? (element.labels?.[0] ?? element) : element
  // Away from the edges, which bars of the page or of the browser may cover.
  pressed?.scrollIntoView({ block: 'center', behavior: 'instant' })
  return pressed
}

/** Whether the page shows this text, in the open dialog if there is one. */
export function isVisible(text: string): boolean {
  const plain = (said: string | null) => (said ?? '').replace(/[\s\u00A0\u202F]+/g, ' ')
  return plain(document.body.innerText).includes(text)
}
