// Stores whether this page receives live events. While it does not, screens poll.
import { createStore } from '../store.ts'

const state = createStore(false)

export const isLive = () => state.get()
export const setLive = (now: boolean) => state.set(now)
export const onLiveChange = (listener: () => void) => state.subscribe(listener)

/** For `refetchInterval`: polls only while no live events arrive. */
export const pollEvery = (ms: number) => () => (isLive() ? false : ms)
