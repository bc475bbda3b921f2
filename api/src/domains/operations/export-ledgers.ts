// Writes files for accounting programs: OFX 2.1.1 and QIF. Both contain booked operations only.
import type { Language } from 'contract/language.ts'
import type { Operation } from 'contract/accounts/operations.ts'
import { textIn } from 'contract/values/identity.ts'
import { escaped } from '../../formats/xml.ts'
import { dayOf, decimal } from './export-rows.ts'
import type { ExportedAccount, Extent } from './operation-export-store.ts'

const ofxTypes: Partial<Record<Operation['type'], string>> = {
  transfer_in: 'XFER',
  transfer_return: 'XFER',
  transfer_out: 'XFER',
  card: 'POS',
  withdrawal: 'ATM',
  cash_deposit: 'DEP',
  cheque_in: 'DEP',
  cheque_out: 'CHECK',
  direct_debit: 'DIRECTDEBIT',
  fee: 'FEE',
  interest: 'INT',
}

const compact = (day: string) => day.replaceAll('-', '')
/** Truncates between visible characters: half of a surrogate pair is invalid. */
const cut = (text: string, max: number) => [...text].slice(0, max).join('')
const element = (name: string, text: string) => `<${name}>${escaped(text)}</${name}>`

const ofxLine = (operation: Operation, lang: Language) =>
  `<STMTTRN>${[
    element('TRNTYPE', ofxTypes[operation.type] ?? (operation.amount > 0 ? 'CREDIT' : 'DEBIT')),
    element('DTPOSTED', compact(dayOf(operation))),
    element('TRNAMT', decimal(operation.amount, operation.currency)),
    element('FITID', operation.id),
    operation.reference === null ? '' : element('REFNUM', cut(operation.reference, 32)),
    element('NAME', cut(textIn(operation.identity.name, lang), 32)),
    element('MEMO', cut(operation.label, 255)),
  ].join('')}</STMTTRN>\n`

/** A statement for import by programs: the account and holder, the booked operations, the balance. */
export async function* ofxOf(
  operations: AsyncIterable<readonly Operation[]>,
  {
    account,
    days,
    now,
    lang,
  }: { account: ExportedAccount; days: Pick<Extent, 'first_day' | 'last_day'>; now: Date; lang: Language },
): AsyncGenerator<string> {
  const moment = `${now.toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)}[0:GMT]`
  const today = now.toISOString().slice(0, 10)
  const well = '<STATUS><CODE>0</CODE><SEVERITY>INFO</SEVERITY></STATUS>'
  yield (
    '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n' +
      '<?OFX OFXHEADER="200" VERSION="211" SECURITY="NONE" OLDFILEUID="NONE" NEWFILEUID="NONE"?>\n' +
      `<OFX><SIGNONMSGSRSV1><SONRS>${well}${element('DTSERVER', moment)}${element('LANGUAGE', lang === 'fr' ? 'FRA' : 'ENG')}</SONRS></SIGNONMSGSRSV1>\n` +
      `<BANKMSGSRSV1><STMTTRNRS><TRNUID>0</TRNUID>${well}<STMTRS>${element('CURDEF', account.currency)}` +
      `<BANKACCTFROM>${element('BANKID', account.bank_code)}${element('BRANCHID', account.branch_code)}` +
      `${element('ACCTID', account.number)}<ACCTTYPE>CHECKING</ACCTTYPE></BANKACCTFROM>\n` +
      `<BANKTRANLIST>${element('DTSTART', compact(days.first_day ?? today))}${element('DTEND', compact(days.last_day ?? today))}\n`
  )
  for await (const some of operations) yield some.map((operation) => ofxLine(operation, lang)).join('')
  yield (
    '</BANKTRANLIST>\n' +
      `<LEDGERBAL>${element('BALAMT', decimal(account.booked, account.currency))}${element('DTASOF', moment)}</LEDGERBAL>` +
      '</STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>\n'
  )
}

const qifText = (text: string) => text.replaceAll(/\s+/gu, ' ').trim()

const qifLines = (operation: Operation, lang: Language) => {
  const [category] = operation.categories
  return [
    `D${dayOf(operation).split('-').toReversed().join('/')}`,
    `T${decimal(operation.amount, operation.currency)}`,
    `P${qifText(textIn(operation.identity.name, lang))}`,
    `M${qifText(operation.label)}`,
    ...(operation.reference === null ? [] : [`N${qifText(operation.reference)}`]),
    ...(category ? [`L${qifText(category.label)}`] : []),
    '^\r\n',
  ].join('\r\n')
}

/** Dates are written day first, as in Senegal. */
export async function* qifOf(operations: AsyncIterable<readonly Operation[]>, lang: Language): AsyncGenerator<string> {
  yield '!Type:Bank\r\n'
  for await (const some of operations) yield some.map((operation) => qifLines(operation, lang)).join('')
}
