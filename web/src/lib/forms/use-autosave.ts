import { useEffect, useState } from 'react'
import { type Autosave, createAutosave } from './autosave.ts'
import { useStore } from '../store.ts'

/** A text that saves itself, also when its panel closes and when the page is left. */
export function useAutosave(options: Parameters<typeof createAutosave>[0]) {
  const [autosave] = useState<Autosave>(() => createAutosave(options))
  const { type, flush } = autosave
  useEffect(() => {
    const leave = () => void flush()
    const hide = () => document.visibilityState === 'hidden' && leave()
    addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', hide)
    return () => {
      removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', hide)
      leave()
    }
  }, [flush])
  return { ...useStore(autosave.state), type, flush }
}
