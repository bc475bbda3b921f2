// Stores the heading of the open screen: the top bar repeats it once the page head is scrolled out of view.
import { createStore, useStore } from './store.ts'

const heading = createStore('')
export const useHeading = () => useStore(heading)
export const setHeading = (text: string) => heading.set(text)
