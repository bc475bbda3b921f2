// Lists the columns of alerts, of what users have set about them, of devices and push messages.
import type { AlertKind, AlertSubject, SecurityKind } from 'contract/access/alerts.ts'
import type { Capability, Right } from 'contract/rights.ts'
import type { Currency } from 'contract/values/money.ts'
import {
  bigint,
  boolean,
  bytea,
  except,
  integer,
  nullable,
  only,
  type RowOf,
  smallint,
  table,
  text,
  timestamp,
  uuid,
} from '../../db/columns.ts'

export const alerts = table('alerts', {
  user_id: uuid(),
  id: uuid(),
  /** Empty: it concerns the user. */
  account_id: nullable(uuid()),
  kind: text<AlertKind | SecurityKind>(),
  is_security: boolean(),
  right_needed: nullable(text<Right>()),
  capability_needed: nullable(text<Capability>()),
  about: text<AlertSubject>(),
  subject_id: uuid(),
  amount: nullable(bigint()),
  balance_after: nullable(bigint()),
  threshold: nullable(bigint()),
  name: nullable(text()),
  is_confidential: boolean(),
  at: timestamp(),
  read_at: nullable(timestamp()),
  /** The time from which it is sent as an e-mail and pushed; empty once it is done, or where it is not wanted. */
  mail_at: nullable(timestamp()),
  push_at: nullable(timestamp()),
})

/** The values that its cause gives: the others are the database's, or filled later. */
export const causedAlerts = except(alerts, 'id', 'read_at', 'mail_at', 'push_at')

/** Alerts that their user may still see, with the account; the amounts and names of confidential orders only with the capability. */
export const openAlerts = table('open_alerts', {
  ...except(alerts, 'right_needed', 'capability_needed', 'is_confidential', 'push_at').columns,
  label: nullable(text()),
  number: nullable(text()),
  currency: nullable(text<Currency>()),
})
export const listedAlerts = except(openAlerts, 'user_id', 'is_security', 'mail_at')
/** The columns that e-mails name. */
export const mailedAlerts = only(
  openAlerts,
  'kind',
  'name',
  'amount',
  'balance_after',
  'threshold',
  'at',
  'label',
  'number',
  'currency',
)

export const alertRules = table('alert_rules', {
  account_id: uuid(),
  user_id: uuid(),
  kind: text<AlertKind>(),
  is_on: boolean(),
  threshold: nullable(bigint()),
  by_mail: boolean(),
  by_push: boolean(),
})
/** The columns that its user sets. */
export const setRules = except(alertRules, 'account_id', 'user_id')

export const alertTiming = table('alert_timing', {
  user_id: uuid(),
  is_daily: boolean(),
  quiet_from: nullable(smallint()),
  quiet_to: nullable(smallint()),
})
export const setTiming = except(alertTiming, 'user_id')
export type TimingRow = RowOf<typeof setTiming>
export const quietHours = only(alertTiming, 'quiet_from', 'quiet_to')

export const pushDevices = table('push_devices', {
  id: uuid(),
  user_id: uuid(),
  session_id: nullable(uuid()),
  endpoint: text(),
  p256dh: bytea(),
  auth: bytea(),
  user_agent: nullable(text()),
  created_at: timestamp(),
  last_used_at: timestamp(),
})
export const listedDevices = only(pushDevices, 'id', 'user_agent', 'created_at', 'last_used_at')
export const subscriptions = only(pushDevices, 'endpoint', 'p256dh', 'auth')

export const pushMessages = table('push_messages', {
  id: uuid(),
  device_id: uuid(),
  alert_id: uuid(),
  kind: text<AlertKind | SecurityKind>(),
  is_security: boolean(),
  created_at: timestamp(),
  next_try_at: timestamp(),
  tries: integer(),
  error: nullable(text()),
})
export const dueMessages = except(pushMessages, 'next_try_at', 'error')
