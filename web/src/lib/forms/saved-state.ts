// Stores preferences and positions between visits, without private data.
import { type Language, languages } from 'contract/language.ts'
import { type Theme, themes } from 'contract/access/session.ts'
import { readStored, writeStored } from '../browser-storage.ts'

const KEY = 'connect.state'
const VERSION = 1

const densities = ['comfortable', 'compact'] as const

export type SavedState = {
  v: typeof VERSION
  lang: Language
  /** The last selected account of any tab: new tabs start with it. */
  accountUuid: string | null
  /** The last opened section; `login` without a session. */
  menu: string
  theme: Theme
  /** Compact: the menu is collapsed to its icons. */
  density: (typeof densities)[number]
}

export const INITIAL_MENU = 'login'
const initial: SavedState = {
  v: VERSION,
  lang: 'fr',
  accountUuid: null,
  menu: INITIAL_MENU,
  theme: 'system',
  density: 'comfortable',
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Reads the saved state; an unknown version or damaged text is ignored. */
export function parseSavedState(text: string | null): SavedState {
  try {
    const saved: unknown = JSON.parse(text ?? 'null')
    if (typeof saved !== 'object' || saved === null || !('v' in saved) || saved.v !== VERSION) return initial
    const { lang, accountUuid, menu, theme, density } = saved as Partial<Record<keyof SavedState, unknown>>
    return {
      ...initial,
      lang: languages.find((known) => known === lang) ?? initial.lang,
      accountUuid: typeof accountUuid === 'string' && UUID.test(accountUuid) ? accountUuid : null,
      menu: typeof menu === 'string' && /^[a-z-]{1,24}$/.test(menu) ? menu : INITIAL_MENU,
      theme: themes.find((known) => known === theme) ?? initial.theme,
      density: densities.find((known) => known === density) ?? initial.density,
    }
  } catch {
    return initial
  }
}

export const readSavedState = () => parseSavedState(readStored('localStorage', KEY))

export const save = (change: Partial<Omit<SavedState, 'v'>>) =>
  writeStored('localStorage', KEY, JSON.stringify({ ...readSavedState(), ...change }))

const TAB_ACCOUNT_KEY = 'connect:account'

/** The selected account of this tab; null before the first selection. */
export function readTabAccount(): string | null {
  const account = readStored('sessionStorage', TAB_ACCOUNT_KEY)
  return account !== null && UUID.test(account) ? account : null
}

export const saveTabAccount = (account: string | null) => writeStored('sessionStorage', TAB_ACCOUNT_KEY, account)
