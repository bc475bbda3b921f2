// Asks who has an alias or an account before anything is paid, and waits for the answer.
import { setTimeout } from 'node:timers/promises'
import type { PayeeLookup, PayeeLookupInput } from 'contract/transfers/instant-payments.ts'
import { newId } from '../../../adapters/ids.ts'
import type { Clock } from '../../../adapters/clock.ts'
import { type AccountCaller, seesConfidential } from '../../../caller.ts'
import type { Db, Sql } from '../../../db/db.ts'
import { countRequest, minutesUntil, type RateLimit } from '../../../db/rate-limits.ts'
import { transaction } from '../../../db/transaction.ts'
import { memberCodeOf, newEndToEndId, newMessageId } from '../../../formats/instant/aip-ids.ts'
import { Refusal } from '../../../refusal.ts'
import { getBankIdentity } from '../../bank/bank-identity-store.ts'
import { readAccount } from '../../beneficiaries/account-number-rules.ts'
import { type OutgoingMessage, queueMessages } from '../platform/aip-message-store.ts'
import { viewOf } from './lookup-rules.ts'
import type { AnsweredLookup } from '../platform/instant-columns.ts'
import { findLookup, findParticipant, hasIdentity, insertLookup } from './lookup-store.ts'

type Ports = { db: Db; clock: Clock; isInstant: boolean }

// Looking up number after number would collect the names of the union's customers: a person needs few look-ups.
const LOOKUP_LIMIT: RateLimit = { free: 40, first_seconds: 60, most_seconds: 3600, quiet_seconds: 600 }
/** Counts a look-up of a user; refused when there were too many. */
export async function countLookup(db: Sql, userId: string, now: Date): Promise<void> {
  const wait = await countRequest(db, `lookup:${userId}`, LOOKUP_LIMIT, now)
  if (wait) throw new Refusal('asked_too_often', { minutes: minutesUntil(wait, now) })
}

/** Less than the deadline of the call. */
const WAIT_MS = 7_000
const FIRST_PAUSE_MS = 40
const MAX_PAUSE_MS = 250

/** The number of an account at another institution, and that institution; refused where it is not connected. */
async function reachableAccount(db: Db, typed: string, ourCode: string): Promise<{ iban: string; member: string }> {
  const { iban, error } = readAccount(typed)
  const bank = iban.slice(4, 9)
  if (error || !/^[A-Z]{2}\d{3}$/.test(bank) || bank === ourCode) throw new Refusal('account_not_reachable')
  const member = memberCodeOf(bank)
  if (!(await findParticipant(db, member))) throw new Refusal('account_not_reachable')
  return { iban, member }
}

/** Waits for the answer, which another process receives. Null where none comes in time. */
async function waitForAnswer(db: Db, caller: AccountCaller, id: string): Promise<AnsweredLookup | null> {
  const until = performance.now() + WAIT_MS
  for (let pause = FIRST_PAUSE_MS; performance.now() < until; pause = Math.min(MAX_PAUSE_MS, pause * 1.3)) {
    await setTimeout(pause)
    const lookup = await findLookup(db, caller.account_id, id, seesConfidential(caller))
    if (lookup && lookup.state !== 'waiting') return lookup
  }
  return null
}

/** The payee behind a phone number, a payment address, a merchant code or an account number at another institution. */
export async function lookUpPayee(
  { db, clock, isInstant }: Ports,
  caller: AccountCaller,
  input: PayeeLookupInput,
): Promise<PayeeLookup> {
  if (!isInstant) throw new Refusal('instant_payments_off')
  const { account_id, user_id } = caller
  const now = clock.now()
  if (caller.currency !== 'XOF') throw new Refusal('account_not_reachable')
  if (!(await hasIdentity(db, account_id))) throw new Refusal('identity_missing')
  await countLookup(db, user_id, now)
  const { code } = await getBankIdentity(db)
  const member = memberCodeOf(code)
  const account = input.kind === 'account' ? await reachableAccount(db, input.value, code) : null
  const id = newId()
  const end_to_end_id = newEndToEndId(member, now)
  const message: OutgoingMessage = account
    ? {
        path: '/verifications-identites',
        body: {
          msgId: newMessageId(member),
          endToEndId: end_to_end_id,
          codeMembreParticipant: account.member,
          ibanClient: account.iban,
        },
      }
    : { path: '/alias/recherche', body: { endToEndId: end_to_end_id, alias: input.value } }
  await transaction(db, async (tx) => {
    await insertLookup(tx, {
      account_id,
      id,
      end_to_end_id,
      kind: input.kind,
      value: account?.iban ?? input.value,
      channel: (input.kind === 'address' && input.channel) || null,
      reference: (input.kind === 'address' && input.reference) || null,
      created_by: user_id,
      created_at: now,
      state: 'waiting',
    })
    await queueMessages(tx, [message], now)
  })
  const answered = await waitForAnswer(db, caller, id)
  if (!answered) throw new Refusal('lookup_unanswered')
  const found = viewOf(answered)
  if (!found) throw new Refusal(account ? 'account_not_reachable' : 'alias_unknown')
  if (answered.our_account === account_id) throw new Refusal('alias_own')
  return found
}
