import { type RefObject, useEffect, useRef } from 'react'
import { brand } from '../lib/brand.ts'
import { setHeading } from '../lib/heading.ts'

let isFirstScreen = true

/**
 * Sets the window title and, after navigation, moves the focus to the heading so that screen readers announce it. On
 * the first screen of a visit the focus stays unchanged.
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
