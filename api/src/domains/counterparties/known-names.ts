// Gives movements the identities that their reader sees: with the names that the customer has given.
import { folded } from 'contract/values/folded.ts'
import { type Identity, renamableKinds, textIn } from 'contract/values/identity.ts'
import type { Sql } from '../../db/db.ts'
import { listKnown } from './counterparty-store.ts'
import { identityOf } from './identity-rules.ts'
import type { Movement } from './wording-rules.ts'

export const isRenamable = ({ kind }: Identity): boolean => renamableKinds.includes(kind)

const KEY_MAX_LENGTH = 200
/** The name by which the bank knows a counterparty, the same for all its movements. */
export const keyOf = (identity: Identity): string => folded(textIn(identity.name, 'fr')).slice(0, KEY_MAX_LENGTH)

/** The identity of a movement of an account. */
export type Identify = (accountId: string, movement: Movement) => Identity

/** Reads what is known about the customers of these accounts, in one statement. */
export async function readKnownNames(db: Sql, accountIds: readonly string[]): Promise<Identify> {
  const known = new Map(
    (await listKnown(db, accountIds)).map(({ account_id, holder, names }) => [
      account_id,
      { holder, names: new Map(names.map(({ key, name }) => [key, name])) },
    ]),
  )
  return (accountId, movement) => {
    const { holder = null, names } = known.get(accountId) ?? {}
    const identity = identityOf({ ...movement, holder })
    if (!names || names.size === 0 || !isRenamable(identity)) return identity
    const name = names.get(keyOf(identity))
    return name === undefined ? identity : { ...identity, name }
  }
}
