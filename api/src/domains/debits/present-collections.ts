// Reads the collections of creditors from files. One message is one transaction, stored by its name.
import { createHash } from 'node:crypto'
import { type AuditEvent, byBank, recordEvents } from '../audit/audit-store.ts'
import type { Db, Tx } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import { businessDate, type Clock } from '../../adapters/clock.ts'
import { newId } from '../../adapters/ids.ts'
import { type Reception, takeFiles } from '../../adapters/received-files.ts'
import { XmlError } from '../../formats/xml.ts'
import { insertLines, listObstacles, type PresentedLine } from './answer-store.ts'
import { readCollectionMessage } from './collection-message.ts'
import type { CollectionMessage, MessageError, Presented } from './collection-parts.ts'
import { listHolidaysFrom } from '../bank/holiday-store.ts'
import {
  findCollectionMessage,
  findDebtors,
  insertCollection,
  insertCollectionMessage,
  isCollectionKnown,
  lockPresentation,
} from './debit-store.ts'
import { firstStatusOf, obstacleToAnnounce, collectionTimeOf } from './debit-rules.ts'
import { insertMandate, isMandateKnown } from './mandate-store.ts'

type Ports = { db: Db; clock: Clock }

class Refused extends Error {}

type Account = { account_id: string; now: Date }

/**
 * Between companies a mandate is registered with the bank first; any other becomes known with its first collection. Answers the facts for
 * the audit log.
 */
async function registerPresentedMandate(
  tx: Tx,
  { scheme, sequence, ...presented }: Presented,
  { account_id, now }: Account,
): Promise<AuditEvent[]> {
  if (scheme === 'b2b') return []
  const { umr, creditor_name, creditor_id, signed_on } = presented
  const recurrence = sequence === 'one_off' ? ('one_off' as const) : ('recurrent' as const)
  const [id, status] = [newId(), firstStatusOf(scheme)]
  const terms = { umr, creditor_name, creditor_id, scheme, recurrence, signed_on, max_amount: null }
  const isNew = await insertMandate(tx, { account_id, id, ...terms, status, registered_by: null, known_at: now })
  // Users who can authorise a new mandate are notified of it.
  if (!isNew || status === 'active') return []
  return [
    {
      at: now,
      ...byBank,
      account_id,
      action: 'mandate.register',
      subject_id: id,
      facts: terms,
    },
  ]
}

/** A line without a debit, as it is answered to the creditor's bank. */
const obstacles: Record<string, string> = {
  AC01: 'no account of ours',
  AM05: 'it was presented before',
  BE01: 'the debtor’s name is not the holder’s',
  BE05: 'the check digits of the creditor’s identifier are wrong',
  DT01: 'presented too late',
  MD01: 'it follows others, and its mandate is not known',
}

const errors: Record<MessageError, string> = {
  AM10: 'its control sum is not that of its transactions',
  AM18: 'it does not hold as many transactions as it says',
}

type Placed = Pick<CollectionMessage, 'sender' | 'message_id'> & { index: number }
const lineOf = (
  { reference, instruction_id, transaction_id, creditor_bic, amount, currency, due_date }: Presented,
  { sender, message_id, index }: Placed,
): Omit<PresentedLine, 'collection_id' | 'obstacle'> => ({
  sender,
  message_id,
  place: index + 1,
  reference,
  instruction_id,
  transaction_id,
  creditor_bic,
  amount,
  currency,
  due_date,
})

async function announce(
  tx: Tx,
  { sender, message_id, collections }: CollectionMessage,
  { now, today }: { now: Date; today: string },
): Promise<void> {
  await lockPresentation(tx)
  const debtors = await findDebtors(tx, [...new Set(collections.map(({ iban }) => iban))])
  const holidays = await listHolidaysFrom(tx, today)
  const events: AuditEvent[] = []
  const lines: PresentedLine[] = []
  for (const [index, presented] of collections.entries()) {
    const {
      iban,
      signed_on,
      instruction_id: _instruction,
      transaction_id: _transaction,
      creditor_bic: _bic,
      debtor_name: _name,
      ...collection
    } = presented
    const { amount, due_date, creditor_id, umr } = collection
    const line = lineOf(presented, { sender, message_id, index })
    const { account_id = '', holder = null } = debtors.get(iban) ?? {}
    const is_mandate_known = holder !== null && (await isMandateKnown(tx, { account_id, creditor_id, umr }))
    const is_repeated = holder !== null && (await isCollectionKnown(tx, { account_id, ...collection }))
    const obstacle = obstacleToAnnounce({ ...presented, holder, is_mandate_known, is_repeated }, today)
    if (obstacle) {
      lines.push({ ...line, collection_id: null, obstacle })
      continue
    }
    const id = newId()
    lines.push({ ...line, collection_id: id, obstacle: null })
    events.push(...(await registerPresentedMandate(tx, presented, { account_id, now })))
    await insertCollection(tx, {
      account_id,
      id,
      ...collection,
      presented_at: now,
      run_at: collectionTimeOf(due_date, holidays),
    })
    const facts = { amount, due_date, creditor_id, signed_on }
    events.push({
      at: now,
      ...byBank,
      account_id,
      action: 'debit.announce',
      subject_id: id,
      facts,
    })
  }
  await insertLines(tx, lines)
  await recordEvents(tx, events)
}

/** The lines of a message of which nothing will be taken. They are read: after a crash before their note was written it is made again. */
async function listRemarks(tx: Tx, message: CollectionMessage): Promise<string[]> {
  return (await listObstacles(tx, message)).map(
    ({ reference, obstacle }) => `${reference}: ${obstacles[obstacle]}, nothing will be taken`,
  )
}

/** A message that contradicts itself is not processed; its lines are stored to be answered. */
async function refuseWhole(
  tx: Tx,
  { sender, message_id, collections }: CollectionMessage,
  obstacle: MessageError,
): Promise<void> {
  const lines = collections.map((one, index) => ({
    ...lineOf(one, { sender, message_id, index }),
    collection_id: null,
    obstacle,
  }))
  await insertLines(tx, lines)
}

/** Announces the collections of a file exactly once, however often it is received. */
export async function presentCollections({ db, clock }: Ports, file_name: string, content: Buffer): Promise<Reception> {
  const content_hash = createHash('sha256').update(content).digest()
  try {
    const message = readCollectionMessage(content)
    return await transaction(db, async (tx) => {
      const now = clock.now()
      const isNew = await insertCollectionMessage(tx, { ...message, content_hash, file_name, received_at: now })
      if (!isNew && !(await findCollectionMessage(tx, message))?.content_hash.equals(content_hash))
        throw new Refused(`a message named ${message.message_id} was read before, with another content`)
      if (message.error) {
        if (isNew) await refuseWhole(tx, message, message.error)
        return { outcome: 'refused', reason: errors[message.error] }
      }
      if (isNew) await announce(tx, message, { now, today: businessDate(clock) })
      return { outcome: isNew ? 'applied' : 'repeated', remarks: await listRemarks(tx, message) }
    })
  } catch (error) {
    if (error instanceof Refused || error instanceof XmlError) return { outcome: 'refused', reason: error.message }
    throw error
  }
}

/** Processes every file of the folder; answers how many. */
export const receiveCollections = ({ folder, ...ports }: Ports & { folder: string }): Promise<number> =>
  takeFiles(folder, (name, content) => presentCollections(ports, name, content))
