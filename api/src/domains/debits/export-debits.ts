import type { Language } from 'contract/language.ts'
import { debitStatusLabels } from 'contract/products/product-labels.ts'
import type { AccountCaller } from '../../caller.ts'
import type { Clock } from '../../adapters/clock.ts'
import type { Db } from '../../db/db.ts'
import { eachItem } from '../../db/each-item.ts'
import { inUnits, tableFile } from '../../formats/table-file.ts'
import type { Cell } from '../../formats/xlsx-writer.ts'
import { byCaller, recordEvent } from '../audit/audit-store.ts'
import { type DebitFilter, listDebitsOf, type StoredDebit } from './debit-store.ts'

const translations = {
  fr: {
    list: 'Prelevements',
    titles: ['Date', 'Créancier', 'Libellé', 'Mandat', 'Statut', 'Motif', 'Montant', 'Devise', 'Référence'],
  },
  en: {
    list: 'Direct-debits',
    titles: ['Date', 'Creditor', 'Label', 'Mandate', 'Status', 'Reason', 'Amount', 'Currency', 'Reference'],
  },
} as const

/** Exports the collections that a filter finds, in the reader's language. */
export async function exportDebits(
  { db, clock }: { db: Db; clock: Clock },
  caller: AccountCaller,
  { format, filter, lang }: { format: 'csv' | 'xlsx'; filter: DebitFilter; lang: Language },
) {
  const now = clock.now()
  const { account_id } = caller
  const { total: count } = await listDebitsOf(db, account_id, filter, { page: 1, per_page: 1 })
  await recordEvent(db, {
    at: now,
    ...byCaller(caller),
    action: 'debit.export',
    subject_id: account_id,
    facts: { format, count },
  })
  const cellsOf = (debit: StoredDebit): Cell[] => [
    { day: debit.settled_on ?? debit.due_date },
    debit.creditor_name,
    debit.label,
    debit.umr,
    debitStatusLabels[debit.status][lang],
    debit.reason,
    inUnits(debit.amount, debit.currency),
    debit.currency,
    debit.reference,
  ]
  async function* rows(): AsyncGenerator<Cell[]> {
    for await (const debit of eachItem((page) => listDebitsOf(db, account_id, filter, page))) yield cellsOf(debit)
  }
  const { list, titles } = translations[lang]
  return tableFile({ format, lang, name: list, day: now.toISOString().slice(0, 10), titles, rows: rows(), count })
}
