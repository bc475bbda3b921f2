import type { AccountCheck } from 'contract/transfers/beneficiaries.ts'
import { isInternational } from 'contract/values/iban.ts'
import type { AccountCaller, AccountReader } from '../../caller.ts'
import type { Db, Sql } from '../../db/db.ts'
import { countRequest, minutesUntil, type RateLimit, uncountRequest } from '../../db/rate-limits.ts'
import type { Clock } from '../../adapters/clock.ts'
import { Refusal } from '../../refusal.ts'
import { bankPartsOf, readAccount } from './account-number-rules.ts'
import { matchHolder } from '../accounts/name-rules.ts'
import { findAccountContext, isOfThisBank } from './account-number-store.ts'

// Checking account after account, or name after name, would reveal the bank's customers: a person needs few checks.
const HOLDER_RATE_LIMIT: RateLimit = { free: 60, first_seconds: 60, most_seconds: 3600, quiet_seconds: 600 }

const holderChecksOf = (userId: string) => `holder:${userId}`

/** Counts a check of an account of this bank; refused when there were too many. */
export async function countHolderCheck(db: Sql, userId: string, now: Date): Promise<void> {
  const wait = await countRequest(db, holderChecksOf(userId), HOLDER_RATE_LIMIT, now)
  if (wait) throw new Refusal('asked_too_often', { minutes: minutesUntil(wait, now) })
}

/**
 * Saves a beneficiary under the limit of holder checks. A refusal, or a request for re-authentication, reveals as much about the accounts and
 * names of this bank as a check, and counts as one; a save that was confirmed does not.
 */
export async function withHolderCheckLimit<Saved>(
  ports: { db: Db; clock: Clock },
  caller: Pick<AccountCaller, 'user_id'>,
  typed: string,
  save: () => Promise<Saved>,
): Promise<Saved> {
  const { iban, error } = readAccount(typed)
  if (error || !(await isOfThisBank(ports.db, iban))) return save()
  await countHolderCheck(ports.db, caller.user_id, ports.clock.now())
  const saved = await save()
  await uncountRequest(ports.db, holderChecksOf(caller.user_id))
  return saved
}

/** Checks an account number: whether it is valid, its bank and branch and whether a name is that of the holder at this bank. */
export async function checkAccount(
  { db, clock }: { db: Db; clock: Clock },
  caller: AccountReader & Pick<AccountCaller, 'user_id'>,
  typed: string,
  name = '',
): Promise<AccountCheck> {
  const { iban, country, error } = readAccount(typed)
  const known = { iban, country, international: country === null ? null : isInternational(country) }
  const nothing = {
    bank_code: null,
    bank_name: null,
    branch_code: null,
    branch_name: null,
    bic: null,
    holder: null,
  }
  if (error) return { valid: false, code: error, ...known, ...nothing, duplicate_of: null }

  const facts = await findAccountContext(db, caller, { iban, except: null })
  if (facts.is_ours) await countHolderCheck(db, caller.user_id, clock.now())
  const parts = bankPartsOf(iban)
  const isMissing = facts.is_ours && facts.holder === null
  const code = isMissing ? 'no_such_account' : facts.is_own ? 'own_account' : null
  const { duplicate_id, duplicate_name } = facts
  return {
    valid: code === null,
    code,
    ...known,
    bank_code: parts?.bank_code ?? facts.bank_code,
    bank_name: facts.bank_name,
    branch_code: parts?.branch_code ?? null,
    branch_name: facts.branch_name,
    bic: facts.bic,
    holder: facts.holder && !facts.is_own && name.trim() !== '' ? matchHolder(name, facts.holder) : null,
    duplicate_of: duplicate_id && duplicate_name ? { id: duplicate_id, name: duplicate_name } : null,
  }
}
