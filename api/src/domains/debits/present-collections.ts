// Creditors present what they will collect, as files. One message is one transaction, remembered by its name.
import { createHash } from 'node:crypto'
import { type AuditEvent, recordEvents } from '../../db/audit.ts'
import type { Db, Tx } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import { businessDate, type Clock } from '../../outside/clock.ts'
import { newId } from '../../outside/ids.ts'
import { type Reception, takeFiles } from '../../outside/received-files.ts'
import { XmlFault } from '../../outside/xml.ts'
import { insertLines, type PresentedLine } from './answer-store.ts'
import { type CollectionMessage, type Presented, readCollectionMessage } from './collection-message.ts'
import { findCollectionMessage, findDebtors, insertCollection, insertCollectionMessage, listHolidays } from './debit-store.ts'
import { takenAt } from './debit-rules.ts'
import { insertMandate } from './mandate-store.ts'

type Ports = { db: Db; clock: Clock }

class Refused extends Error {}

/** Between companies a mandate is registered with us first; any other is known by its first collection. */
async function learnMandate(tx: Tx, accountId: string, { scheme, sequence, ...presented }: Presented, now: Date): Promise<void> {
  if (scheme === 'b2b') return
  const { umr, creditor_name, creditor_id, signed_on } = presented
  const recurrence = sequence === 'one_off' ? ('one_off' as const) : ('recurrent' as const)
  await insertMandate(tx, {
    account_id: accountId,
    id: newId(),
    umr,
    creditor_name,
    creditor_id,
    scheme,
    recurrence,
    signed_on,
    max_amount: null,
    status: 'active',
    registered_by: null,
    known_at: now,
  })
}

/** What nobody is debited for, as the creditor's bank is told. */
const obstacles = { AC01: 'no account of ours, nothing will be taken', DT01: 'presented too late, nothing will be taken' } as const

async function announce(
  tx: Tx,
  { sender, message_id, collections }: CollectionMessage,
  { now, today }: { now: Date; today: string },
): Promise<string[]> {
  const debtors = await findDebtors(tx, [...new Set(collections.map(({ iban }) => iban))])
  const holidays = await listHolidays(tx, today)
  const remarks: string[] = []
  const events: AuditEvent[] = []
  const lines: PresentedLine[] = []
  for (const [index, presented] of collections.entries()) {
    const { iban, signed_on, instruction_id, creditor_bic, ...collection } = presented
    const { reference, amount, currency, due_date, creditor_id } = collection
    const line = { sender, message_id, place: index + 1, reference, instruction_id, creditor_bic, amount, currency, due_date }
    const account_id = debtors.get(iban)
    // The customer has a morning to refuse it.
    const obstacle = account_id ? (due_date <= today ? 'DT01' : null) : 'AC01'
    if (!account_id || obstacle) {
      lines.push({ ...line, collection_id: null, obstacle: obstacle ?? 'AC01' })
      remarks.push(`${reference}: ${obstacles[obstacle ?? 'AC01']}`)
      continue
    }
    const id = newId()
    lines.push({ ...line, collection_id: id, obstacle: null })
    await learnMandate(tx, account_id, presented, now)
    await insertCollection(tx, { account_id, id, ...collection, presented_at: now, run_at: takenAt(collection.due_date, holidays) })
    const facts = { amount, due_date, creditor_id, signed_on }
    events.push({ at: now, user_id: null, session_id: null, account_id, address: null, action: 'debit.announce', subject_id: id, facts })
  }
  await insertLines(tx, lines)
  await recordEvents(tx, events)
  return remarks
}

/** Announces the collections of a file, once however often it comes. */
export async function presentCollections({ db, clock }: Ports, file_name: string, content: Buffer): Promise<Reception> {
  const content_hash = createHash('sha256').update(content).digest()
  try {
    const message = readCollectionMessage(content)
    return await transaction(db, async (tx) => {
      const now = clock.now()
      if (await insertCollectionMessage(tx, { ...message, content_hash, file_name, received_at: now }))
        return { outcome: 'applied', remarks: await announce(tx, message, { now, today: businessDate(clock) }) }
      const known = await findCollectionMessage(tx, message)
      if (known?.content_hash.equals(content_hash)) return { outcome: 'repeated', remarks: [] }
      throw new Refused(`a message named ${message.message_id} was applied before, with another content`)
    })
  } catch (fault) {
    if (fault instanceof Refused || fault instanceof XmlFault) return { outcome: 'refused', why: fault.message }
    throw fault
  }
}

/** Takes every file of the folder; answers how many were taken. */
export const receiveCollections = ({ folder, ...ports }: Ports & { folder: string }): Promise<number> =>
  takeFiles(folder, (name, content) => presentCollections(ports, name, content))
