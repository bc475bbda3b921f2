import {
  changeAlertPreferences,
  getAlertPreferences,
  listAlerts,
  readAlert,
  readAlerts,
  removePushDevice,
} from 'contract/access/alerts.ts'
import { pollEvery } from '../../lib/api/live.ts'
import { callQuery, useCall } from '../../lib/api/query.ts'

const UNREAD_EVERY_MS = 60_000

export const alertListQuery = (page: number) => callQuery(listAlerts, { query: { page } })
/** The number of unread alerts: the total of their list. */
export const unreadAlertsQuery = () => ({
  ...callQuery(listAlerts, { query: { page: 1, unread: 'true' } }),
  refetchInterval: pollEvery(UNREAD_EVERY_MS),
})
export const alertPreferencesQuery = () => callQuery(getAlertPreferences, {})
export const useReadAlert = () => useCall(readAlert, { refreshes: [listAlerts], isQuiet: true })
export const useReadAlerts = () => useCall(readAlerts, { refreshes: [listAlerts] })
export const useChangeAlertPreferences = () => useCall(changeAlertPreferences, { refreshes: [getAlertPreferences] })
export const useRemovePushDevice = () => useCall(removePushDevice, { refreshes: [getAlertPreferences] })
