// Sets the signing rules and limits of an account: stricter ones at once, weaker ones with a second administrator or, for a company without
// one, on the next business day.
import { ANSWER_WITHIN_DAYS } from 'contract/access/access.ts'
import type { Language } from 'contract/language.ts'
import type { RulesInForce, SigningRules } from 'contract/transfers/signing-rules.ts'
import type { AccountCaller } from '../../caller.ts'
import { type AuditEvent, byCaller, recordEvent } from '../audit/audit-store.ts'
import { getBankIdentity } from '../bank/bank-identity-store.ts'
import type { Confirmation } from '../../confirmation.ts'
import { requireConfirmation } from '../reauthentication/reauthentication-store.ts'
import type { Db, Sql, Tx } from '../../db/db.ts'
import { queueMail } from '../notifications/mail-queue.ts'
import { transaction } from '../../db/transaction.ts'
import { type Clock, unixSeconds } from '../../adapters/clock.ts'
import { newId } from '../../adapters/ids.ts'
import { Refusal } from '../../refusal.ts'
import { hasOtherPerson } from '../accounts/second-person-store.ts'
import { addDays, businessDayFrom } from 'contract/values/calendar.ts'
import { listHolidaysFrom } from '../bank/holiday-store.ts'
import { rulesDelayedMail, rulesWaitMail, rulesWeakerMail } from './signing-mails.ts'
import {
  decideWaiting,
  findAccountName,
  findDefaultLimits,
  findRules,
  findRulesVersion,
  findSingleSignatureLimit,
  findWaitingChange,
  insertRuleChange,
  isKnownChange,
  listAdministrators,
  listFormerAdministrators,
  listSignatories,
  lockRules,
  replaceRules,
  type RuleChange,
  type Signatory,
} from './signing-rules-store.ts'
import { ruleFacts } from './signing-labels.ts'
import { areSameRules, areSignable, defaultTiers, isWeaker } from './tier-rules.ts'

type Ports = { db: Db; clock: Clock; portalUrl: string }
type RequestContext = { caller: AccountCaller; lang: Language; confirmation: Confirmation }

const DAY_MS = 86_400_000

const hasSecond = (db: Sql, caller: AccountCaller, now: Date) => hasOtherPerson(db, caller, 'access.admin', now)

async function bankRules(db: Db | Tx, caller: AccountCaller): Promise<{ defaults: SigningRules; limit: number }> {
  const limit = await findSingleSignatureLimit(db)
  const limits = await findDefaultLimits(db, caller.account_id)
  return { limit, defaults: { tiers: caller.is_company ? defaultTiers(limit) : [], groups: [], limits } }
}

/** The rules of the caller's account as its administrator sees them. */
export async function describeRules({ db, clock }: Ports, caller: AccountCaller): Promise<RulesInForce> {
  const { account_id, user_id, is_company, currency } = caller
  const now = clock.now()
  const [version, rules, bank, people, waiting, has_second, has_other_signer] = await Promise.all([
    findRulesVersion(db, account_id),
    findRules(db, account_id),
    bankRules(db, caller),
    listSignatories(db, account_id),
    findWaitingChange(db, account_id, now),
    hasSecond(db, caller, now),
    hasOtherPerson(db, caller, 'transfer.validate', now),
  ])
  return {
    version,
    is_company,
    currency,
    rules,
    defaults: bank.defaults,
    people,
    has_second,
    has_other_signer,
    waiting: waiting && {
      id: waiting.id,
      rules: waiting.rules,
      asked_by: waiting.requester,
      asked_at: unixSeconds(waiting.asked_at),
      expires_at: unixSeconds(waiting.expires_at),
      effective_at: waiting.effective_at && unixSeconds(waiting.effective_at),
      is_mine: waiting.asked_by === user_id,
    },
  }
}

/** Checks that rules can be satisfied: every person is a member of the account, and enough of them may sign. */
export function check(rules: SigningRules, people: readonly Signatory[], isCompany: boolean): void {
  if (!isCompany && (rules.tiers.length > 0 || rules.groups.length > 0)) throw new Refusal('tiers_for_companies')
  const known = new Set(people.map(({ user_id }) => user_id))
  const named = [...rules.groups.map(({ user_id }) => user_id), ...rules.limits.flatMap(({ user_id }) => user_id ?? [])]
  if (named.some((id) => !known.has(id))) throw new Refusal('unknown_person')
  const validators = people.filter(({ may_validate }) => may_validate).map(({ user_id }) => user_id)
  if (!areSignable(rules, validators)) throw new Refusal('too_few_validators')
}

const recorded = (
  tx: Tx,
  caller: AccountCaller,
  action: AuditEvent['action'],
  facts: Record<string, unknown>,
  now: Date,
) => {
  const { account_id } = caller
  return recordEvent(tx, { at: now, ...byCaller(caller), action, subject_id: account_id, facts })
}

async function notify(
  tx: Tx,
  { portalUrl }: Ports,
  caller: AccountCaller,
  { outcome, day = '' }: { outcome: 'waits' | 'weaker' | 'delayed'; day?: string },
  now: Date,
): Promise<void> {
  const bank = await getBankIdentity(tx)
  const about = { by: caller.full_name, ...(await findAccountName(tx, caller.account_id)) }
  // Whoever was an administrator until a short while ago may object too.
  const former = outcome === 'waits' ? [] : await listFormerAdministrators(tx, caller.account_id, now)
  for (const to of [...(await listAdministrators(tx, caller.account_id)), ...former]) {
    if (outcome === 'weaker') await queueMail(tx, rulesWeakerMail(to, bank, about), now)
    else if (outcome === 'delayed') await queueMail(tx, rulesDelayedMail(to, bank, about, day), now)
    else if (to.user_id !== caller.user_id)
      await queueMail(tx, rulesWaitMail(to, bank, about, `${portalUrl}account/access?view=rules`), now)
  }
}

/** Sets the rules of an account. A waiting change is replaced by the newer one. */
export function setRules(
  ports: Ports,
  { caller, lang, confirmation }: RequestContext,
  { version, ...rules }: SigningRules & { version: number },
) {
  return transaction(ports.db, async (tx): Promise<{ state: 'done' | 'waiting' | 'delayed' }> => {
    const now = ports.clock.now()
    const { account_id, user_id } = caller
    if ((await lockRules(tx, account_id)) !== version) throw new Refusal('stale_rules')
    const people = await listSignatories(tx, account_id)
    check(rules, people, caller.is_company)
    const before = await findRules(tx, account_id)
    const { defaults, limit } = await bankRules(tx, caller)
    const summary = { kind: 'rules.change' as const, facts: ruleFacts(rules, people, caller.currency, lang) }
    await requireConfirmation(tx, { caller, account_id, confirmation, details: [version, rules] }, summary, now)

    // Where no other change waits, the same rules again are neither recorded nor notified.
    if (areSameRules(before, rules) && !(await findWaitingChange(tx, account_id, now))) return { state: 'done' }
    await decideWaiting(tx, account_id, { state: 'replaced', by: user_id, now })
    const weaker = isWeaker(before, rules, defaults, limit)
    const waits = weaker && (await hasSecond(tx, caller, now))
    if (waits || (weaker && caller.is_company)) {
      const today = now.toISOString().slice(0, 10)
      const day = businessDayFrom(addDays(today, 1), await listHolidaysFrom(tx, today))
      const effective_at = waits ? null : new Date(`${day}T00:00:00Z`)
      const expires_at = new Date((effective_at ?? now).getTime() + ANSWER_WITHIN_DAYS * DAY_MS)
      await insertRuleChange(tx, {
        id: newId(),
        account_id,
        version,
        rules,
        asked_by: user_id,
        asked_at: now,
        expires_at,
        effective_at,
      })
      await recorded(tx, caller, 'rules.ask', { before, after: rules }, now)
      await notify(tx, ports, caller, waits ? { outcome: 'waits' } : { outcome: 'delayed', day }, now)
      return { state: waits ? 'waiting' : 'delayed' }
    }
    await replaceRules(tx, account_id, rules)
    await recorded(tx, caller, 'rules.change', { before, after: rules }, now)
    if (weaker) await notify(tx, ports, caller, { outcome: 'weaker' }, now)
    return { state: 'done' }
  })
}

async function lockChange(
  tx: Tx,
  accountId: string,
  id: string,
  now: Date,
): Promise<{ change: RuleChange; version: number }> {
  const version = await lockRules(tx, accountId)
  const change = await findWaitingChange(tx, accountId, now)
  if (change?.id === id) return { change, version }
  throw new Refusal((await isKnownChange(tx, accountId, id)) ? 'change_over' : 'not_found')
}

/** Accepts a waiting change: the rules take effect now. */
export function acceptRules(
  { db, clock }: Ports,
  { caller, lang, confirmation }: RequestContext,
  id: string,
): Promise<null> {
  return transaction(db, async (tx) => {
    const now = clock.now()
    const { account_id, user_id } = caller
    const { change, version } = await lockChange(tx, account_id, id, now)
    if (change.asked_by === user_id) throw new Refusal('own_change')
    if (change.version !== version) throw new Refusal('stale_rules')
    const people = await listSignatories(tx, account_id)
    check(change.rules, people, caller.is_company)
    const summary = { kind: 'rules.accept' as const, facts: ruleFacts(change.rules, people, caller.currency, lang) }
    await requireConfirmation(tx, { caller, account_id, confirmation, details: [id] }, summary, now)
    const before = await findRules(tx, account_id)
    await decideWaiting(tx, account_id, { state: 'accepted', by: user_id, now })
    await replaceRules(tx, account_id, change.rules)
    await recorded(tx, caller, 'rules.accept', { before, after: change.rules, asked_by: change.asked_by }, now)
    return null
  })
}

/** A refusal needs no re-authentication, because it changes no rights. The requester withdraws with the same call. */
export function refuseRules(
  { db, clock }: Ports,
  { caller }: Pick<RequestContext, 'caller'>,
  id: string,
): Promise<null> {
  return transaction(db, async (tx) => {
    const now = clock.now()
    const { change } = await lockChange(tx, caller.account_id, id, now)
    const isOwn = change.asked_by === caller.user_id
    await decideWaiting(tx, caller.account_id, { state: isOwn ? 'withdrawn' : 'refused', by: caller.user_id, now })
    await recorded(tx, caller, isOwn ? 'rules.withdraw' : 'rules.refuse', { rules: change.rules }, now)
    return null
  })
}
