// The parts that messages about an account have in common: camt.053 of a period and camt.054 of one movement.
import { type AccountReport, plainAmount, type ReportEntry } from './account-report.ts'
import type { Xml } from './xml.ts'

type PaymentCode = readonly [domain: string, family: string, sub: string]

// Domain, family and sub-family codes of ISO 20022. A movement in the other direction than its code has only the bank's proprietary code.
const paymentCodes: Record<string, { credit?: PaymentCode; debit?: PaymentCode }> = {
  transfer_in: { credit: ['PMNT', 'RCDT', 'DMCT'] },
  transfer_out: { debit: ['PMNT', 'ICDT', 'DMCT'] },
  transfer_return: { credit: ['PMNT', 'ICDT', 'RRTN'], debit: ['PMNT', 'RCDT', 'RRTN'] },
  card: { debit: ['PMNT', 'CCRD', 'POSD'] },
  withdrawal: { debit: ['PMNT', 'CCRD', 'CWDL'] },
  cash_deposit: { credit: ['PMNT', 'CNTR', 'CDPT'] },
  cheque_in: { credit: ['PMNT', 'RCHQ', 'CCHQ'] },
  cheque_out: { debit: ['PMNT', 'ICHQ', 'CCHQ'] },
  direct_debit: { debit: ['PMNT', 'RDDT', 'PMDD'] },
  fee: { credit: ['ACMT', 'MCOP', 'FEES'], debit: ['ACMT', 'MDOP', 'FEES'] },
  interest: { credit: ['ACMT', 'MCOP', 'INTR'], debit: ['ACMT', 'MDOP', 'INTR'] },
  tax: { debit: ['ACMT', 'MDOP', 'TAXE'] },
  loan: { debit: ['LDAS', 'CSLN', 'PPAY'] },
}

const MAX_LETTERS = 140
/** Long texts are split over repeated elements. */
const pieces = (text: string) => text.match(/.{1,140}/gsu) ?? []
export const side = (amount: number) => (amount < 0 ? 'DBIT' : 'CRDT')
export const moment = (at: Date) => `${at.toISOString().slice(0, 19)}Z`

function transactionCode({ type, amount }: ReportEntry, bankCode: string): Xml {
  const code = paymentCodes[type]?.[amount < 0 ? 'debit' : 'credit']
  const proprietary: Xml = [
    'Prtry',
    [
      ['Cd', type],
      ['Issr', bankCode],
    ],
  ]
  if (!code) return ['BkTxCd', [proprietary]]
  const [domain, family, sub] = code
  const families: Xml = [
    'Fmly',
    [
      ['Cd', family],
      ['SubFmlyCd', sub],
    ],
  ]
  return ['BkTxCd', [['Domn', [['Cd', domain], families]], proprietary]]
}

/** The element of one movement. */
export function entryElement(entry: ReportEntry, { currency, bank_code }: AccountReport['account']): Xml {
  const { id, amount, booking_date, value_date, label, counterparty, reference } = entry
  const party: Xml | null = counterparty
    ? [amount < 0 ? 'Cdtr' : 'Dbtr', [['Nm', counterparty.slice(0, MAX_LETTERS)]]]
    : null
  const details: (Xml | null)[] = [
    reference ? ['Refs', [['EndToEndId', reference.slice(0, 35)]]] : null,
    party && ['RltdPties', [party]],
    ['RmtInf', pieces(label).map((piece): Xml => ['Ustrd', piece])],
  ]
  return [
    'Ntry',
    [
      ['Amt', plainAmount(amount, currency), { Ccy: currency }],
      ['CdtDbtInd', side(amount)],
      ['Sts', 'BOOK'],
      ['BookgDt', [['Dt', booking_date]]],
      ['ValDt', [['Dt', value_date]]],
      ['AcctSvcrRef', id.replaceAll('-', '')],
      transactionCode(entry, bank_code),
      ['NtryDtls', [['TxDtls', details]]],
    ],
  ]
}

/** The element of the account, with its holder and the bank that keeps it. */
export const accountElement = ({ iban, currency, holder, bank_bic }: AccountReport['account']): Xml => [
  'Acct',
  [
    ['Id', [['IBAN', iban]]],
    ['Ccy', currency],
    ['Ownr', [['Nm', holder.slice(0, MAX_LETTERS)]]],
    ['Svcr', [['FinInstnId', [['BIC', bank_bic]]]]],
  ],
]
