// Exports the lines of a batch for a validator who examines them: the total cost of each line, and whether its payee is new.
import type { Language } from 'contract/language.ts'
import { MAX_IMPORT_LINES } from 'contract/transfers/imports.ts'
import { transferStatusLabels } from 'contract/transfers/transfer-statuses.ts'
import { minorUnits } from 'contract/values/money.ts'
import type { AccountCaller } from '../../caller.ts'
import type { Db } from '../../db/db.ts'
import { businessDate, type Clock } from '../../adapters/clock.ts'
import { asText, csvLine } from '../../formats/csv.ts'
import { getOpenBatch, failureReasonOf } from './batch-lines.ts'
import { lineStatus } from './batch-rules.ts'
import { listLinesOf } from './batch-store.ts'

const labels = {
  fr: {
    file: 'Lignes-du-lot',
    columns: [
      'Ligne',
      'Bénéficiaire',
      'Compte crédité',
      'Banque',
      'Libellé',
      'Date',
      'Montant',
      'Frais et taxe',
      'Nouveau bénéficiaire',
      'Statut',
      'Motif',
    ],
    yes: 'oui',
    separator: ';',
  },
  en: {
    file: 'Batch-lines',
    columns: [
      'Line',
      'Beneficiary',
      'Account credited',
      'Bank',
      'Label',
      'Date',
      'Amount',
      'Fees and tax',
      'New beneficiary',
      'Status',
      'Reason',
    ],
    yes: 'yes',
    separator: ',',
  },
} as const

export async function exportBatchLines(
  ports: { db: Db; clock: Clock },
  { caller, lang }: { caller: AccountCaller; lang: Language },
  id: string,
) {
  const batch = await getOpenBatch(ports, caller, id)
  const key = { account_id: caller.account_id, batch_id: id }
  const { items } = await listLinesOf(ports.db, key, { page: 1, per_page: MAX_IMPORT_LINES })
  const { file, columns, yes, separator } = labels[lang]
  const decimals = minorUnits[batch.currency]
  const amountText = (amount: number) => {
    const text = (amount / 10 ** decimals).toFixed(decimals)
    return lang === 'fr' ? text.replace('.', ',') : text
  }
  const [maySign, today] = [batch.actions.includes('accept'), businessDate(ports.clock)]
  const rows = items.map((line) =>
    csvLine(
      [
        String(line.line),
        asText(line.name),
        line.iban,
        asText(line.bank_name ?? ''),
        asText(line.label),
        line.execution_date ?? '',
        amountText(line.amount),
        amountText(line.fees + line.tax),
        line.is_new_payee ? yes : '',
        transferStatusLabels[lineStatus(line, maySign, today)][lang],
        asText(failureReasonOf(line, lang)),
      ],
      separator,
    ),
  )
  return {
    file_name: `${file}-${batch.reference}.csv`,
    media_type: 'text/csv; charset=utf-8',
    content: Buffer.from(`\uFEFF${csvLine(columns, separator)}${rows.join('')}`),
  }
}
