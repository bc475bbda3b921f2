// The notice of one operation, and the copy of one message, on paper (domain.md 8).
import type { Language } from 'contract/language.ts'
import { groupByFour } from 'contract/values/iban.ts'
import type { BankIdentity } from '../../db/bank-identity.ts'
import { mt103Fields } from '../../outside/mt103.ts'
import { newPaper } from '../../outside/paper.ts'
import { sayDay, sayMoney } from '../../outside/say.ts'
import type { CopyFacts, NoticeFacts } from './document-store.ts'
import { words } from './document-words.ts'

export function noticePaper(notice: NoticeFacts, bank: BankIdentity, lang: Language): Promise<Buffer> {
  const say = words[lang]
  const { amount, currency, fees, tax, reference, counterparty, booking_date, value_date, label, holder, iban } = notice
  const isDebit = amount < 0
  const title = isDebit ? say.debit_notice : say.credit_notice
  const money = (value: number) => sayMoney(value, currency, lang)
  const paper = newPaper({ lang, name: `${title} · ${reference ?? sayDay(booking_date, lang)}`, bank, made_at: new Date(booking_date) })
  paper.title(title, sayDay(booking_date, lang))
  paper.facts([
    ...(reference === null ? [] : [{ name: say.reference, value: reference }]),
    { name: say.operation_date, value: sayDay(booking_date, lang) },
    { name: say.value_date, value: sayDay(value_date, lang) },
    { name: say.holder, value: holder },
    { name: say.account, value: groupByFour(iban) },
    ...(counterparty === null ? [] : [{ name: isDebit ? say.payee : say.payer, value: counterparty }]),
    { name: say.gross, value: money(Math.abs(amount)) },
    { name: say.fees_plain, value: money(fees - tax) },
    { name: say.tax, value: money(tax) },
    { name: isDebit ? say.net_debit : say.net_credit, value: money(Math.abs(amount - fees)) },
    { name: say.reason, value: label },
  ])
  if (bank.legal !== '') paper.paragraph(bank.legal)
  return paper.finish()
}

export function copyPaper(copy: CopyFacts, bank: BankIdentity, lang: Language): Promise<Buffer> {
  const say = words[lang]
  const names: Record<string, string> = say.fields
  const paper = newPaper({ lang, name: `${say.copy} · ${copy.reference}`, bank, made_at: copy.sent_at })
  paper.title(say.copy, say.copy_under)
  paper.facts([
    { name: say.operation_date, value: sayDay(copy.day, lang) },
    ...(copy.uetr === null ? [] : [{ name: 'UETR', value: copy.uetr }]),
    ...mt103Fields(copy, bank.bic).map(({ tag, lines }) => ({ name: `:${tag}: ${names[tag] ?? ''}`, value: lines.join('\n') })),
  ])
  if (bank.legal !== '') paper.paragraph(bank.legal)
  return paper.finish()
}
