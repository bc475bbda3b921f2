import { useEffect } from 'react'

/** Keeps the screen on while `isOn`, where the browser can: a code must stay readable. It ends when the page is hidden, and is taken again after. */
export function useWakeLock(isOn: boolean): void {
  useEffect(() => {
    if (!isOn || !('wakeLock' in navigator)) return
    const held: { lock: WakeLockSentinel | null; isOver: boolean } = { lock: null, isOver: false }
    const take = async () => {
      if (document.visibilityState !== 'visible') return
      try {
        held.lock = await navigator.wakeLock.request('screen')
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
