import { followEvents } from 'contract/live.ts'
import type { Serve } from '../../http/serve.ts'
import type { EventHub } from './event-hub.ts'

export function liveRoutes(serve: Serve, hub: EventHub) {
  serve(followEvents, ({ caller, raw }) => hub.open(caller, raw.headers['last-event-id']?.toString()))
}
