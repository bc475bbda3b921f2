import type { PaymentAlias } from 'contract/accounts/payment-aliases.ts'
import { unixSeconds } from '../../../adapters/clock.ts'
import { columnsOf, valuesOf } from '../../../db/columns.ts'
import type { Sql, Tx } from '../../../db/db.ts'
import { type AliasRow, aliasClaims, type ClaimRow, paymentAliases } from './alias-columns.ts'

/** The aliases of an account that are not removed, in the order of their creation, with the last claim on each. */
export async function listAliases(db: Sql, accountId: string, id: string | null = null): Promise<PaymentAlias[]> {
  const rows = await db<
    Pick<AliasRow, 'id' | 'kind' | 'value' | 'created_at'> & {
      state: PaymentAlias['state']
      claim_id: string | null
      direction: ClaimRow['direction']
      claim_state: ClaimRow['state']
      claimed_at: Date
      institution: string | null
    }
  >`
    SELECT a.id, a.kind, a.value, a.state, a.created_at, c.id AS claim_id, c.direction, c.state AS claim_state, c.created_at AS claimed_at,
           coalesce(p.name, c.member) AS institution
      FROM payment_aliases a
      LEFT JOIN LATERAL (SELECT * FROM alias_claims WHERE account_id = a.account_id AND alias_id = a.id ORDER BY created_at DESC, id DESC LIMIT 1) c ON true
      LEFT JOIN instant_participants p ON p.member = c.member
     WHERE a.account_id = ${accountId} AND a.state <> 'removed' AND (${id}::uuid IS NULL OR a.id = ${id}::uuid)
     ORDER BY a.created_at, a.id`
  return rows.map(({ claim_id, direction, claim_state, claimed_at, institution, created_at, ...alias }) => ({
    ...alias,
    created_at: unixSeconds(created_at),
    claim:
      claim_id === null
        ? null
        : { id: claim_id, direction, state: claim_state, institution, created_at: unixSeconds(claimed_at) },
  }))
}

/** Inserts an alias. False where an account of the bank has the value already. */
export async function insertAlias(tx: Tx, alias: AliasRow): Promise<boolean> {
  const rows = await tx`
    INSERT INTO payment_aliases (${columnsOf(paymentAliases)}) VALUES (${valuesOf(paymentAliases, alias)}) ON CONFLICT DO NOTHING RETURNING 1`
  return rows.length > 0
}

/** Locks an alias that is not removed. */
export async function lockAlias(tx: Tx, accountId: string, id: string): Promise<AliasRow | null> {
  const [row] = await tx<AliasRow>`
    SELECT ${columnsOf(paymentAliases)} FROM payment_aliases
     WHERE account_id = ${accountId} AND id = ${id} AND state <> 'removed' FOR NO KEY UPDATE`
  return row ?? null
}

/**
 * Locks aliases of closed accounts that nothing else will end: not while the platform owes an answer about them. A claim of ours cannot be taken back, so
 * its alias waits for the decision.
 */
export function lockAliasesOfClosed(tx: Tx, max: number): Promise<AliasRow[]> {
  return tx<AliasRow>`
    SELECT ${columnsOf(paymentAliases, 'a')} FROM payment_aliases a JOIN accounts k ON k.id = a.account_id AND k.status = 'closed'
     WHERE a.state IN ('active', 'failed')
       AND NOT EXISTS (SELECT FROM alias_claims c
                        WHERE c.account_id = a.account_id AND c.alias_id = a.id
                          AND (c.state IN ('requested', 'accepting', 'rejecting') OR (c.state = 'open' AND c.direction = 'made')))
     ORDER BY a.account_id, a.id LIMIT ${max} FOR NO KEY UPDATE OF a SKIP LOCKED`
}

/** Locks the alias whose creation an answer names. */
export async function lockCreated(tx: Tx, creationId: string): Promise<AliasRow | null> {
  const [row] = await tx<AliasRow>`
    SELECT ${columnsOf(paymentAliases)} FROM payment_aliases WHERE creation_id = ${creationId} FOR NO KEY UPDATE`
  return row ?? null
}

/** Locks the alias of this value that the bank holds. */
export async function lockHeld(tx: Tx, value: string): Promise<AliasRow | null> {
  const [row] = await tx<AliasRow>`
    SELECT ${columnsOf(paymentAliases)} FROM payment_aliases
     WHERE value = ${value} AND state IN ('creating', 'active', 'removing') FOR NO KEY UPDATE`
  return row ?? null
}

/** Writes what changes in the life of an alias. Throws where another alias of the bank has the value. */
export async function updateAlias(
  tx: Tx,
  { account_id, id }: Pick<AliasRow, 'account_id' | 'id'>,
  {
    value,
    creation_id,
    state,
    answered_at,
    refusal,
  }: Pick<AliasRow, 'value' | 'creation_id' | 'state' | 'answered_at' | 'refusal'>,
): Promise<void> {
  await tx`
    UPDATE payment_aliases SET value = ${value}, creation_id = ${creation_id}, state = ${state}, answered_at = ${answered_at}, refusal = ${refusal}
     WHERE account_id = ${account_id} AND id = ${id}`
}

/** Locks the account's aliases of a kind against another creation at the same time, and counts those that are not removed or refused. */
export async function countAliases(tx: Tx, accountId: string, kind: AliasRow['kind']): Promise<number> {
  await tx`SELECT pg_advisory_xact_lock(hashtextextended(${`aliases:${accountId}`}, 0))`
  const [row] = await tx<{ count: number }>`
    SELECT count(*) FROM payment_aliases WHERE account_id = ${accountId} AND kind = ${kind} AND state IN ('creating', 'active', 'removing')`
  return row?.count ?? 0
}

/** The refused attempts for the same value disappear when it is tried again. */
export async function dropRefused(
  tx: Tx,
  accountId: string,
  kind: AliasRow['kind'],
  value: string | null,
): Promise<void> {
  await tx`
    UPDATE payment_aliases SET state = 'removed'
     WHERE account_id = ${accountId} AND kind = ${kind} AND value IS NOT DISTINCT FROM ${value}::text AND value IS NOT NULL AND state = 'failed'`
}

/** The oldest active payment address of an account. */
export async function findAddress(db: Sql, accountId: string): Promise<string | null> {
  const [row] = await db<{ value: string }>`
    SELECT value FROM payment_aliases WHERE account_id = ${accountId} AND kind = 'address' AND state = 'active' ORDER BY created_at, id LIMIT 1`
  return row?.value ?? null
}

export async function insertClaim(tx: Tx, claim: ClaimRow): Promise<boolean> {
  const rows = await tx`
    INSERT INTO alias_claims (${columnsOf(aliasClaims)}) VALUES (${valuesOf(aliasClaims, claim)}) ON CONFLICT DO NOTHING RETURNING 1`
  return rows.length > 0
}

/** Locks the claim on an alias that is not decided. */
export async function lockOpenClaim(
  tx: Tx,
  { account_id, id }: Pick<AliasRow, 'account_id' | 'id'>,
): Promise<ClaimRow | null> {
  const [row] = await tx<ClaimRow>`
    SELECT ${columnsOf(aliasClaims)} FROM alias_claims
     WHERE account_id = ${account_id} AND alias_id = ${id} AND state IN ('requested', 'open', 'accepting', 'rejecting') FOR NO KEY UPDATE`
  return row ?? null
}

/** Locks our claim on a number that waits for the platform's answer. */
export async function lockRequestedClaim(tx: Tx, value: string): Promise<ClaimRow | null> {
  const [row] = await tx<ClaimRow>`
    SELECT ${columnsOf(aliasClaims, 'c')} FROM alias_claims c
      JOIN payment_aliases a ON a.account_id = c.account_id AND a.id = c.alias_id
     WHERE a.value = ${value} AND c.direction = 'made' AND c.state = 'requested' ORDER BY c.created_at LIMIT 1 FOR NO KEY UPDATE OF c`
  return row ?? null
}

/** Locks the claim with the platform's identifier. */
export async function lockClaim(tx: Tx, claimId: string): Promise<ClaimRow | null> {
  const [row] = await tx<ClaimRow>`
    SELECT ${columnsOf(aliasClaims)} FROM alias_claims WHERE claim_id = ${claimId} FOR NO KEY UPDATE`
  return row ?? null
}

export async function updateClaim(
  tx: Tx,
  { account_id, id }: Pick<ClaimRow, 'account_id' | 'id'>,
  {
    claim_id,
    member,
    state,
    decided_by,
    decided_at,
  }: Pick<ClaimRow, 'claim_id' | 'member' | 'state' | 'decided_by' | 'decided_at'>,
): Promise<void> {
  await tx`
    UPDATE alias_claims SET claim_id = ${claim_id}, member = ${member}, state = ${state}, decided_by = ${decided_by}, decided_at = ${decided_at}
     WHERE account_id = ${account_id} AND id = ${id}`
}
