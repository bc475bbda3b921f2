// Whether this page hears of changes by itself. While it does not, screens ask again from time to time.
import { createStore } from '../store.ts'

const state = createStore(false)

export const isLive = () => state.get()
export const setLive = (now: boolean) => state.set(now)
export const onLiveChange = (listener: () => void) => state.subscribe(listener)

/** For `refetchInterval`: polls only while no live events arrive. */
export const pollEvery = (ms: number) => () => (isLive() ? false : ms)
