// Commands for the banks that this bank knows: the directory that names a bank by an account number, the correspondents abroad, and the codes of
// the declaration of payments abroad.
import { purposes } from 'contract/transfers/transfers.ts'
import { Bic, isBicOf } from 'contract/values/bic.ts'
import { currencies } from 'contract/values/money.ts'
import { line } from 'contract/values/text.ts'
import * as z from 'zod/mini'
import { transaction } from '../db/transaction.ts'
import { newId } from '../adapters/ids.ts'
import { Refused } from '../refused.ts'
import { type Command, read, recordAct } from './command.ts'
import * as store from './directory-store.ts'
import { publish, readTable, refuseTwice } from './published-file.ts'

const Country = z.string().check(z.regex(/^[A-Z]{2}$/, 'invalid'))
/** The first five characters of the BBAN, which name the bank. */
const BankCode = z.string().check(z.regex(/^[A-Z0-9]{5}$/, 'invalid'))

const bankColumns = ['country', 'code', 'name', 'bic'] as const
const ListedBank = z
  .strictObject({
    country: Country,
    code: BankCode,
    name: line(1, 80),
    bic: z.union([
      z.pipe(
        z.literal(''),
        z.transform(() => null),
      ),
      Bic,
    ]),
  })
  .check(z.refine(({ country, bic }) => bic === null || isBicOf(bic, country), { path: ['bic'], error: 'invalid' }))

const correspondentColumns = ['currency', 'name', 'bic', 'account_number'] as const
const ListedCorrespondent = z.strictObject({
  // The franc is paid through the clearing of the union.
  currency: z.enum(currencies).check(z.refine((code) => code !== 'XOF', 'invalid')),
  name: line(1, 80),
  bic: Bic,
  account_number: z.string().check(z.regex(/^[A-Z0-9]{5,34}$/, 'invalid')),
})

const codeColumns = ['purpose', 'code'] as const
const ListedCode = z.strictObject({
  purpose: z.enum(purposes),
  code: z.string().check(z.regex(/^[A-Za-z0-9]{1,10}$/, 'invalid')),
})

export const directoryCommands: readonly Command[] = [
  {
    name: 'banks publish',
    summary: `Publishes new and changed banks of the directory. CSV: ${bankColumns.join(';')}`,
    operands: ['file'],
    run: async (ports, { operands: [path = ''] }) => {
      const table = await readTable(path, [bankColumns], ListedBank)
      const { lines: banks } = table
      refuseTwice(
        banks.map(({ country, code }) => country + code),
        'a bank',
      )
      await publish(ports, 'banks.publish', table, async (tx) => {
        const unknown = await store.listUnknownCountries(
          tx,
          banks.map(({ country }) => country),
        )
        if (unknown.length > 0) throw new Refused(`there is no country ${unknown.join(', ')}`)
        const before = await store.listBanksOf(tx, banks)
        await store.upsertBanks(tx, banks)
        return before
      })
      return { rows: banks, said: `${banks.length} banks are published.` }
    },
  },
  {
    name: 'banks list',
    summary: 'Lists the directory of banks, or that of one country.',
    options: { country: { hint: '<code>', isOptional: true } },
    run: async ({ db }, { values }) => ({
      rows: await store.listBanks(
        db,
        values['country'] === undefined ? null : read(Country, values['country'], '--country'),
      ),
    }),
  },
  {
    name: 'banks remove',
    summary: 'Removes a bank from the directory: account numbers there are shown without its name.',
    operands: ['country', 'code'],
    run: (ports, { operands: [country = '', code = ''] }) =>
      transaction(ports.db, async (tx) => {
        const before = await store.removeBank(tx, country, code)
        if (!before) throw new Refused(`the directory has no bank ${country} ${code}`)
        await recordAct(tx, ports, { action: 'banks.remove', subject_id: newId(), facts: { before } })
        return { rows: [before], said: `${before.name} was removed from the directory.` }
      }),
  },
  {
    name: 'correspondents publish',
    summary: `Publishes new and changed correspondents, one for each currency. CSV: ${correspondentColumns.join(';')}`,
    operands: ['file'],
    run: async (ports, { operands: [path = ''] }) => {
      const table = await readTable(path, [correspondentColumns], ListedCorrespondent)
      const { lines: correspondents } = table
      refuseTwice(
        correspondents.map(({ currency }) => currency),
        'a currency',
      )
      await publish(ports, 'correspondents.publish', table, async (tx) => {
        const before = await store.listCorrespondents(tx)
        await store.upsertCorrespondents(tx, correspondents)
        return before
      })
      return { rows: correspondents, said: `${correspondents.length} correspondents are published.` }
    },
  },
  {
    name: 'correspondents list',
    summary: 'Lists the correspondents with the accounts of the bank there.',
    run: async ({ db }) => ({ rows: await store.listCorrespondents(db) }),
  },
  {
    name: 'correspondents remove',
    summary: 'Removes the correspondent of a currency: new payments abroad in it are refused.',
    operands: ['currency'],
    run: (ports, { operands: [currency = ''] }) =>
      transaction(ports.db, async (tx) => {
        const before = await store.removeCorrespondent(tx, currency)
        if (!before) throw new Refused(`there is no correspondent for ${currency}`)
        await recordAct(tx, ports, { action: 'correspondents.remove', subject_id: newId(), facts: { before } })
        return { rows: [before], said: `${before.name} is no longer the correspondent for ${currency}.` }
      }),
  },
  {
    name: 'codes publish',
    summary: `Publishes the economic codes of purposes, for the declaration of payments abroad. CSV: ${codeColumns.join(';')}`,
    operands: ['file'],
    run: async (ports, { operands: [path = ''] }) => {
      const table = await readTable(path, [codeColumns], ListedCode)
      const { lines: codes } = table
      refuseTwice(
        codes.map(({ purpose }) => purpose),
        'a purpose',
      )
      await publish(ports, 'codes.publish', table, async (tx) => {
        const before = await store.listEconomicCodes(tx)
        await store.updateEconomicCodes(tx, codes)
        return before
      })
      return {
        rows: codes,
        said: `${codes.length} codes are published: payments that leave from now on have them.`,
      }
    },
  },
  {
    name: 'codes list',
    summary: 'Lists the economic codes of purposes.',
    run: async ({ db }) => ({ rows: await store.listEconomicCodes(db) }),
  },
]
