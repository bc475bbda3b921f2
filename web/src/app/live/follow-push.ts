import { pushDevice } from '../../lib/push-device.ts'
import { isOwnPath } from '../../lib/session/return-to.ts'

/** On a browser that receives push messages: renews the device of the signed-in user, and opens the link of a pressed notification. */
export function followPush(goTo: (link: string) => void): (() => void) | undefined {
  const id = pushDevice()
  if (id === null || !('serviceWorker' in navigator)) return
  void import('../../domains/alerts/push.ts').then(({ renewPush }) => renewPush(id)).catch(() => null)
  const follow = ({ data }: MessageEvent<unknown>) => {
    const link = typeof data === 'object' && data !== null && 'link' in data ? data.link : null
    if (typeof link === 'string' && isOwnPath(link)) goTo(link)
  }
  navigator.serviceWorker.addEventListener('message', follow)
  return () => navigator.serviceWorker.removeEventListener('message', follow)
}
