import { type RefObject, useEffect, useRef } from 'react'
import { brand } from '../lib/brand.ts'
import { setHeading } from '../lib/heading.ts'

let isFirstScreen = true

/**
 * Sets the window title and, after navigation, moves the focus to the heading so that screen readers announce it. On
 * the first screen of a visit the focus stays unchanged, so that the menu can be skipped. `hasMenu` false: the screen
 * starts with its heading, which gets the focus after a reload too.
 */
export function useScreenTitle(title: string, { hasMenu = true } = {}): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · ${brand.name}`
    setHeading(title)
  }, [title])
  useEffect(() => {
    if (!isFirstScreen || !hasMenu) heading.current?.focus({ preventScroll: true })
    isFirstScreen = false
  }, [hasMenu])
  return heading
}
