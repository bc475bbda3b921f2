// Writes an account report as ISO 20022 camt.053.001.02, which accounting programs read.
import { type AccountReport, type Entries, plainAmount, type ReportEntry } from './account-report.ts'
import { writeXmlPart, type Xml } from './xml.ts'

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
const side = (amount: number) => (amount < 0 ? 'DBIT' : 'CRDT')
const moment = (at: Date) => `${at.toISOString().slice(0, 19)}Z`

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

function entryElement(entry: ReportEntry, { currency, bank_code }: AccountReport['account']): Xml {
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

function headElements(report: AccountReport): Xml[] {
  const { number, sequence, made_at, account, period, opening, credits, debits, closing, entry_count } = report
  const { currency } = account
  const balance = (code: string, amount: number, day: string): Xml => [
    'Bal',
    [
      ['Tp', [['CdOrPrtry', [['Cd', code]]]]],
      ['Amt', plainAmount(amount, currency), { Ccy: currency }],
      ['CdtDbtInd', side(amount)],
      ['Dt', [['Dt', day]]],
    ],
  ]
  const total = (name: string, sum: number): Xml => [name, [['Sum', plainAmount(sum, currency)]]]
  return [
    ['Id', number],
    ['ElctrncSeqNb', String(sequence)],
    ['CreDtTm', moment(made_at)],
    [
      'FrToDt',
      [
        ['FrDtTm', `${period.from}T00:00:00Z`],
        ['ToDtTm', `${period.to}T23:59:59Z`],
      ],
    ],
    [
      'Acct',
      [
        ['Id', [['IBAN', account.iban]]],
        ['Ccy', currency],
        ['Ownr', [['Nm', account.holder.slice(0, MAX_LETTERS)]]],
        ['Svcr', [['FinInstnId', [['BIC', account.bank_bic]]]]],
      ],
    ],
    balance('OPBD', opening, period.from),
    balance('CLBD', closing, period.to),
    balance('CLAV', closing, period.to),
    [
      'TxsSummry',
      [
        [
          'TtlNtries',
          [
            ['NbOfNtries', String(entry_count)],
            ['Sum', plainAmount(credits + debits, currency)],
            ['TtlNetNtryAmt', plainAmount(credits - debits, currency)],
            ['CdtDbtInd', side(credits - debits)],
          ],
        ],
        total('TtlCdtNtries', credits),
        total('TtlDbtNtries', debits),
      ],
    ],
  ]
}

/** Writes the message in pieces. The same report and entries give the same bytes. */
export async function* camt053(report: AccountReport, entries: Entries): AsyncGenerator<string> {
  const head: Xml = [
    'GrpHdr',
    [
      ['MsgId', report.number],
      ['CreDtTm', moment(report.made_at)],
    ],
  ]
  yield '<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.02">\n  <BkToCstmrStmt>\n'
  yield `${writeXmlPart(head, 2)}    <Stmt>\n`
  yield headElements(report)
    .map((element) => writeXmlPart(element, 3))
    .join('')
  for await (const chunk of entries)
    yield chunk.map((entry) => writeXmlPart(entryElement(entry, report.account), 3)).join('')
  yield '    </Stmt>\n  </BkToCstmrStmt>\n</Document>\n'
}
