import { pushDevice } from '../../lib/push-device.ts'
import { isOwnPath } from '../../lib/session/return-to.ts'

/** Where this browser is told of alerts: says that its owner is there, and goes where a notification that was pressed leads. */
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
