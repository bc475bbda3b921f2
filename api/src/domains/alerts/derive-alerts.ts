// Derives alerts from recorded events: of the audit log, of the ledger, messages and statements of the bank.
import { knownDeviceName } from '../../adapters/user-agents.ts'
import type { Db, Tx } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import {
  accountsOf,
  alertedActions,
  type CauseContext,
  deriveAlertsOf,
  isAboutAccess,
  isSignIn,
  needsSigners,
  subjectOf,
} from './alert-cause-rules.ts'
import {
  hasQueued,
  listEntries,
  listEvents,
  listMembers,
  listNewDevices,
  listPeople,
  listSigners,
  listStatements,
  listSubjects,
  listTexts,
  listTransferSubjects,
  type Queued,
  type SubjectKey,
  takeQueued,
} from './alert-cause-store.ts'
import { insertAlerts } from './alert-store.ts'

/** An open page must show an alert within two seconds of its cause. */
export const DERIVE_ALERTS_EVERY_MS = 500
/** Rows of the queue in one transaction; each holds all rows of one statement. */
const BATCH = 50

/** Most causes need few of the queries: a query without ids is not sent. */
const ifAny = <Key, Row>(keys: readonly Key[], list: (keys: readonly Key[]) => Promise<Row[]>): Promise<Row[]> =>
  keys.length === 0 ? Promise.resolve([]) : list(keys)

async function findContext(tx: Tx, queued: readonly Queued[]): Promise<CauseContext> {
  const keysFrom = (source: Queued['source']) =>
    queued.flatMap((row) =>
      row.source === source
        ? row.ids.map((id, index) => ({ queue_id: row.id, id, account_id: row.account_ids[index] ?? null }))
        : [],
    )
  const [messages, replies] = [keysFrom('message'), keysFrom('reply')]
  const entries = await ifAny(keysFrom('entry'), (keys) => listEntries(tx, keys))
  const texts = await ifAny([...messages, ...replies], () => listTexts(tx, messages, replies))
  const statements = await ifAny(keysFrom('statement'), (keys) => listStatements(tx, keys))
  const queueIds = new Map(keysFrom('event').map(({ id, queue_id }) => [id, queue_id]))
  const found = await ifAny([...queueIds.keys()], (ids) => listEvents(tx, ids, alertedActions))
  const events = found.map((event) => ({ ...event, queue_id: queueIds.get(event.id) ?? 0 }))
  const subjectKeys = events.flatMap((event): SubjectKey[] => {
    const about = subjectOf(event)
    if (!about || event.account_id === null) return []
    const place = event.facts['place']
    const index = typeof place === 'number' ? place : null
    return [{ about, event_id: event.id, account_id: event.account_id, id: event.subject_id, at: event.at, index }]
  })
  const accountIds = new Set(
    [...entries, ...texts, ...statements].map(({ account_id }) => account_id).concat(events.flatMap(accountsOf)),
  )
  const subjects = [
    ...(await ifAny(
      subjectKeys.filter(({ about }) => about === 'transfer'),
      (keys) => listTransferSubjects(tx, keys),
    )),
    ...(await ifAny(
      subjectKeys.filter(({ about }) => about !== 'transfer'),
      (keys) => listSubjects(tx, keys),
    )),
  ]
  const actionOf = new Map(events.map(({ id, action }) => [id, action]))
  const toSign = new Set(
    subjects.filter((subject) => needsSigners(actionOf.get(subject.event_id), subject)).map(({ event_id }) => event_id),
  )
  return {
    entries,
    texts,
    statements,
    events,
    subjects,
    members: await ifAny([...accountIds], (ids) => listMembers(tx, ids)),
    signers: await ifAny(
      subjectKeys.filter(({ event_id }) => toSign.has(event_id)),
      (orders) => listSigners(tx, orders),
    ),
    newDevices: (
      await ifAny(
        events.filter(isSignIn).map(({ id }) => id),
        (ids) => listNewDevices(tx, ids),
      )
    ).map(({ event_id, browser }) => ({ event_id, name: knownDeviceName(browser) })),
    people: await ifAny(
      events.filter(isAboutAccess).map(({ subject_id }) => subject_id),
      (ids) => listPeople(tx, ids),
    ),
  }
}

/**
 * Inserts the alerts of the oldest rows of the queue; answers whether there were any. The queue and the alerts change
 * in one transaction, so that each cause alerts once.
 */
export async function deriveNextAlerts({ db }: { db: Db }): Promise<boolean> {
  // An empty queue is the usual case: it costs one statement and no transaction.
  if (!(await hasQueued(db))) return false
  return transaction(db, async (tx) => {
    const queued = await takeQueued(tx, BATCH)
    await insertAlerts(tx, deriveAlertsOf(await findContext(tx, queued)))
    return queued.length > 0
  })
}
