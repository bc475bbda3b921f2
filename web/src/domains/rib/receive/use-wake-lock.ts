import { useEffect } from 'react'

type Lock = { release: () => Promise<void> }
type WakeLock = { request: (type: 'screen') => Promise<Lock> }

/** Keeps the screen on while `isOn`, where the browser can: a code must stay readable. It ends when the page is hidden, and is taken again after. */
export function useWakeLock(isOn: boolean): void {
  useEffect(() => {
    const { wakeLock } = navigator as { wakeLock?: WakeLock }
    if (!isOn || !wakeLock) return
    const held: { lock: Lock | null; isOver: boolean } = { lock: null, isOver: false }
    const take = async () => {
      if (document.visibilityState !== 'visible') return
      try {
        held.lock = await wakeLock.request('screen')
        if (held.isOver) await held.lock.release()
      } catch {
        // The device saves power, or forbids it: the code is readable without it.
      }
    }
    const onVisibility = () => void take()
    void take()
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      held.isOver = true
      document.removeEventListener('visibilitychange', onVisibility)
      void held.lock?.release()
    }
  }, [isOn])
}
