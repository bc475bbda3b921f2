// Commands that publish what the bank offers: the rates of term deposits, and the types of chequebooks with their fees. A file is the whole offer.
import * as z from 'zod/mini'
import { Refused } from '../refused.ts'
import { type Command, Percent, WholeNumber } from './command.ts'
import * as store from './offer-store.ts'
import { publish, readTable, refuseTwice, yes } from './published-file.ts'

const whole = (least: number, greatest: number) =>
  z.pipe(WholeNumber, z.number().check(z.refine((value) => value >= least && value <= greatest, 'invalid')))
/** Far above any minimum or fee. */
const MAX_AMOUNT = 1_000_000_000_000

const offerColumns = ['term', 'rate', 'min_amount', 'basis', 'withholding_rate'] as const
const Offer = z.strictObject({
  term: whole(1, 120),
  rate: Percent,
  min_amount: whole(1, MAX_AMOUNT),
  basis: z.pipe(WholeNumber, z.literal([360, 365])),
  withholding_rate: Percent,
})

const typeColumns = ['id', 'leaves', 'crossed', 'fee', 'max_per_order'] as const
const ChequebookType = z.strictObject({
  id: z.string().check(z.regex(/^[a-z0-9-]{2,40}$/, 'invalid')),
  leaves: whole(1, 500),
  crossed: yes,
  fee: whole(0, MAX_AMOUNT),
  max_per_order: whole(1, 20),
})

/** An order names its type: what is printed for it must stay what was ordered. */
function refuseAnotherBook(given: readonly store.ChequebookType[], known: readonly store.ChequebookType[]): void {
  const other = given.find(({ id, leaves, crossed }) =>
    known.some((one) => one.id === id && (one.leaves !== leaves || one.crossed !== crossed)),
  )
  if (other)
    throw new Refused(`the leaves and the crossing of ${other.id} never change: publish a type with another id`)
}

export const offerCommands: readonly Command[] = [
  {
    name: 'offers publish',
    summary: `Publishes the rates of term deposits, for simulations; other terms are offered no longer. CSV: ${offerColumns.join(';')}`,
    operands: ['file'],
    run: async (ports, { operands: [path = ''] }) => {
      const table = await readTable(path, [offerColumns], Offer)
      const { lines: offers } = table
      refuseTwice(
        offers.map(({ term }) => String(term)),
        'a term',
      )
      await publish(ports, 'offers.publish', table, (tx) => store.replaceOffers(tx, offers))
      return { rows: offers, said: `${offers.length} terms are on offer.` }
    },
  },
  {
    name: 'chequebooks publish',
    summary: `Publishes the types of chequebooks with their fees before tax; others are offered no longer. CSV: ${typeColumns.join(';')}`,
    operands: ['file'],
    run: async (ports, { operands: [path = ''] }) => {
      const table = await readTable(path, [typeColumns], ChequebookType)
      const types = table.lines.map((type) => ({ ...type, is_offered: true }))
      refuseTwice(
        types.map(({ id }) => id),
        'a type',
      )
      await publish(ports, 'chequebooks.publish', table, async (tx) => {
        const before = await store.listChequebookTypes(tx)
        refuseAnotherBook(types, before)
        await store.offerChequebookTypes(tx, types)
        return before
      })
      return { rows: table.lines, said: `${types.length} types of chequebooks are on offer.` }
    },
  },
  {
    name: 'chequebooks types',
    summary: 'Lists the types of chequebooks, those on offer first.',
    run: async ({ db }) => ({ rows: await store.listChequebookTypes(db) }),
  },
]
