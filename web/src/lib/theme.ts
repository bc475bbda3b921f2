import type { Theme } from 'contract/access/session.ts'
import { readSavedState, save } from './forms/saved-state.ts'
import { createStore, useStore } from './store.ts'

const chosenTheme = createStore<Theme>(readSavedState().theme)
export const useTheme = () => useStore(chosenTheme)

const deviceIsDark = matchMedia('(prefers-color-scheme: dark)')

function paint(): void {
  const chosen = chosenTheme.get()
  document.documentElement.dataset.theme =
    chosen === 'dark' || (chosen === 'system' && deviceIsDark.matches) ? 'dark' : 'light'
}

export function changeTheme(theme: Theme): void {
  save({ theme })
  chosenTheme.set(theme)
  paint()
}

/** Follows changes of the device's theme while `system` is selected. */
export function followDeviceTheme(): void {
  deviceIsDark.addEventListener('change', paint)
}
