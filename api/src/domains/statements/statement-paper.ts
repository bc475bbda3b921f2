// The statement of a month on paper (domain.md 8).
import type { Language } from 'contract/language.ts'
import { groupByFour } from 'contract/values/iban.ts'
import { addDays } from 'contract/values/calendar.ts'
import type { BankIdentity } from '../../db/bank-identity.ts'
import type { Entries } from '../../outside/account-report.ts'
import { newPaper } from '../../outside/paper.ts'
import { sayAmount, sayDay, sayMoney, sayShortDay } from '../../outside/say.ts'
import { words } from './document-words.ts'
import type { StatementFacts } from './statement-store.ts'

type Fees = { fees: number; tax: number }

function factsOf(statement: StatementFacts, bank: BankIdentity, lang: Language) {
  const say = words[lang]
  const { iban, branch_code, account_number, currency, overdraft, first_day, last_day } = statement
  const money = (amount: number) => sayMoney(amount, currency, lang)
  return [
    { name: say.number, value: statement.number },
    { name: say.holder, value: statement.holder },
    { name: say.account, value: statement.label },
    { name: 'IBAN', value: groupByFour(iban) },
    { name: 'RIB', value: `${bank.code} ${branch_code} ${account_number} ${iban.slice(-2)}` },
    { name: say.currency, value: currency },
    ...(overdraft > 0 ? [{ name: say.overdraft, value: money(overdraft) }] : []),
    { name: say.opening(sayDay(addDays(first_day, -1), lang)), value: money(statement.opening) },
    { name: say.credits, value: money(statement.credits) },
    { name: say.debits, value: money(statement.debits) },
    { name: say.closing(sayDay(last_day, lang)), value: money(statement.closing) },
  ]
}

async function* rowsOf(entries: Entries, currency: string, lang: Language): AsyncGenerator<string[]> {
  for await (const chunk of entries)
    for (const { booking_date, value_date, label, reference, amount } of chunk) {
      const figures = sayAmount(Math.abs(amount), currency, lang)
      yield [
        sayShortDay(booking_date),
        sayShortDay(value_date),
        label,
        reference ?? '',
        amount < 0 ? figures : '',
        amount < 0 ? '' : figures,
      ]
    }
}

/** The PDF: the same for ever, as it follows from what was written when the statement was made. */
export async function statementPaper(
  statement: StatementFacts,
  entries: Entries,
  { fees, tax }: Fees,
  bank: BankIdentity,
  lang: Language,
): Promise<Buffer> {
  const say = words[lang]
  const { number, currency, first_day, last_day, made_at } = statement
  const paper = newPaper({ lang, name: `${say.statement} ${number}`, bank, made_at })
  paper.title(say.statement, say.period(sayDay(first_day, lang), sayDay(last_day, lang)))
  paper.facts(factsOf(statement, bank, lang))
  paper.section(say.operations)
  if (statement.last_seq === statement.seq_before) paper.paragraph(say.no_operation)
  else
    await paper.table(
      [
        { title: say.date, width: 13 },
        { title: say.value, width: 13 },
        { title: say.label, width: 33 },
        { title: say.reference, width: 20 },
        { title: `${say.debit} (${currency})`, width: 15, align: 'right' },
        { title: `${say.credit} (${currency})`, width: 15, align: 'right' },
      ],
      rowsOf(entries, currency, lang),
    )
  if (fees + tax > 0) {
    paper.section(say.fees)
    paper.facts([
      { name: say.fees_plain, value: sayMoney(fees, currency, lang) },
      { name: say.tax, value: sayMoney(tax, currency, lang) },
      { name: say.fees_whole, value: sayMoney(fees + tax, currency, lang) },
    ])
  }
  paper.paragraph(say.dispute)
  if (bank.legal !== '') paper.paragraph(bank.legal)
  return paper.finish()
}
