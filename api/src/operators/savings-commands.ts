// Commands that open term deposits and credits, from the customer's signed contract.
import { depositFrequencies } from 'contract/values/deposit-schedule.ts'
import { graces, loanPeriods, taxModes } from 'contract/values/loan-schedule.ts'
import { line } from 'contract/values/text.ts'
import * as z from 'zod/mini'
import { openCredit } from '../domains/credits/open-credit.ts'
import { openDeposit } from '../domains/deposits/open-deposit.ts'
import { type Command, Day, Percent, read, WholeNumber } from './command.ts'
import { Refused } from '../refused.ts'
import { getAccount } from './people-commands.ts'

const UNIQUE_VIOLATION = '23505'

const Count = (max: number) =>
  z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,14}$/, 'invalid')),
    z.pipe(
      z.transform((digits: string) => Number(digits)),
      z.int().check(z.maximum(max, 'invalid')),
    ),
  )
const Amount = Count(Number.MAX_SAFE_INTEGER)
const Number20 = z.string().check(z.regex(/^[A-Z0-9-]{3,20}$/, 'invalid'))

/** Refuses a number that is in use. */
const refuseDuplicateNumber = (number: string) => (error: unknown) => {
  if (error instanceof Error && 'code' in error && error.code === UNIQUE_VIOLATION)
    throw new Refused(`the number ${number} is taken`, { cause: error })
  throw error
}

export const savingsCommands: readonly Command[] = [
  {
    name: 'credits open',
    summary: 'Opens a credit and pays it out to the account. Rates in percent, amounts in the minor unit.',
    operands: ['account'],
    options: {
      number: { hint: '<number>' },
      type: { hint: 'consumer|home|equipment' },
      amount: { hint: '<amount>' },
      rate: { hint: '<percent>' },
      count: { hint: '<instalments>' },
      first: { hint: '<day of the first instalment>' },
      period: { hint: loanPeriods.join('|'), isOptional: true },
      insurance: { hint: '<percent>', isOptional: true },
      tax: { hint: '<percent>', isOptional: true },
      'tax-mode': { hint: taxModes.join('|'), isOptional: true },
      grace: { hint: graces.join('|'), isOptional: true },
      'grace-count': { hint: '<instalments>', isOptional: true },
      upfront: { hint: '<set-up fees before tax>', isOptional: true },
      purpose: { hint: '<words>', isOptional: true },
    },
    run: async (ports, { operands: [name = ''], values }) => {
      const account = await getAccount(ports.db, name)
      const number = read(Number20, values['number'], '--number')
      const grace = values['grace'] === undefined ? null : read(z.enum(graces), values['grace'], '--grace')
      const terms = {
        amount: read(Amount, values['amount'], '--amount'),
        rate: read(Percent, values['rate'], '--rate'),
        count: read(Count(600), values['count'], '--count'),
        first_due_date: read(Day, values['first'], '--first'),
        period: read(z.enum(loanPeriods), values['period'] ?? 'monthly', '--period'),
        insurance_rate: read(Percent, values['insurance'] ?? '0', '--insurance'),
        tax_rate: read(Percent, values['tax'] ?? '17', '--tax'),
        tax_mode: read(z.enum(taxModes), values['tax-mode'] ?? 'on_top', '--tax-mode'),
        grace,
        grace_count: grace ? read(Count(60), values['grace-count'], '--grace-count') : 0,
      }
      if (terms.first_due_date <= ports.clock.now().toISOString().slice(0, 10))
        throw new Refused('the first instalment must be after today')
      if (terms.grace_count >= terms.count) throw new Refused('the grace period must end before the last instalment')
      const purpose = values['purpose'] === undefined ? null : read(line(1, 80), values['purpose'], '--purpose')
      const type = read(z.enum(['consumer', 'home', 'equipment']), values['type'], '--type')
      const upfront = values['upfront'] === undefined ? 0 : read(Amount, values['upfront'], '--upfront')
      if (upfront >= terms.amount) throw new Refused('the set-up fees must be less than the amount')
      const id = await openCredit(ports, { account_id: account.id, number, type, purpose, terms, upfront }).catch(
        refuseDuplicateNumber(number),
      )
      return {
        rows: [{ id, number, account: account.iban, amount: terms.amount, instalments: terms.count }],
        said: `Credit ${number} was paid out.`,
      }
    },
  },
  {
    name: 'deposits open',
    summary: 'Opens a term deposit with money of the account. Rates in percent, amounts in the minor unit.',
    operands: ['account'],
    options: {
      number: { hint: '<number>' },
      amount: { hint: '<amount>' },
      rate: { hint: '<percent>' },
      term: { hint: '<months>' },
      frequency: { hint: depositFrequencies.join('|'), isOptional: true },
      basis: { hint: '360|365', isOptional: true },
      withholding: { hint: '<percent>', isOptional: true },
      pledged: { type: 'boolean', hint: '' },
    },
    run: async (ports, { operands: [name = ''], values }) => {
      const account = await getAccount(ports.db, name)
      const number = read(Number20, values['number'], '--number')
      const basis = read(WholeNumber, values['basis'] ?? '360', '--basis')
      if (basis !== 360 && basis !== 365) throw new Refused('--basis is 360 or 365')
      const terms = {
        principal: read(Amount, values['amount'], '--amount'),
        rate: read(Percent, values['rate'], '--rate'),
        term: read(Count(120), values['term'], '--term'),
        frequency: read(z.enum(depositFrequencies), values['frequency'] ?? 'maturity', '--frequency'),
        basis,
        withholding_rate: read(Percent, values['withholding'] ?? '8', '--withholding'),
      } as const
      const is_pledged = values['pledged'] === true
      const id = await openDeposit(ports, { account_id: account.id, number, is_pledged, terms }).catch(
        refuseDuplicateNumber(number),
      )
      return {
        rows: [{ id, number, account: account.iban, amount: terms.principal, months: terms.term }],
        said: `Deposit ${number} is open.`,
      }
    },
  },
]
