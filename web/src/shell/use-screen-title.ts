import { type RefObject, useEffect, useRef } from 'react'
import { brand } from '../lib/brand.ts'
import { setHeading } from '../lib/heading.ts'

let isFirstScreen = true

/**
 * Names the window after the screen and, when one comes from another screen, moves the focus to its heading so that it is
 * read aloud. The first screen of a visit leaves the focus where the browser put it.
 */
export function useScreenTitle(title: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · ${brand.name}`
    setHeading(title)
  }, [title])
  useEffect(() => {
    if (!isFirstScreen) heading.current?.focus({ preventScroll: true })
    isFirstScreen = false
  }, [])
  return heading
}
