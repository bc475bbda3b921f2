// Stores the reports of the platform. A job compares them with the books when they are complete.
import { newId } from '../../../adapters/ids.ts'
import type { Tx } from '../../../db/db.ts'
import type { AipCallback } from '../../../formats/instant/aip-callbacks.ts'
import { queueMessages } from '../platform/aip-message-store.ts'
import type { Applied } from '../payments/receive-outcome.ts'
import { announcedReport, type ReportKind } from './report-rules.ts'
import { insertPage, insertReport, isReportComplete, lockReport, markRequestReceived } from './report-store.ts'

const signed = (amount: number, direction: 'CRDT' | 'DBIT') => (direction === 'CRDT' ? amount : -amount)

/** A report that can be fetched is fetched. Other notices are only kept. */
export async function receiveAnnouncement(
  tx: Tx,
  { evenement, evenementDescription }: AipCallback<'/notifications/info-warn'>,
  now: Date,
): Promise<Applied> {
  const id = evenement === 'INFO' ? announcedReport(evenementDescription) : null
  if (id === null || (await isReportComplete(tx, id))) return 'unchanged'
  await queueMessages(tx, [{ path: '/rapports/telechargements', body: { id } }], now)
  return 'applied'
}

/** A page of the payments of a period. The pages come in any order, and each counts once. */
export async function receivePageOfReport(
  tx: Tx,
  body: AipCallback<'/rapports/telechargements/reponses'>,
  now: Date,
): Promise<Applied> {
  const { identifiantReleve: statement, pageCourante: page, dernierePage, transactions } = body
  const period_from = new Date(body.dateDebutCompense)
  await insertReport(tx, {
    id: newId(),
    kind: 'TRANS',
    statement,
    period_from,
    period_until: new Date(body.dateFinCompense),
    amount: 0,
    line_count: 0,
    received_at: now,
    completed_at: null,
  })
  const report = await lockReport(tx, 'TRANS', statement)
  if (!report || report.completed_at || report.pages.includes(page)) return 'unchanged'
  const lines = transactions.map(({ reference, montant, operation }, index) => ({
    report_id: report.id,
    page,
    place: index + 1,
    end_to_end_id: reference,
    amount: signed(montant, operation),
  }))
  const last_page = dernierePage ? page : report.last_page
  const isComplete = last_page === report.pages.length + 1
  await insertPage(tx, lines, {
    report_id: report.id,
    page,
    last_page,
    completed_at: isComplete ? now : null,
    amount: lines.reduce((sum, { amount }) => sum + amount, 0),
  })
  if (isComplete) await markRequestReceived(tx, 'TRANS', period_from, now)
  return 'applied'
}

type WholeReport = { kind: ReportKind; statement: string; from: Date; until: Date; amount: number; line_count: number }

async function storeWhole(tx: Tx, { from, until, ...report }: WholeReport, now: Date): Promise<void> {
  const times = { period_from: from, period_until: until, received_at: now, completed_at: now }
  await insertReport(tx, { id: newId(), ...report, ...times })
  await markRequestReceived(tx, report.kind, from, now)
}

/** The balances of clearing periods. */
export async function receiveBalances(
  tx: Tx,
  { soldes }: AipCallback<'/reglements/soldes'>,
  now: Date,
): Promise<Applied> {
  for (const { id, dateDebutCompense, dateFinCompense, montant, operationType } of soldes)
    await storeWhole(
      tx,
      {
        kind: 'COMP',
        statement: id,
        from: new Date(dateDebutCompense),
        until: new Date(dateFinCompense),
        amount: signed(montant, operationType),
        line_count: 0,
      },
      now,
    )
  return 'applied'
}

/** The invoices of a month: what the platform charges the bank. */
export async function receiveInvoices(
  tx: Tx,
  { listeGroupeFacture }: AipCallback<'/rapports/factures/reponses'>,
  now: Date,
): Promise<Applied> {
  for (const { statementId, dateDebutFacture, dateFinFacture, donnees } of listeGroupeFacture.flatMap(
    ({ listeFacture }) => listeFacture,
  ))
    await storeWhole(
      tx,
      {
        kind: 'FACT',
        statement: statementId,
        from: new Date(`${dateDebutFacture}T00:00:00Z`),
        until: new Date(`${dateFinFacture}T00:00:00Z`),
        amount: donnees.reduce((sum, { montantFrais }) => sum + montantFrais, 0),
        line_count: donnees.length,
      },
      now,
    )
  return 'applied'
}
