// Stores the page that was requested before sign-in, in the tab. It is deleted at sign-out, or when another user signs in than the one before.
import { readStored, writeStored } from '../browser-storage.ts'

const KEY = 'connect:return-to'

export const rememberReturn = (path: string) => writeStored('sessionStorage', KEY, path)

export const forgetReturn = () => writeStored('sessionStorage', KEY, null)

/**
 * Returns the stored path once. Only a path of the portal: never another site, never the pages that sign in and out.
 */
export function takeReturn(): string | null {
  const path = readStored('sessionStorage', KEY)
  forgetReturn()
  return path && isOwnPath(path) ? path : null
}

export const isOwnPath = (path: string) =>
  /^\/(?![/\\])/.test(path) && !/^\/(login|logout|forgot|password)?([/?#]|$)/.test(path)
