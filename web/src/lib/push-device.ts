// Whether this browser is told of alerts: the number that the bank knows it by. Everything else comes when it is needed.
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
