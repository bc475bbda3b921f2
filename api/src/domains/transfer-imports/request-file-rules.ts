// Reads the invoices of a file, which are sent as requests to pay: each line with all of its errors. Pure.
import type { LineError } from 'contract/transfers/import-problems.ts'
import { MAX_REQUESTED_AMOUNT, PaymentAddress } from 'contract/transfers/instant-payments.ts'
import { INVOICE_MAX_LENGTH, REQUEST_LABEL_MAX_LENGTH } from 'contract/transfers/payment-requests.ts'
import { MAX_REQUEST_LINES, type RequestColumn, requestColumns } from 'contract/transfers/request-files.ts'
import { addDays } from 'contract/values/calendar.ts'
import { Phone, tidyPhone } from 'contract/values/contact.ts'
import type { PlainDate } from 'contract/values/dates.ts'
import { line as lineOf, tidyLine } from 'contract/values/text.ts'
import * as z from 'zod/mini'
import { readAmount } from './import-amount-rules.ts'
import { dateError, readDay, textError } from './import-cell-rules.ts'
import { UNION_PHONE } from './import-rules.ts'
import type { RawLine, Table } from './import-table-rules.ts'

/** Such a file has these columns, in French or in English. */
export const requestTable: Table<RequestColumn> = {
  columns: requestColumns,
  heads: {
    payer: 'telephone',
    amount: 'montant',
    label: 'motif',
    invoice: 'numero_facture',
    last_day: 'date_limite',
  },
  required: ['payer', 'amount', 'label'],
  columnsByName: {
    telephone: 'payer',
    phone: 'payer',
    phone_number: 'payer',
    payeur: 'payer',
    payer: 'payer',
    adresse_de_paiement: 'payer',
    payment_address: 'payer',
    montant: 'amount',
    amount: 'amount',
    motif: 'label',
    libelle: 'label',
    label: 'label',
    reason: 'label',
    numero_facture: 'invoice',
    numero_de_facture: 'invoice',
    facture: 'invoice',
    invoice: 'invoice',
    invoice_number: 'invoice',
    date_limite: 'last_day',
    dernier_jour: 'last_day',
    echeance: 'last_day',
    last_day: 'last_day',
    due_date: 'last_day',
  },
  day: 'last_day',
  max_lines: MAX_REQUEST_LINES,
}

/** The platform refuses a request that can be answered for longer than a year. */
const MAX_DAYS = 365

export type InvoiceLine = {
  line: number
  kind: 'phone' | 'address'
  value: string
  amount: number
  label: string
  invoice: string | null
  /** Null: as long as any request. */
  last_day: PlainDate | null
}
export type LineProblem = {
  line: number
  column: RequestColumn
  code: LineError
  facts: Record<string, string | number>
}

const labelLine = lineOf(1, REQUEST_LABEL_MAX_LENGTH)
const invoiceLine = lineOf(1, INVOICE_MAX_LENGTH)

/** A telephone number of the union or a payment address, or why it is neither. */
function readPayer(typed: string): Pick<InvoiceLine, 'kind' | 'value'> | LineError {
  const text = typed.trim()
  if (text === '') return 'payer_missing'
  const address = z.safeParse(PaymentAddress, text)
  if (address.success) return { kind: 'address', value: address.data }
  const phone = tidyPhone(text)
  if (!z.safeParse(Phone, phone).success) return 'phone_invalid'
  return UNION_PHONE.test(phone) ? { kind: 'phone', value: phone } : 'phone_abroad'
}

/** The invoices of a file, and all errors of its lines. */
export function readInvoices(
  raw: readonly RawLine<RequestColumn>[],
  today: PlainDate,
): { invoices: InvoiceLine[]; problems: LineProblem[] } {
  const invoices: InvoiceLine[] = []
  const problems: LineProblem[] = []
  const lineByInvoice = new Map<string, number>()
  for (const { line, cells } of raw) {
    const object = (column: RequestColumn, code: LineError | null, facts: LineProblem['facts'] = {}) => {
      if (code !== null) problems.push({ line, column, code, facts })
    }
    const payer = readPayer(cells.payer)
    if (typeof payer === 'string') object('payer', payer)
    const readable = readAmount(cells.amount)
    const amount = typeof readable === 'number' && readable > MAX_REQUESTED_AMOUNT ? 'amount_too_large' : readable
    if (typeof amount === 'string') object('amount', amount, { currency: 'XOF' })
    const label = tidyLine(cells.label)
    object('label', textError(label, labelLine, 'label_missing'), { max: REQUEST_LABEL_MAX_LENGTH })
    const invoice = tidyLine(cells.invoice)
    if (invoice !== '') {
      object('invoice', textError(invoice, invoiceLine, 'text_invalid'), { max: INVOICE_MAX_LENGTH })
      const first = lineByInvoice.get(invoice)
      if (first === undefined) lineByInvoice.set(invoice, line)
      else object('invoice', 'invoice_repeated', { line: first })
    }
    const last_day = cells.last_day.trim() === '' ? null : readDay(cells.last_day)
    if (cells.last_day.trim() !== '') {
      const isTooFar = last_day !== null && last_day > addDays(today, MAX_DAYS)
      object('last_day', isTooFar ? 'date_too_far' : dateError(last_day, today, cells.last_day))
    }
    if (typeof payer !== 'string' && typeof amount === 'number')
      invoices.push({ line, ...payer, amount, label, invoice: invoice || null, last_day })
  }
  return { invoices, problems }
}
