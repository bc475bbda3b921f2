// Finds out whether an account has a second person, as signing rules may require.
import type { Capability } from 'contract/rights.ts'
import type { Sql } from '../../db/db.ts'

/** The capabilities that make a second person, also for a short while after their loss. */
export const secondPersonCapabilities = ['access.admin', 'transfer.validate'] as const satisfies readonly Capability[]
type SecondPersonCapability = (typeof secondPersonCapabilities)[number]

/** Whether another person holds the capability on the account, or lost it or the administration less than 72 hours ago. */
export async function hasOtherPerson(
  db: Sql,
  { account_id, user_id }: { account_id: string; user_id: string },
  capability: SecondPersonCapability,
  now: Date,
): Promise<boolean> {
  const [row] = await db<{
    has_other: boolean
  }>`SELECT account_has_other(${account_id}, ${user_id}, ${capability}, ${now}) AS has_other`
  return row?.has_other ?? false
}

/**
 * Whether this person is the only one who can sign on a company's account: no other person can confirm what they enter, so their own confirmation
 * is enough. A person who may not sign is never alone: an administrator has to name a validator.
 */
export async function signsAlone(
  db: Sql,
  person: { account_id: string; user_id: string; is_company: boolean; capabilities: readonly string[] },
  now: Date,
): Promise<boolean> {
  return (
    person.is_company &&
    person.capabilities.includes('transfer.validate') &&
    !(await hasOtherPerson(db, person, 'transfer.validate', now))
  )
}

/** Stores which of these capabilities a person has just lost, and on which accounts. */
export async function storeLostCapabilities(
  db: Sql,
  user_id: string,
  lost: readonly { account_id: string; capabilities: readonly string[] }[],
  now: Date,
): Promise<void> {
  const rows = lost.flatMap(({ account_id, capabilities }) =>
    secondPersonCapabilities
      .filter((capability) => capabilities.includes(capability))
      .map((capability) => ({ account_id, capability })),
  )
  if (rows.length === 0) return
  await db`
    INSERT INTO former_signers (account_id, user_id, capability, lost_at)
    SELECT account_id, ${user_id}::uuid, capability, ${now}
      FROM jsonb_to_recordset(${JSON.stringify(rows)}) AS r (account_id uuid, capability text)
    ON CONFLICT (account_id, user_id, capability) DO UPDATE SET lost_at = excluded.lost_at`
}
