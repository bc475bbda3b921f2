// Stores whether this browser receives push messages: its device id at the bank. The rest is loaded on demand.
const KEY = 'connect:push-device'

export function pushDevice(): string | null {
  try {
    return localStorage.getItem(KEY)
  } catch {
    return null
  }
}

export function rememberPushDevice(id: string | null): void {
  try {
    if (id === null) localStorage.removeItem(KEY)
    else localStorage.setItem(KEY, id)
  } catch {
    // In private browsing or with a full disk, the browser is registered again next time.
  }
}
