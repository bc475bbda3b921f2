import type { Theme } from 'contract/access/session.ts'
import { readSavedState, save } from './forms/saved-state.ts'
import { createStore, useStore } from './store.ts'

const chosenTheme = createStore<Theme>(readSavedState().theme)
export const useTheme = () => useStore(chosenTheme)

const deviceIsDark = matchMedia('(prefers-color-scheme: dark)')

/** The colours of the browser's own bar, as the tokens have them: `--surface`. */
const BAR = { light: '#ffffff', dark: '#0d1518' }

function paint(): void {
  const chosen = chosenTheme.get()
  const theme = chosen === 'dark' || (chosen === 'system' && deviceIsDark.matches) ? 'dark' : 'light'
  document.documentElement.dataset.theme = theme
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', BAR[theme])
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
