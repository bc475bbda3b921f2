// Lists the columns of the audit log and of the links of its chain.
import type { RecordedAction } from './bank-acts.ts'
import {
  bigint,
  bytea,
  except,
  inet,
  jsonb,
  nullable,
  only,
  table,
  text,
  timestamp,
  uuid,
  uuids,
} from '../../db/columns.ts'

export const auditEvents = table('audit_events', {
  id: uuid(),
  at: timestamp(),
  /** Empty: the bank itself, by its worker. */
  user_id: nullable(uuid()),
  /** Empty: the bank itself, or a link from an e-mail. */
  session_id: nullable(uuid()),
  account_id: nullable(uuid()),
  address: nullable(inet()),
  action: text<RecordedAction>(),
  /** Empty only in events of the first versions. */
  subject_id: nullable(uuid()),
  /** Amounts, ids and codes of the event; never a secret. */
  facts: jsonb<Record<string, unknown>>(),
  /** The operator who gave the command. The database fills it from the connection. */
  operator: nullable(text()),
  browser: nullable(text()),
})

/** The values that a use case gives: the browser is that of the session. */
export const recordedEvents = except(auditEvents, 'operator', 'browser')
/** The columns of a sign-in that are shown to its user. */
export const signInEvents = only(auditEvents, 'at', 'address', 'browser')
/** The columns by which alerts are derived. */
export const causingEvents = only(auditEvents, 'id', 'at', 'user_id', 'account_id', 'action', 'facts')

/** The first part of the chain: one link for each event. */
export const auditLinks = table('audit_links', {
  seq: bigint(),
  event_id: uuid(),
  hash: bytea(),
  linked_at: timestamp(),
})
export const chainLinks = only(auditLinks, 'seq', 'hash', 'event_id')

/** The chain since then: one link for each group of events. */
export const auditGroups = table('audit_groups', {
  seq: bigint(),
  /** The numbers of its first and last event among all events of the chain. */
  first_event: bigint(),
  last_event: bigint(),
  event_ids: uuids(),
  digests: bytea(),
  hash: bytea(),
  linked_at: timestamp(),
})
export const chainGroups = only(auditGroups, 'seq', 'hash', 'first_event', 'last_event')
