// Commands for the identity of the bank: its name, codes and addresses, which are on documents, in e-mails and in messages between banks.
import { Bic } from 'contract/values/bic.ts'
import { Email, Phone } from 'contract/values/contact.ts'
import { line } from 'contract/values/text.ts'
import * as z from 'zod/mini'
import { newId } from '../adapters/ids.ts'
import { transaction } from '../db/transaction.ts'
import { Refused } from '../refused.ts'
import {
  type BankIdentity,
  findBank,
  hasAccounts,
  insertBank,
  updateBank,
} from '../domains/bank/bank-identity-store.ts'
import { type Command, read, recordAct, type Values } from './command.ts'

/** The code of the bank in account numbers: its country and three digits. */
const BankCode = z.string().check(z.regex(/^[A-Z]{2}\d{3}$/, 'invalid'))

const schemas = {
  name: line(1, 80),
  code: BankCode,
  bic: Bic,
  address: line(1, 200),
  phone: Phone,
  email: Email,
  legal: line(0, 300),
} satisfies Record<keyof BankIdentity, z.ZodMiniType>

const hints = {
  name: '<name>',
  code: '<as in account numbers: SN999>',
  bic: '<BIC>',
  address: '<address>',
  phone: '<number>',
  email: '<address of the service for customers>',
  legal: '<legal form, capital, registers and licence>',
} satisfies Record<keyof BankIdentity, string>

/** The identity as typed; what is not typed stays as it was. */
function readIdentity(values: Values, before: BankIdentity | null): BankIdentity {
  const field = (name: keyof BankIdentity, otherwise?: string): string =>
    values[name] === undefined && before ? before[name] : read(schemas[name], values[name] ?? otherwise, `--${name}`)
  return {
    name: field('name'),
    code: field('code'),
    bic: field('bic'),
    address: field('address'),
    phone: field('phone'),
    email: field('email'),
    legal: field('legal', ''),
  }
}

export const bankIdentityCommands: readonly Command[] = [
  {
    name: 'bank show',
    summary: 'Shows the identity of the bank.',
    run: async ({ db }) => {
      const bank = await findBank(db)
      return { rows: bank ? [bank] : [], ...(!bank && { said: 'The bank has no identity yet: see bank set.' }) }
    },
  },
  {
    name: 'bank set',
    summary: 'Sets the identity of the bank: everything but --legal the first time, then the given fields.',
    options: Object.fromEntries(Object.entries(hints).map(([name, hint]) => [name, { hint, isOptional: true }])),
    run: (ports, { values }) =>
      transaction(ports.db, async (tx) => {
        const before = await findBank(tx)
        const after = readIdentity(values, before)
        if (before && before.code !== after.code && (await hasAccounts(tx)))
          throw new Refused(`account numbers contain the code ${before.code}: it cannot change`)
        await (before ? updateBank(tx, after) : insertBank(tx, after))
        await recordAct(tx, ports, { action: 'bank.set', subject_id: newId(), facts: { before, after } })
        return { rows: [after], said: `The identity of ${after.name} is set.` }
      }),
  },
]
