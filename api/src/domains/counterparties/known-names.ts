// Gives movements the identities that their reader sees: with the names that the customer has given.
import { folded } from 'contract/values/folded.ts'
import { type Identity, renamableKinds, textIn } from 'contract/values/identity.ts'
import type { PlainDate } from 'contract/values/dates.ts'
import type { Sql } from '../../db/db.ts'
import { listKnown } from './counterparty-store.ts'
import { identityOf } from './identity-rules.ts'
import { listOrderedSides, listOtherSides } from './own-account-store.ts'
import type { Movement, OwnAccount } from './wording-rules.ts'

export const isRenamable = ({ kind }: Identity): boolean => renamableKinds.includes(kind)

const KEY_MAX_LENGTH = 200
/** The name by which the bank knows a counterparty, the same for all its movements. */
export const keyOf = (identity: Identity): string => folded(textIn(identity.name, 'fr')).slice(0, KEY_MAX_LENGTH)

export type KnownNames = {
  /** The identity under the name that the bank knows. */
  derive: (accountId: string, movement: Movement) => Identity
  /** The identity as the customer sees it. */
  identify: (accountId: string, movement: Movement) => Identity
  hasOtherAccounts: (accountId: string) => boolean
}

/** Reads what is known about the customers of these accounts, in one statement. */
export async function readKnownNames(db: Sql, accountIds: readonly string[]): Promise<KnownNames> {
  const known = new Map(
    (await listKnown(db, accountIds)).map(({ account_id, names, ...rest }) => [
      account_id,
      { ...rest, names: new Map(names.map(({ key, name }) => [key, name])) },
    ]),
  )
  const derive = (accountId: string, movement: Movement) =>
    identityOf({ ...movement, holder: known.get(accountId)?.holder ?? null })
  return {
    derive,
    identify: (accountId, movement) => {
      const identity = derive(accountId, movement)
      const names = known.get(accountId)?.names
      if (!names || names.size === 0 || !isRenamable(identity)) return identity
      const name = names.get(keyOf(identity))
      return name === undefined ? identity : { ...identity, name }
    },
    hasOtherAccounts: (accountId) => known.get(accountId)?.has_other_accounts === true,
  }
}

/** A movement of an account: booked, or a transfer to come. */
export type Sided = {
  account_id: string
  id: string
  type: Movement['type']
  transfer_id: string | null
  /** Null while it is to come. */
  booked_on: PlainDate | null
}

/** The accounts of the customer on the other side of movements, by the id of the movement. No statement where none is possible. */
export async function readOwnAccounts(
  db: Sql,
  rows: readonly Sided[],
  { hasOtherAccounts }: KnownNames,
): Promise<ReadonlyMap<string, OwnAccount>> {
  const possible = rows.filter(({ type, account_id }) => type.startsWith('transfer') && hasOtherAccounts(account_id))
  const accountIds = [...new Set(possible.map(({ account_id }) => account_id))]
  const booked = possible.flatMap(({ account_id, id, booked_on }) =>
    booked_on === null ? [] : [{ account_id, id, booked_on }],
  )
  const ordered = possible.flatMap(({ booked_on, transfer_id }) =>
    booked_on !== null || !transfer_id ? [] : [transfer_id],
  )
  const [sides, orderedSides] = await Promise.all([
    booked.length > 0 ? listOtherSides(db, booked) : [],
    ordered.length > 0 ? listOrderedSides(db, accountIds, ordered) : [],
  ])
  const byOrder = new Map(orderedSides.map(({ id, ...account }) => [id, account]))
  return new Map([
    ...sides.map(({ id, ...account }) => [id, account] as const),
    ...possible.flatMap(({ id, transfer_id, booked_on }) => {
      const account = booked_on !== null || !transfer_id ? undefined : byOrder.get(transfer_id)
      return account ? [[id, account] as const] : []
    }),
  ])
}
