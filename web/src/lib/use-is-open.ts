import { type RefObject, useEffect, useRef } from 'react'

/** Whether the screen of this component is still open: its answers may come later. */
export function useIsOpen(): RefObject<boolean> {
  const isOpen = useRef(false)
  useEffect(() => {
    isOpen.current = true
    return () => void (isOpen.current = false)
  }, [])
  return isOpen
}
