// Writes an account report as ISO 20022 camt.053.001.02, which accounting programs read.
import { type AccountReport, type Entries, plainAmount } from './account-report.ts'
import { accountElement, entryElement, moment, side } from './camt-parts.ts'
import { writeXmlPart, type Xml } from './xml.ts'

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
    accountElement(account),
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
