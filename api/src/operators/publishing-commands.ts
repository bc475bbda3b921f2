// Commands that publish exchange rates, holidays and branches from a CSV file.
import { UEMOA_COUNTRIES } from 'contract/values/iban.ts'
import { currencies } from 'contract/values/money.ts'
import { line } from 'contract/values/text.ts'
import * as z from 'zod/mini'
import type { ForeignHoliday, Holiday as PublishedHoliday } from '../domains/bank/bank-columns.ts'
import { type Command, Day, WholeNumber } from './command.ts'
import { publish, readTable, refuseTwice, yes } from './published-file.ts'
import { Refused } from '../refused.ts'
import {
  getBankCountry,
  insertRates,
  listBranchesOf,
  listForeignHolidaysOf,
  listHolidaysOf,
  removeExpectedForeignHolidays,
  removeExpectedHolidays,
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
