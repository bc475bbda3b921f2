// Simulates the other banks for the demo bank only: now and then one of them sends a transfer to a customer, in a pacs.008 file.
import { createHash } from 'node:crypto'
import { businessDate, type Clock } from '../adapters/clock.ts'
import { newId } from '../adapters/ids.ts'
import { writeWhole } from '../adapters/whole-files.ts'
import type { Db } from '../db/db.ts'
import { creditTransferMessage } from '../formats/pacs008.ts'
import { listSimulatedCustomers } from './activity-store.ts'

const EVERY_MS = 30 * 60_000
const FIRST_HOUR = 8
const LAST_HOUR = 17
const SENDER = { name: 'Banque du Fleuve', bic: 'FLEUSNDA' }
const SENDER_ACCOUNT = 'SN08SN9980101010004610100147'

const payers = [
  { name: 'Coopérative Djoliba', label: 'Règlement facture 3307', category_purpose: 'SUPP', max: 900_000 },
  { name: 'Aïssatou Gueye', label: 'Remboursement', category_purpose: null, max: 60_000 },
  { name: 'Cabinet Keur Gui', label: 'Prime de fin de mission', category_purpose: 'SALA', max: 250_000 },
] as const

/** A number below a limit, the same for the same text. */
const drawn = (text: string, limit: number) => createHash('sha256').update(text).digest().readUInt32BE(0) % limit

/** Sends the transfer of the current half hour; the same file for every call in it. Answers how many. */
async function simulateIncoming({ db, clock, incoming }: { db: Db; clock: Clock; incoming: string }): Promise<number> {
  const now = clock.now()
  const day = businessDate(clock)
  if (now.getUTCHours() < FIRST_HOUR || now.getUTCHours() >= LAST_HOUR) return 0
  const at = new Date(Math.floor(now.getTime() / EVERY_MS) * EVERY_MS)
  const message_id = `IN${at.toISOString().slice(0, 16).replaceAll(/\D/g, '')}`
  const customers = await listSimulatedCustomers(db)
  const payee = customers[drawn(`${message_id} payee`, Math.max(1, customers.length))]
  const payer = payers[drawn(`${message_id} payer`, payers.length)]
  if (!payee || !payer) return 0
  const amount = 5_000 + drawn(`${message_id} amount`, payer.max / 500) * 500
  const { name: debtor_name, label, category_purpose } = payer
  const payment = {
    id: message_id,
    amount,
    currency: 'XOF',
    settlement_date: day,
    end_to_end_id: `E2E-${message_id}`,
    instruction_id: null,
    category_purpose,
    uetr: null,
    debtor_name,
    debtor_iban: SENDER_ACCOUNT,
    creditor_name: 'Client Téranga',
    creditor_iban: payee.iban,
    creditor_bic: null,
    label,
  }
  const file = { network: 'sica' as const, message_id, created_at: at, payment_count: 1, payment_sum: amount }
  await writeWhole(incoming, `${message_id}.pacs.008.xml`, creditTransferMessage(file, [payment], SENDER), newId())
  return 1
}

/** The simulation as a job: one file for each half hour, however often it runs. */
export function createIncomingSimulator(ports: Parameters<typeof simulateIncoming>[0]): () => Promise<number> {
  let last = -1
  return async () => {
    const current = Math.floor(ports.clock.now().getTime() / EVERY_MS)
    if (current === last) return 0
    last = current
    return simulateIncoming(ports)
  }
}
