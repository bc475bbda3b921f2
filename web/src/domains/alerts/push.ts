// Registers this browser as a push device, only after its user switches it on.
import { addPushDevice, removePushDevice, renewPushDevice } from 'contract/access/alerts.ts'
import { CallError } from '../../lib/api/call-error.ts'
import { call } from '../../lib/api/call.ts'
import { pushDevice, rememberPushDevice } from '../../lib/push-device.ts'
import { findWorker, registerWorker } from '../../lib/service-worker.ts'

const isApplePhone = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1)

/**
 * The state of push in this browser: `home-screen` requires installing the portal first (iOS), `blocked` requires
 * allowing notifications in the browser.
 */
export function pushOffer(): 'offered' | 'none' | 'home-screen' | 'blocked' {
  if ('serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis)
    return Notification.permission === 'denied' ? 'blocked' : 'offered'
  return isApplePhone() ? 'home-screen' : 'none'
}

const encoded = (key: ArrayBuffer | null) =>
  btoa(String.fromCharCode(...new Uint8Array(key ?? new ArrayBuffer(0))))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')

const inputOf = (subscription: PushSubscription) => ({
  endpoint: subscription.endpoint,
  p256dh: encoded(subscription.getKey('p256dh')),
  auth: encoded(subscription.getKey('auth')),
})

/** Unsubscribes in the browser: the push service then refuses messages that the bank may still send. */
export async function dropPush(): Promise<void> {
  rememberPushDevice(null)
  const known = await findWorker()
  await (await known?.pushManager.getSubscription())?.unsubscribe()
}

/** Asks the browser, then the bank. False if the user did not allow it. */
export async function switchPushOn(publicKey: string): Promise<boolean> {
  if ((await Notification.requestPermission()) !== 'granted') return false
  // An existing subscription may belong to another user: each user gets a new one.
  await dropPush()
  await registerWorker()
  const { pushManager } = await navigator.serviceWorker.ready
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  try {
    const { answer } = await call(addPushDevice, { body: inputOf(subscription) })
    rememberPushDevice(answer.id)
    return true
  } catch (error) {
    await dropPush()
    throw error
  }
}

export async function switchPushOff(id: string): Promise<void> {
  // A device that the bank has removed already is off as well.
  await call(removePushDevice, { params: { id } }).catch((error: unknown) => {
    if (!(error instanceof CallError) || error.status !== 404) throw error
  })
  await dropPush()
}

/** Renews the device of the signed-in user; signing out silences it. A device of another user is unsubscribed. */
export async function renewPush(id: string): Promise<void> {
  const subscription =
    Notification.permission === 'granted' ? await (await findWorker())?.pushManager.getSubscription() : null
  if (!subscription) {
    rememberPushDevice(null)
    await call(removePushDevice, { params: { id } })
    return
  }
  try {
    await call(renewPushDevice, { params: { id }, body: inputOf(subscription) })
  } catch (error) {
    // After a network failure the state is unknown; the next visit asks again.
    if (error instanceof CallError && error.status === 404 && pushDevice() === id) await dropPush()
  }
}
