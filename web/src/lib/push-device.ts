// Whether this browser receives push messages: its device id at the bank. The rest loads when it is needed.
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
    // Private browsing or a full disk: the browser is switched on again next time.
  }
}
