// The keys of the list: j and k move between the names of the rows, x chooses, a signs, r refuses.
import { type RefObject, useEffect, useRef } from 'react'

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) && !target.matches('[type=checkbox]')))

type Acts = Partial<Record<'choose' | 'sign' | 'refuse', (id: string | null) => void>> & {
  move: (step: 1 | -1) => void
}

/** Listens while no other dialog is open. `dialog`: the panel that has the keys; null: the page. */
export function useKeys(acts: Acts, isInPanel = false): void {
  const latest = useRef(acts)
  latest.current = acts
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
      if (document.querySelectorAll('dialog[open]').length !== (isInPanel ? 1 : 0)) return
      const row = document.activeElement?.closest('[role=row]')?.querySelector<HTMLElement>('[data-item]')
      const id = row?.dataset.item ?? null
      const { move, choose, sign, refuse } = latest.current
      const run = {
        j: () => move(1),
        k: () => move(-1),
        x: choose && (() => choose(id)),
        a: sign && (() => sign(id)),
        r: refuse && (() => refuse(id)),
      }[event.key]
      if (!run) return
      event.preventDefault()
      run()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [isInPanel])
}

/** Moves the focus to the name of the next or the previous row. */
export function focusRow(list: RefObject<HTMLElement | null>, step: 1 | -1): void {
  const names = [...(list.current?.querySelectorAll<HTMLElement>('[data-item]') ?? [])]
  const here = document.activeElement?.closest('[role=row]')?.querySelector<HTMLElement>('[data-item]')
  const at = here ? names.indexOf(here) + step : step > 0 ? 0 : names.length - 1
  names[Math.max(0, Math.min(names.length - 1, at))]?.focus()
}
