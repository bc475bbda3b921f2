// Writes top-ups as files: the receipt of one, and the list as a table.
import type { CardTopup } from 'contract/products/card-topups.ts'
import { topupStatusLabels } from 'contract/products/product-labels.ts'
import type { Language } from 'contract/language.ts'
import type { AccountCaller } from '../../caller.ts'
import { byCaller, recordEvent } from '../audit/audit-store.ts'
import { getBankIdentity } from '../bank/bank-identity-store.ts'
import type { Db } from '../../db/db.ts'
import type { Clock } from '../../adapters/clock.ts'
import { createPdf } from '../../documents/pdf.ts'
import { formatDay, formatMoney } from '../../formats/text.ts'
import { tableFile } from '../../formats/table-file.ts'
import type { Cell } from '../../formats/xlsx-writer.ts'
import { Refusal } from '../../refusal.ts'
import { countTopups, findTopup, findTopups, type TopupFilter, topupOf } from './topup-store.ts'

type Ports = { db: Db; clock: Clock }

const translations = {
  fr: {
    title: 'Reçu de recharge',
    under: 'La banque atteste que cette recharge a été effectuée.',
    file: 'Recu-de-recharge',
    list: 'Recharges',
    date: 'Date',
    card: 'Carte',
    holder: 'Porteur',
    kind: 'Fréquence',
    once: 'Une seule fois',
    again: 'Récurrente',
    amount: 'Montant chargé',
    fees: 'Frais',
    tax: 'TAF',
    total: 'Total débité',
    reference: 'Référence',
    by: 'Demandée par',
    status: 'Statut',
  },
  en: {
    title: 'Top-up receipt',
    under: 'The bank certifies that this top-up has been completed.',
    file: 'Top-up-receipt',
    list: 'Top-ups',
    date: 'Date',
    card: 'Card',
    holder: 'Cardholder',
    kind: 'Frequency',
    once: 'Once',
    again: 'Recurring',
    amount: 'Amount loaded',
    fees: 'Fees',
    tax: 'TAF',
    total: 'Total debited',
    reference: 'Reference',
    by: 'Requested by',
    status: 'Status',
  },
} as const

const dayOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10)

/** The receipt of a completed top-up. */
export async function printReceipt({ db, clock }: Ports, caller: AccountCaller, id: string, lang: Language) {
  const row = await findTopup(db, caller, id)
  if (!row) throw new Refusal('not_found')
  const topup = topupOf(row, caller)
  if (topup.status !== 'done' || topup.decided_at === null) throw new Refusal('topup_not_done')
  const labels = translations[lang]
  const { card, amount, fees, tax, total, currency, reference, created_by, decided_at } = topup
  const money = (value: number) => formatMoney(value, currency, lang)
  const pdf = createPdf({
    lang,
    name: `${labels.title} · ${reference}`,
    bank: await getBankIdentity(db),
    made_at: clock.now(),
  })
  pdf.title(labels.title, labels.under)
  pdf.facts([
    { name: labels.card, value: card.number_masked },
    { name: labels.holder, value: card.holder },
    { name: labels.amount, value: money(amount) },
    { name: labels.fees, value: money(fees) },
    { name: labels.tax, value: money(tax) },
    { name: labels.total, value: money(total) },
    { name: labels.date, value: formatDay(dayOf(decided_at), lang) },
    { name: labels.by, value: created_by },
    { name: labels.reference, value: reference },
  ])
  return { file_name: `${labels.file}-${reference}.pdf`, media_type: 'application/pdf', content: await pdf.finish() }
}

const AT_ONCE = 500

async function* eachTopup(db: Db, caller: AccountCaller, filter: TopupFilter): AsyncGenerator<CardTopup> {
  for (let offset = 0; ; offset += AT_ONCE) {
    const rows = await findTopups(db, caller, filter, { limit: AT_ONCE, offset })
    for (const row of rows) yield topupOf(row, caller)
    if (rows.length < AT_ONCE) return
  }
}

/** Exports the listed top-ups in the reader's language. */
export async function exportTopups(
  { db, clock }: Ports,
  caller: AccountCaller,
  { format, filter, lang }: { format: 'csv' | 'xlsx'; filter: TopupFilter; lang: Language },
) {
  const now = clock.now()
  const labels = translations[lang]
  const count = await countTopups(db, caller.account_id, filter)
  const { account_id } = caller
  await recordEvent(db, {
    at: now,
    ...byCaller(caller),
    action: 'topup.export',
    subject_id: account_id,
    facts: { format, count },
  })
  const titles = [
    labels.date,
    labels.card,
    labels.holder,
    labels.kind,
    labels.status,
    labels.amount,
    labels.fees,
    labels.tax,
    labels.total,
    labels.reference,
  ]
  const cellsOf = (topup: CardTopup): Cell[] => [
    { day: dayOf(topup.created_at) },
    topup.card.number_masked,
    topup.card.holder,
    topup.is_recurring ? labels.again : labels.once,
    topupStatusLabels[topup.status][lang],
    topup.amount,
    topup.fees,
    topup.tax,
    topup.total,
    topup.reference,
  ]
  async function* rows() {
    for await (const topup of eachTopup(db, caller, filter)) yield cellsOf(topup)
  }
  const day = now.toISOString().slice(0, 10)
  return tableFile({ format, lang, name: labels.list, day, titles, rows: rows(), count })
}
