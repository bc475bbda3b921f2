// Stores the page that was requested before sign-in, in the tab. It is deleted at sign-out, or when another user signs in than the one before.
const KEY = 'connect:return-to'

export function rememberReturn(path: string): void {
  sessionStorage.setItem(KEY, path)
}

export function forgetReturn(): void {
  try {
    sessionStorage.removeItem(KEY)
  } catch {
    // Without storage there is nothing to delete.
  }
}

/**
 * Returns the stored path once. Only a path of the portal: never another site, never the pages that sign in and out.
 */
export function takeReturn(): string | null {
  const path = sessionStorage.getItem(KEY)
  forgetReturn()
  return path && isOwnPath(path) ? path : null
}

export const isOwnPath = (path: string) =>
  /^\/(?![/\\])/.test(path) && !/^\/(login|logout|forgot|password)?([/?#]|$)/.test(path)
