// The payment slip of a batch: its payees, the amounts and charges, and the reason of each unpaid line. As a PDF document or for a spreadsheet.
import type { Language } from 'contract/language.ts'
import { type Batch, type BatchDetail, type BatchSlipFormat } from 'contract/transfers/batches.ts'
import { MAX_IMPORT_LINES } from 'contract/transfers/imports.ts'
import { transferStatusLabels } from 'contract/transfers/transfer-statuses.ts'
import { groupByFour } from 'contract/values/iban.ts'
import { minorUnits } from 'contract/values/money.ts'
import type { AccountCaller } from '../../caller.ts'
import { getBankIdentity } from '../bank/bank-identity-store.ts'
import type { Db } from '../../db/db.ts'
import { businessDate, type Clock } from '../../adapters/clock.ts'
import { asText, csvLine } from '../../formats/csv.ts'
import { createPdf } from '../../documents/pdf.ts'
import {
  formatAccount,
  formatAmount,
  formatDay,
  formatMoney,
  formatNumber,
  formatShortDay,
} from '../../formats/text.ts'
import { Refusal } from '../../refusal.ts'
import { describeBatch, getOpenBatch, failureReasonOf } from './batch-lines.ts'
import { lineStatus } from './batch-rules.ts'
import { getPayer, type ListedLine, listLinesOf } from './batch-store.ts'

type Ports = { db: Db; clock: Clock }
type RequestContext = { caller: AccountCaller; lang: Language; format: BatchSlipFormat }

const translations = {
  fr: {
    title: 'Bordereau de paiement',
    file: 'Bordereau-de-paiement',
    as_of: 'Situation au',
    payer: 'Donneur d’ordre',
    account: 'Compte débité',
    source: 'Fichier',
    reference: 'Référence du lot',
    author: 'Créé par',
    signers: 'Validé par',
    day: 'Date d’exécution',
    paid: 'Virements exécutés',
    amount: 'Montant exécuté',
    charges: 'Frais et taxe',
    total: 'Total débité',
    unpaid: 'Virements non exécutés',
    unpaid_amount: 'Montant non exécuté',
    columns: ['Ligne', 'Bénéficiaire', 'Compte crédité', 'Libellé', 'Date', 'Montant', 'Frais et taxe', 'Statut'],
    reason: 'Motif',
    separator: ' : ',
  },
  en: {
    title: 'Payment slip',
    file: 'Payment-slip',
    as_of: 'As of',
    payer: 'Ordering customer',
    account: 'Account debited',
    source: 'File',
    reference: 'Batch reference',
    author: 'Created by',
    signers: 'Validated by',
    day: 'Execution date',
    paid: 'Transfers executed',
    amount: 'Amount executed',
    charges: 'Fees and tax',
    total: 'Total debited',
    unpaid: 'Transfers not executed',
    unpaid_amount: 'Amount not executed',
    columns: ['Line', 'Beneficiary', 'Account credited', 'Label', 'Date', 'Amount', 'Fees and tax', 'Status'],
    reason: 'Reason',
    separator: ': ',
  },
} as const

/** What a line has debited: nothing where it never ran; the charges alone where the money was returned. */
const debitedBy = ({ state, amount, fees, tax }: ListedLine) => ({
  amount: state === 'executed' ? amount : 0,
  charges: state === 'executed' || state === 'returned' ? fees + tax : 0,
})

/** The status of a line without the reader's right to sign: only a signed batch has a slip. */
const statusOf = (line: ListedLine, today: string, lang: Language) =>
  transferStatusLabels[lineStatus(line, false, today)][lang]

const sumOf = (lines: readonly ListedLine[], of: (line: ListedLine) => number) =>
  lines.reduce((sum, line) => sum + of(line), 0)

type Slip = {
  today: string
  batch: BatchDetail
  payer: { holder: string; iban: string }
  lines: readonly ListedLine[]
}

function factsOf({ batch, payer, lines }: Slip, lang: Language): { name: string; value: string }[] {
  const labels = translations[lang]
  const { currency, history } = batch
  const signers = history.flatMap(({ action, by }) => (action === 'batch.accept' && by !== null ? [by] : []))
  const paid = lines.filter(({ state }) => state === 'executed')
  const unpaid = lines.filter(({ state }) => state !== 'executed')
  const [amount, charges] = [
    sumOf(lines, (line) => debitedBy(line).amount),
    sumOf(lines, (line) => debitedBy(line).charges),
  ]
  const money = (value: number) => formatMoney(value, currency, lang)
  return [
    { name: labels.payer, value: payer.holder },
    { name: labels.account, value: `${formatAccount(batch.account.label, lang)} · ${groupByFour(payer.iban)}` },
    { name: labels.source, value: batch.file_name },
    { name: labels.reference, value: batch.reference },
    { name: labels.author, value: batch.created_by },
    ...(signers.length > 0 ? [{ name: labels.signers, value: signers.join(', ') }] : []),
    { name: labels.day, value: formatDay(batch.execution_date, lang) },
    { name: labels.paid, value: formatNumber(paid.length, lang) },
    { name: labels.amount, value: money(amount) },
    { name: labels.charges, value: money(charges) },
    { name: labels.total, value: money(amount + charges) },
    ...(unpaid.length > 0
      ? [
          { name: labels.unpaid, value: formatNumber(unpaid.length, lang) },
          { name: labels.unpaid_amount, value: money(sumOf(unpaid, (line) => line.amount)) },
        ]
      : []),
  ]
}

async function* printedRows({ batch, lines, today }: Slip, lang: Language): AsyncGenerator<readonly string[]> {
  const { separator } = translations[lang]
  for (const line of lines) {
    const reason = failureReasonOf(line, lang)
    yield [
      String(line.line),
      line.name,
      groupByFour(line.iban),
      line.label,
      line.execution_date === null ? '' : formatShortDay(line.execution_date),
      formatAmount(line.amount, batch.currency, lang),
      formatAmount(debitedBy(line).charges, batch.currency, lang),
      statusOf(line, today, lang) + (reason === '' ? '' : `${separator}${reason}`),
    ]
  }
}

async function inPdf({ db, clock }: Ports, slip: Slip, lang: Language): Promise<Buffer> {
  const labels = translations[lang]
  const now = clock.now()
  const bank = await getBankIdentity(db)
  const pdf = createPdf({ lang, name: `${labels.title} · ${slip.batch.reference}`, bank, made_at: now })
  pdf.title(labels.title, `${labels.as_of} ${formatDay(now.toISOString().slice(0, 10), lang)}`)
  pdf.facts(factsOf(slip, lang))
  const widths = [6, 17, 22, 16, 11, 12, 9, 17]
  await pdf.table(
    labels.columns.map((title, at) => ({
      title,
      width: widths[at] ?? 10,
      align: at === 5 || at === 6 ? ('right' as const) : ('left' as const),
    })),
    printedRows(slip, lang),
  )
  return pdf.finish()
}

function asCsv({ batch, lines, today }: Slip, lang: Language): Buffer {
  const { columns, reason } = translations[lang]
  const [separator, decimals] = [lang === 'fr' ? (';' as const) : (',' as const), minorUnits[batch.currency]]
  const amountText = (amount: number) => {
    const text = (amount / 10 ** decimals).toFixed(decimals)
    return lang === 'fr' ? text.replace('.', ',') : text
  }
  const rows = lines.map((line) =>
    csvLine(
      [
        String(line.line),
        asText(line.name),
        line.iban,
        asText(line.label),
        line.execution_date ?? '',
        amountText(line.amount),
        amountText(debitedBy(line).charges),
        statusOf(line, today, lang),
        asText(failureReasonOf(line, lang)),
      ],
      separator,
    ),
  )
  return Buffer.from(`\uFEFF${csvLine([...columns, reason], separator)}${rows.join('')}`)
}

/** The slip is available as soon as one line has ended. */
const hasRun = ({ state, counts }: Pick<Batch, 'state' | 'counts'>) =>
  state === 'validated' && counts.executed + counts.failed > 0

/** The slip of a batch, for those who may see its lines. */
export async function createSlip(ports: Ports, { caller, lang, format }: RequestContext, id: string) {
  if (!hasRun(await getOpenBatch(ports, caller, id))) throw new Refusal('batch_not_executed')
  const key = { account_id: caller.account_id, batch_id: id }
  const { items } = await listLinesOf(ports.db, key, { page: 1, per_page: MAX_IMPORT_LINES })
  const today = businessDate(ports.clock)
  const slip = {
    today,
    batch: await describeBatch(ports, caller, id),
    payer: await getPayer(ports.db, caller.account_id),
    lines: items,
  }
  const file_name = `${translations[lang].file}-${slip.batch.reference}.${format}`
  return format === 'pdf'
    ? { file_name, media_type: 'application/pdf', content: await inPdf(ports, slip, lang) }
    : { file_name, media_type: 'text/csv; charset=utf-8', content: asCsv(slip, lang) }
}
