import * as contract from 'contract/access/alerts.ts'
import { PER_PAGE } from 'contract/endpoint.ts'
import type { Db } from '../../db/db.ts'
import type { Serve } from '../../http/serve.ts'
import type { Clock } from '../../adapters/clock.ts'
import { listAlertsOf, markAllRead } from './alert-store.ts'
import { alertText } from './alert-text.ts'
import { changePreferences, describePreferences } from './change-preferences.ts'
import { addDevice, type PushPorts, removeOwnDevice, renewOwnDevice } from './push-devices.ts'
import { readAlert } from './read-alert.ts'

export function alertRoutes(serve: Serve, ports: { db: Db; clock: Clock; push: PushPorts }) {
  const { db, clock } = ports
  serve(contract.getAlertPreferences, ({ caller }) => describePreferences(ports, caller))
  serve(contract.changeAlertPreferences, ({ caller, body }) => changePreferences(ports, caller, body))
  serve(contract.addPushDevice, ({ caller, body }) => addDevice(ports, caller, body))
  serve(contract.renewPushDevice, ({ caller, params, body }) => renewOwnDevice(ports, caller, params.id, body))
  serve(contract.removePushDevice, ({ caller, params }) => removeOwnDevice(ports, caller, params.id))
  serve(contract.listAlerts, async ({ caller, query, lang }) => {
    const page = { page: query.page ?? 1, per_page: PER_PAGE }
    const { items, total } = await listAlertsOf(db, caller.user_id, query.unread !== undefined, page)
    const withText = items.map((alert) => ({ ...alert, text: alertText(alert, alert.account?.currency ?? null, lang) }))
    return { ...page, items: withText, total }
  })
  serve(contract.readAlert, ({ caller, params }) => readAlert(db, caller.user_id, params.id, clock.now()))
  serve(contract.readAlerts, async ({ caller }) => {
    await markAllRead(db, caller.user_id, clock.now())
    return null
  })
}
