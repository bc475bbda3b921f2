// The people of one demo company order, sign and refuse what screens need many of: through the server, under all of its rules.
import { addOperationDocuments, listOperations } from 'contract/accounts/operations.ts'
import { acceptTransfer, changeTransfer, createTransfer, type NewTransfer } from 'contract/transfers/transfers.ts'
import { addDays, addMonths } from 'contract/values/calendar.ts'
import { isInternational } from 'contract/values/iban.ts'
import { pino } from 'pino'
import { createMetrics } from '../../adapters/metrics.ts'
import { createApp } from '../../app.ts'
import { readinessOver } from '../../db/database-metrics.ts'
import type { Db } from '../../db/db.ts'
import { runDueTransfers } from '../../domains/transfer-execution/run-transfers.ts'
import { createHealth } from '../../http/health.ts'
import { type CompanySessions, formOf, signOutBoth, openSessions, orderSigned, type Ports } from './company-sessions.ts'
import { orderBatches } from './order-batches.ts'
import { signMandates, signOldMandate } from './sign-mandates.ts'
import { supportingDocument } from './supporting-document.ts'

/** The days of a series that has ended: before the last weeks, in which nothing of another customer is due. */
const SERIES = { ordered: -37, first: -36, last: -15, run: -11 }
/** Between two orders: all are given before the token of the session expires. */
const STEP_MS = 10_000
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Below the amount that needs two signatures. */
const INVOICES = [
  1_250_000, 385_000, 2_140_000, 97_500, 4_615_000, 730_000, 1_875_000, 264_000, 3_320_000, 158_500, 2_905_000, 512_000,
  1_046_000, 689_000, 1_390_000, 445_000, 2_260_000, 820_000, 176_000, 1_530_000, 943_000, 305_000, 2_480_000, 615_000,
]

const dayOf = (at: Date) => at.toISOString().slice(0, 10)

/** A series that ran each week, and ended; and a mandate that has expired since it was registered. */
async function runPast(ports: Ports, now: Date): Promise<void> {
  const { clock, db } = ports
  const on = (offset: number, time: string) => new Date(`${addDays(dayOf(now), offset)}T${time}Z`)
  const sessions = await openSessions(ports, on(SERIES.ordered, '10:00:00'))
  await orderSigned(sessions, {
    type: 'periodic',
    own_account_id: sessions.reserveId,
    amount: 350_000,
    label: 'Mise en réserve de la campagne',
    periodicity: 'weekly',
    start_date: addDays(dayOf(now), SERIES.first),
    end_date: addDays(dayOf(now), SERIES.last),
  })
  await signOldMandate(sessions, addDays(dayOf(now), SERIES.ordered))
  await signOutBoth(sessions)
  for (let offset = SERIES.first; offset <= SERIES.run; offset += 1) {
    clock.at = on(offset, '07:30:00')
    await runDueTransfers({ db, clock: { now: () => clock.at } })
  }
}

/** The first 31st after a day. */
function next31st(day: string): string {
  for (let month = `${day.slice(0, 7)}-01`; ; month = addMonths(month, 1)) {
    const last = addDays(addMonths(month, 1), -1)
    if (last.endsWith('31') && last > day) return last
  }
}

/** Series on the 31st, which shorter months execute on their last day: one runs, one is paused. */
async function orderSeries(sessions: CompanySessions, today: string): Promise<void> {
  const monthly = (payee: number, amount: number, label: string): NewTransfer => ({
    type: 'periodic',
    beneficiary_id: sessions.payees.at(payee)?.id ?? null,
    amount,
    label,
    periodicity: 'monthly',
    start_date: next31st(today),
  })
  await orderSigned(sessions, monthly(-1, 275_000, 'Loyer du magasin de Gandiol'))
  const paused = await orderSigned(sessions, monthly(-2, 180_000, 'Gardiennage de l’entrepôt'))
  await sessions.accountant.call(changeTransfer, { params: { id: paused }, body: { enabled: false } })
}

/** Orders that wait for the director: one with a supporting document, one abroad with the three that exchange control requires. */
async function orderInvoices(sessions: CompanySessions, clock: { at: Date }): Promise<void> {
  const { accountant, payees } = sessions
  const abroad = payees.find(({ name }) => name.startsWith('Maison Delorme'))
  if (!abroad) throw new Error('the company lacks a payee abroad')
  const order = {
    type: 'direct',
    beneficiary_id: abroad.id,
    amount: 3_850_000,
    label: 'Pièces de la décortiqueuse, facture 118',
    purpose: 'goods',
  } as const
  await accountant.call(createTransfer, {
    body: order,
    form: await formOf(order, {
      international_documents: ['Facture pro forma', 'Contrat commercial', 'Déclaration d’importation'],
    }),
  })
  const suppliers = payees.filter(({ iban }) => !isInternational(iban))
  for (const [index, amount] of INVOICES.entries()) {
    clock.at = new Date(clock.at.getTime() + STEP_MS)
    const body: NewTransfer = {
      type: 'direct',
      beneficiary_id: suppliers[suppliers.length - 100 - index * 7]?.id ?? null,
      amount,
      label: `Livraison de riz, bon ${4_410 + index}`,
    }
    await accountant.call(
      createTransfer,
      index === 0 ? { body, form: await formOf(body, { documents: ['Bon de livraison 4410'] }) } : { body },
    )
  }
}

/** The invoice of the last received payment is attached to its operation. */
async function fileInvoice({ accountant }: CompanySessions): Promise<void> {
  const [received] = await accountant.call(listOperations, { query: { sign: 'credit' } })
  if (!received) throw new Error('the company has received nothing')
  const form = new FormData()
  form.append('documents', await supportingDocument('Facture client'))
  await accountant.call(addOperationDocuments, { params: { id: received.id }, form })
}

/** A payment with its invoice, inside the bank: it is executed at once. */
async function payWithInvoice({ accountant, director, payees }: CompanySessions): Promise<void> {
  const body: NewTransfer = {
    type: 'direct',
    beneficiary_id: payees[0]?.id ?? null,
    amount: 1_180_000,
    label: 'Location de l’entrepôt, facture 0931',
  }
  const form = await formOf(body, { documents: ['Facture 0931', 'Bon de réception 0931'] })
  const { id, version } = await accountant.call(createTransfer, { body, form })
  await director.call(acceptTransfer, { params: { id }, body: { version } })
}

async function run(ports: Ports, now: Date): Promise<void> {
  await runPast(ports, now)
  const before = await openSessions(ports, new Date(now.getTime() - 2 * DAY_MS - HOUR_MS))
  await orderInvoices(before, ports.clock)
  await signOutBoth(before)
  const sessions = await openSessions(ports, now)
  await signMandates(sessions, dayOf(now))
  await orderSeries(sessions, dayOf(now))
  await payWithInvoice(sessions)
  await fileInvoice(sessions)
  await orderBatches(sessions)
  await signOutBoth(sessions)
}

/** Gives all orders up to `now`, on a server of its own whose clock is moved: past orders are given in the past. */
export async function runCompany(db: Db, { password, now }: { password: string; now: Date }): Promise<void> {
  const clock = { at: now }
  const app = await createApp({
    db,
    clock: { now: () => clock.at },
    log: pino({ level: 'silent' }),
    metrics: createMetrics(),
    health: createHealth({ readiness: readinessOver(db) }),
    webRoot: null,
    trustedProxies: [],
    hasTls: false,
    allowsUnboundTokens: false,
    portalUrl: 'http://localhost/connect/',
    pushServices: [],
  })
  try {
    await run({ app, db, clock, password }, now)
  } finally {
    await app.close()
  }
}
