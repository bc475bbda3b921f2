import type { Language } from 'contract/language.ts'
import { transferStatusLabels } from 'contract/transfers/transfer-statuses.ts'
import type { Transfer } from 'contract/transfers/transfers.ts'
import type { AccountCaller } from '../../caller.ts'
import { businessDate, type Clock } from '../../adapters/clock.ts'
import type { Db } from '../../db/db.ts'
import { eachItem } from '../../db/each-item.ts'
import { inUnits, tableFile } from '../../formats/table-file.ts'
import type { Cell } from '../../formats/xlsx-writer.ts'
import { byCaller, recordEvent } from '../audit/audit-store.ts'
import { readerOf } from './get-transfer.ts'
import type { TransferSearch } from './transfer-search.ts'
import { listTransfersOf } from './transfer-store.ts'

const translations = {
  fr: {
    list: 'Virements',
    titles: [
      'Date',
      'Bénéficiaire',
      'Compte crédité',
      'Motif',
      'Statut',
      'Montant',
      'Frais',
      'Taxe',
      'Devise',
      'Référence',
      'Créé par',
    ],
  },
  en: {
    list: 'Transfers',
    titles: [
      'Date',
      'Beneficiary',
      'Account credited',
      'Label',
      'Status',
      'Amount',
      'Fees',
      'Tax',
      'Currency',
      'Reference',
      'Created by',
    ],
  },
} as const

/** Exports the transfers that a search finds, in the reader's language. */
export async function exportTransfers(
  { db, clock }: { db: Db; clock: Clock },
  caller: AccountCaller,
  { format, search, lang }: { format: 'csv' | 'xlsx'; search: TransferSearch; lang: Language },
) {
  const today = businessDate(clock)
  const reader = readerOf(caller)
  const { total: count } = await listTransfersOf(db, reader, search, { page: 1, per_page: 1, today })
  await recordEvent(db, {
    at: clock.now(),
    ...byCaller(caller),
    action: 'transfer.export',
    subject_id: caller.account_id,
    facts: { format, count },
  })
  const cellsOf = ({ currency, ...transfer }: Transfer): Cell[] => [
    transfer.display_date === null ? null : { day: transfer.display_date },
    transfer.beneficiary.name,
    transfer.beneficiary.iban,
    transfer.label,
    transferStatusLabels[transfer.status][lang],
    inUnits(transfer.amount, currency),
    inUnits(transfer.fees, currency),
    inUnits(transfer.tax, currency),
    currency,
    transfer.reference,
    transfer.created_by,
  ]
  async function* rows(): AsyncGenerator<Cell[]> {
    for await (const transfer of eachItem((page) => listTransfersOf(db, reader, search, { ...page, today })))
      yield cellsOf(transfer)
  }
  const { list, titles } = translations[lang]
  return tableFile({ format, lang, name: list, day: today, titles, rows: rows(), count })
}
