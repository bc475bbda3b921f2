// Lets somebody outside pay a customer of the demo bank now and then, or ask one to pay.
import { randomInt, randomUUID } from 'node:crypto'
import { requestFromBank } from './simulate-requests.ts'
import { findOutsider, payBank } from './simulate-transfers.ts'
import { findAlias, type SimulatorContext } from './simulator-context.ts'

const PAUSE_MS = { usual: 20 * 60_000, busy: 90_000 } as const
export type Activity = keyof typeof PAUSE_MS

const visitors = [
  { alias: '+2250700000101', purpose: 'Merci pour le tissu' },
  { alias: '+221765550101', purpose: 'Remboursement' },
  { alias: '+22376000109', purpose: 'Participation au mariage' },
  { alias: '+221775550102', purpose: 'Courses' },
] as const

/** The aliases of the bank's customers, a phone number once. */
const bankAliases = ({ store, bank }: SimulatorContext) =>
  [...store.rows('aliases').values()].filter(({ holder, kind }) => holder?.member === bank && kind !== 'SHID')

/** One payment to a customer with an alias, or one request in five; answers whether there was one. */
export async function actOnce(context: SimulatorContext): Promise<boolean> {
  const aliases = bankAliases(context)
  const visitor = visitors[randomInt(visitors.length)]
  const chosen = aliases[aliases.length > 0 ? randomInt(aliases.length) : 0]
  const payee = chosen && findAlias(context, chosen.value)
  const payer = visitor && findOutsider(context, visitor.alias)
  if (!visitor || !payer || !payee) return false
  const amount = randomInt(2, 61) * 500
  const changes =
    randomInt(5) === 0
      ? requestFromBank(context, {
          to: payee.value,
          from: visitor.alias,
          amount,
          purpose: visitor.purpose,
          identifier: `DEMO${randomUUID().slice(0, 8).toUpperCase()}`,
          channel: '631',
          seconds: 3 * 86_400,
          mayChangeAmount: false,
          discount: null,
        }).changes
      : payBank(context, {
          payer,
          payerAlias: visitor.alias,
          to: payee.holder,
          alias: payee.value,
          amount,
          channel: '999',
          purpose: visitor.purpose,
          transactionId: null,
        })
  await context.store.commit(changes)
  return true
}

/** Starts the activity; answers the function that stops it. At night only a busy demo bank is paid. */
export function simulateOutside(context: SimulatorContext, activity: Activity, onChange: () => void): () => void {
  const act = async () => {
    const hour = context.clock.now().getUTCHours()
    if (activity === 'usual' && (hour < 7 || hour >= 22)) return
    if (await actOnce(context)) onChange()
  }
  const timer = setInterval(() => void act(), PAUSE_MS[activity])
  return () => clearInterval(timer)
}
