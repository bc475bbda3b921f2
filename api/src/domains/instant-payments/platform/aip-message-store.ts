// The messages to the interface application (AIP) and from it. A message leaves from here, so that it is sent exactly if the transaction that
// causes it is committed, and again with the same ids until the AIP has it. A received one is written with its effects.
import { newId } from '../../../adapters/ids.ts'
import type { Db, Sql, Tx } from '../../../db/db.ts'
import { callbackKey, type ReceivedCallback } from '../../../formats/instant/aip-callbacks.ts'
import { type AipCall, type AipCallPath, aipCalls } from '../../../formats/instant/aip-calls.ts'

/** A message as it is queued: its body is checked by the schema of its path. */
export type OutgoingMessage = { [Path in AipCallPath]: { path: Path; body: AipCall<Path> } }[AipCallPath]

const textOf = (body: object, name: string): string | null => {
  const value: unknown = Reflect.get(body, name)
  return typeof value === 'string' ? value : null
}

/** Queues messages in the transaction of the caller. Throws for a body that does not fit its path: that is an error of ours. */
export async function queueMessages(tx: Tx, messages: readonly OutgoingMessage[], at: Date): Promise<void> {
  if (messages.length === 0) return
  const rows = messages.map(({ path, body }) => ({
    id: newId(),
    path,
    message_id: textOf(body, 'msgId'),
    end_to_end_id: textOf(body, 'endToEndId'),
    body,
  }))
  await tx`
    INSERT INTO aip_messages (id, direction, path, message_id, end_to_end_id, body, created_at, state, send_at)
    SELECT id, 'out', path, message_id, end_to_end_id, body, ${at}, 'queued', ${at}
      FROM jsonb_to_recordset(${JSON.stringify(rows)}) AS m (id uuid, path text, message_id text, end_to_end_id text, body jsonb)`
}

export type QueuedMessage = { id: string; path: AipCallPath; message_id: string | null; body: unknown; tries: number }

/** How long a message belongs to the worker that took it: then another one sends it again. */
const LEASE_SECONDS = 15

/** Takes messages that are due, the oldest first: others do not get them while they are being sent. */
export async function takeMessages(db: Db, now: Date, max: number): Promise<QueuedMessage[]> {
  const rows = await db<QueuedMessage & { path: string; created_at: Date }>`
    UPDATE aip_messages m SET tries = m.tries + 1, send_at = ${now}::timestamptz + make_interval(secs => ${LEASE_SECONDS})
      FROM (SELECT id FROM aip_messages WHERE state = 'queued' AND send_at <= ${now} ORDER BY send_at, id LIMIT ${max} FOR NO KEY UPDATE SKIP LOCKED) due
     WHERE m.id = due.id
    RETURNING m.id, m.path, m.message_id, m.body, m.tries`
  return rows.filter(({ path }) => Object.hasOwn(aipCalls, path))
}

/** The AIP has the messages. */
export async function markMessagesSent(tx: Tx, ids: readonly string[], at: Date): Promise<void> {
  await tx`UPDATE aip_messages SET state = 'sent', sent_at = ${at}, send_at = NULL WHERE id = ANY (${[...ids]}::uuid[]) AND state = 'queued'`
}

/** The AIP refused the message: sending it again would not change that. False where it was taken before. */
export async function markMessageRefused(tx: Tx, id: string, refusal: string): Promise<boolean> {
  const rows = await tx`
    UPDATE aip_messages SET state = 'refused', refusal = ${refusal.slice(0, 500) || 'no reason'}, send_at = NULL
     WHERE id = ${id} AND state = 'queued' RETURNING 1`
  return rows.length > 0
}

export async function markMessageRetried(db: Db, id: string, at: Date): Promise<void> {
  await db`UPDATE aip_messages SET send_at = ${at} WHERE id = ${id} AND state = 'queued'`
}

/** Writes a received message. False where it was received before: then a committed transaction has applied it. */
export async function insertReceived(tx: Tx, message: ReceivedCallback, at: Date): Promise<boolean> {
  const { path, body } = message
  const rows = await tx`
    INSERT INTO aip_messages (id, direction, path, message_id, end_to_end_id, body, created_at, state)
    VALUES (${newId()}, 'in', ${path}, ${callbackKey(message)}, ${textOf(body, 'endToEndId')}, ${JSON.stringify(body)}, ${at}, 'received')
    ON CONFLICT DO NOTHING RETURNING 1`
  return rows.length > 0
}

/** Whether a payment of this id was sent to prove that the bank is available. */
export async function isProofOfAvailability(db: Sql, endToEndId: string): Promise<boolean> {
  const rows = await db`
    SELECT 1 FROM aip_messages
     WHERE end_to_end_id = ${endToEndId} AND direction = 'out' AND path = '/transferts' AND body ->> 'typeTransaction' = 'DISP'`
  return rows.length > 0
}
