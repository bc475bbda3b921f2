import { commonGrant, type Grant, inOrder, isEscalation } from 'contract/roles.ts'

export type AccountGrant = Grant & { account_id: string }

const NOTHING: Grant = { rights: [], capabilities: [] }
const isSame = (one: Grant, other: Grant) => JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other))
export const isNothing = ({ rights, capabilities }: Grant) => rights.length === 0 && capabilities.length === 0

export type Effect = { account_id: string; before: Grant; after: Grant }

/**
 * Divides a change into what takes effect at once and what waits for a second administrator. Reductions take effect at once, also where
 * the same change adds rights; additions wait on the accounts that have a second administrator.
 */
export function divide(
  input: Grant,
  accounts: readonly { account_id: string; before: Grant | null }[],
  hasSecond: ReadonlySet<string>,
): { at_once: Effect[]; waiting: string[]; escalated: string[] } {
  const escalations = accounts.filter(({ before }) => isEscalation(before ?? NOTHING, input))
  const waiting = escalations.filter(({ account_id }) => hasSecond.has(account_id)).map(({ account_id }) => account_id)
  const waits = new Set(waiting)
  const effects = accounts.map(({ account_id, before }) => ({
    account_id,
    before: inOrder(before ?? NOTHING),
    after: waits.has(account_id) ? commonGrant(before ?? NOTHING, input) : inOrder(input),
  }))
  return {
    at_once: effects.filter(({ before, after }) => !isSame(before, after)),
    waiting,
    escalated: escalations.map(({ account_id }) => account_id),
  }
}

/** Who has one of these can move money, or decide who can. */
const powers = ['access.admin', 'transfer.create', 'transfer.validate'] as const

/** The powers that a grant adds to another one. */
export const powersIn = ({ capabilities }: Grant, before: Grant = NOTHING) =>
  powers.filter((power) => capabilities.includes(power) && !before.capabilities.includes(power))

/** The union of all rights held on any of these accounts. */
export const unionOf = (grants: readonly AccountGrant[]): Grant =>
  inOrder({
    rights: grants.flatMap(({ rights }) => [...rights]),
    capabilities: grants.flatMap(({ capabilities }) => [...capabilities]),
  })
