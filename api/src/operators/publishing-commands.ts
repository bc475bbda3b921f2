// Commands that publish exchange rates, holidays and branches from a CSV file, and that list and remove holidays and branches.
import { UEMOA_COUNTRIES } from 'contract/values/iban.ts'
import { currencies } from 'contract/values/money.ts'
import { line } from 'contract/values/text.ts'
import * as z from 'zod/mini'
import { businessDate } from '../adapters/clock.ts'
import { newId } from '../adapters/ids.ts'
import { transaction } from '../db/transaction.ts'
import type { ForeignHoliday, Holiday as PublishedHoliday } from '../domains/bank/bank-columns.ts'
import { type Command, Day, read, recordAct, WholeNumber } from './command.ts'
import { publish, readTable, refuseTwice, yes } from './published-file.ts'
import { Refused } from '../refused.ts'
import {
  getBankCountry,
  insertRates,
  listBranches,
  listBranchesOf,
  listForeignHolidaysOf,
  listHolidaysFrom,
  listHolidaysOf,
  lockBranchUses,
  removeBranch,
  removeExpectedForeignHolidays,
  removeExpectedHolidays,
  removeForeignHoliday,
  removeHoliday,
  upsertBranches,
  upsertForeignHolidays,
  upsertHolidays,
  upsertPlacedBranches,
} from './publishing-store.ts'

const decimal = z.string().check(z.regex(/^\d{1,8}(\.\d{1,6})?$/, 'invalid'))

const Rate = z
  .strictObject({
    // The currencies of the portal; the franc is the base.
    currency: z.enum(currencies).check(z.refine((code) => code !== 'XOF', 'invalid')),
    unit: WholeNumber,
    buy: decimal,
    sell: decimal,
    transfer: decimal,
    fixed: yes,
  })
  .check(
    z.refine(({ unit }) => unit > 0 && unit <= 1_000_000, { path: ['unit'], error: 'invalid' }),
    z.refine(({ buy, sell }) => Number(buy) > 0 && Number(buy) <= Number(sell), { path: ['sell'], error: 'invalid' }),
    z.refine(({ transfer }) => Number(transfer) > 0, { path: ['transfer'], error: 'invalid' }),
  )
const Holiday = z.strictObject({
  country: z.optional(z.enum(UEMOA_COUNTRIES)),
  day: Day,
  name_fr: line(1, 80),
  name_en: line(1, 80),
  confirmed: yes,
})
/** Degrees; an empty cell where the branch has no position. */
const degrees = (max: number) =>
  z.pipe(
    z.string().check(
      z.regex(/^(?:-?\d{1,3}(?:\.\d{1,6})?)?$/, 'invalid'),
      z.refine((text) => Math.abs(Number(text)) <= max, 'invalid'),
    ),
    z.transform((text) => (text === '' ? null : Number(text))),
  )
const Branch = z
  .strictObject({
    code: z.string().check(z.regex(/^\d{5}$/, 'invalid')),
    name: line(1, 80),
    address: line(1, 200),
    phone: line(1, 20),
    opening_hours_fr: line(1, 120),
    opening_hours_en: line(1, 120),
    latitude: z.optional(degrees(90)),
    longitude: z.optional(degrees(180)),
  })
  .check(
    z.refine(({ latitude, longitude }) => (latitude === null) === (longitude === null), {
      path: ['longitude'],
      error: 'invalid',
    }),
  )

const rateColumns = ['currency', 'unit', 'buy', 'sell', 'transfer', 'fixed'] as const
const holidayColumns = ['day', 'name_fr', 'name_en', 'confirmed'] as const
/** The first column where the file has holidays of several countries of the union. */
const COUNTRY = 'country'
const branchColumns = ['code', 'name', 'address', 'phone', 'opening_hours_fr', 'opening_hours_en'] as const
/** After the others, where the file has the positions. */
const positionColumns = ['latitude', 'longitude'] as const

export const publishingCommands: readonly Command[] = [
  {
    name: 'rates publish',
    summary: `Publishes exchange rates, in force from now on. CSV: ${rateColumns.join(';')}`,
    operands: ['file'],
    run: async (ports, { operands: [path = ''] }) => {
      const table = await readTable(path, [rateColumns], Rate)
      const { lines: rates } = table
      await publish(ports, 'rates.publish', table, async (tx) => {
        if ((await insertRates(tx, rates, ports.clock.now())) < rates.length)
          throw new Refused('a currency appears twice, or was published at this moment')
        return undefined
      })
      return { rows: rates, said: `${rates.length} rates are in force.` }
    },
  },
  {
    name: 'holidays publish',
    summary: `Publishes holidays, or renames them. CSV: [${COUNTRY};]${holidayColumns.join(';')}`,
    operands: ['file'],
    run: async (ports, { operands: [path = ''] }) => {
      const { lines, ...file } = await readTable(path, [holidayColumns, [COUNTRY, ...holidayColumns]], Holiday)
      const holidays = lines.map(({ confirmed, ...day }) => ({ ...day, is_confirmed: confirmed }))
      let removed: (PublishedHoliday | ForeignHoliday)[] = []
      await publish(ports, 'holidays.publish', { ...file, lines: holidays }, async (tx) => {
        const home = await getBankCountry(tx)
        const dated = holidays.map(({ country, ...day }) => ({ country: country ?? home, ...day }))
        refuseTwice(
          dated.map(({ country, day }) => `${country} ${day}`),
          'a day',
        )
        const own = dated.flatMap(({ country, ...day }) => (country === home ? day : []))
        const foreign = dated.filter(({ country }) => country !== home)
        const before = [...(await listHolidaysOf(tx, own)), ...(await listForeignHolidaysOf(tx, foreign))]
        await upsertHolidays(tx, own)
        await upsertForeignHolidays(tx, foreign)
        removed = [...(await removeExpectedHolidays(tx, own)), ...(await removeExpectedForeignHolidays(tx, foreign))]
        return [...before, ...removed]
      })
      const gone = removed.map(({ day, name_fr }) => ` ${name_fr} is no longer expected on ${day}.`).join('')
      return {
        rows: holidays.map(({ country = null, ...day }) => ({ ...day, country })),
        said: `${holidays.length} holidays are published.${gone}`,
      }
    },
  },
  {
    name: 'holidays list',
    summary: 'Lists the holidays from today on, those of the bank’s country first.',
    run: async ({ db, clock }) => ({
      rows: (await listHolidaysFrom(db, businessDate(clock))).map(({ is_ours: _ours, ...holiday }) => holiday),
    }),
  },
  {
    name: 'holidays remove',
    summary:
      'Removes a holiday to come, of the bank’s country or of --country. What was moved because of it stays moved.',
    operands: ['day'],
    options: { country: { hint: UEMOA_COUNTRIES.join('|'), isOptional: true } },
    run: (ports, { operands: [typed], values }) =>
      transaction(ports.db, async (tx) => {
        const day = read(Day, typed, '<day>')
        if (day <= businessDate(ports.clock)) throw new Refused('a holiday that has begun stays')
        const home = await getBankCountry(tx)
        const country =
          values['country'] === undefined ? home : read(z.enum(UEMOA_COUNTRIES), values['country'], '--country')
        const removed = country === home ? await removeHoliday(tx, day) : await removeForeignHoliday(tx, country, day)
        if (!removed) throw new Refused(`${day} is no holiday in ${country}`)
        const before = { ...removed, country }
        await recordAct(tx, ports, { action: 'holidays.remove', subject_id: newId(), facts: { before } })
        return { rows: [before], said: `${removed.name_fr} is no longer a holiday on ${day}.` }
      }),
  },
  {
    name: 'branches list',
    summary: 'Lists the branches.',
    run: async ({ db }) => ({ rows: await listBranches(db) }),
  },
  {
    name: 'branches remove',
    summary: 'Removes a branch without accounts, managers and chequebooks.',
    operands: ['code'],
    run: (ports, { operands: [code = ''] }) =>
      transaction(ports.db, async (tx) => {
        const uses = await lockBranchUses(tx, code)
        if (!uses) throw new Refused(`there is no branch ${code}`)
        const { accounts, managers, chequebooks } = uses
        if (accounts + managers + chequebooks > 0)
          throw new Refused(
            `the branch ${code} has ${accounts} accounts, ${managers} managers and ${chequebooks} ordered chequebooks`,
          )
        const before = await removeBranch(tx, code)
        await recordAct(tx, ports, { action: 'branches.remove', subject_id: newId(), facts: { before } })
        return { rows: before ? [before] : [], said: `The branch ${code} was removed.` }
      }),
  },
  {
    name: 'branches publish',
    summary: `Publishes new and changed branches. CSV: ${branchColumns.join(';')}[;${positionColumns.join(';')}]`,
    operands: ['file'],
    run: async (ports, { operands: [path = ''] }) => {
      const table = await readTable(path, [branchColumns, [...branchColumns, ...positionColumns]], Branch)
      const { lines: branches } = table
      refuseTwice(
        branches.map(({ code }) => code),
        'a branch',
      )
      await publish(ports, 'branches.publish', table, async (tx) => {
        const before = await listBranchesOf(tx, branches)
        await upsertBranches(
          tx,
          branches.flatMap(({ latitude, longitude: _longitude, ...branch }) => (latitude === undefined ? branch : [])),
        )
        await upsertPlacedBranches(
          tx,
          branches.flatMap(({ latitude, longitude, ...branch }) =>
            latitude === undefined || longitude === undefined ? [] : { ...branch, latitude, longitude },
          ),
        )
        return before
      })
      return {
        rows: branches.map(({ latitude = null, longitude = null, ...branch }) => ({ ...branch, latitude, longitude })),
        said: `${branches.length} branches are published.`,
      }
    },
  },
]
