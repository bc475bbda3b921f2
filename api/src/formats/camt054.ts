// Writes the notice of one movement as ISO 20022 camt.054.001.02, which accounting programs read.
import type { AccountReport, ReportEntry } from './account-report.ts'
import { accountElement, entryElement, moment } from './camt-parts.ts'
import { writeXml } from './xml.ts'

/** Writes the message. The same movement gives the same bytes. */
export function camt054(entry: ReportEntry, account: AccountReport['account']): string {
  const id = entry.id.replaceAll('-', '')
  const created: [string, string] = ['CreDtTm', moment(new Date(entry.booking_date))]
  return writeXml([
    'Document',
    [
      [
        'BkToCstmrDbtCdtNtfctn',
        [
          ['GrpHdr', [['MsgId', id], created]],
          ['Ntfctn', [['Id', id], created, accountElement(account), entryElement(entry, account)]],
        ],
      ],
    ],
    { xmlns: 'urn:iso:std:iso:20022:tech:xsd:camt.054.001.02' },
  ])
}
