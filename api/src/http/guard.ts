// Authenticates each request and checks session, account, right and capability. The account header selects and never
// grants; another customer's account, a missing one and a malformed id get the same answer.
import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { type Endpoint, headers } from 'contract/endpoint.ts'
import { changePassword } from 'contract/access/passwords.ts'
import { getUser, INACTIVITY_LIMIT_SECONDS, signOut, updatePreferences } from 'contract/access/session.ts'
import type { Currency } from 'contract/values/money.ts'
import { type AccountCaller, type Caller, IDLE_GRACE_SECONDS } from '../caller.ts'
import type { Db } from '../db/db.ts'
import { type Clock, unixSeconds } from '../adapters/clock.ts'
import type { Tokens } from '../adapters/tokens.ts'
import { Refusal } from '../refusal.ts'
import { authorizationOf } from './credentials.ts'
import type { SessionCookie } from './session-cookie.ts'
import type { Activity } from './activity.ts'
import { type SessionAccess, type sessionAccessFinder } from './guard-store.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export type GuardPorts = {
  db: Db
  clock: Clock
  tokens: Tokens
  cookie: SessionCookie
  allowsUnboundTokens: boolean
  findSessionAccess: ReturnType<typeof sessionAccessFinder>
  activity: Activity
}

/** The result of the guard. */
export type Admitted = {
  caller: Caller
  /** Set for calls on an account. */
  account: AccountCaller | null
  /** The account of the header if it is the caller's, whatever the scope of the call. */
  selected_account_id: string | null
  booked: number | null
  /** What a standby must have replayed to answer this caller. */
  position: string
}

export const hashOf = (secret: string) => hash('sha256', secret, 'buffer')

/** Cross-site requests are refused, whatever cookies they carry. */
export function refuseCrossSite(request: FastifyRequest): void {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new Refusal('cross_site')
}

/** The time of the user's last activity, as the page reports it: never later than now. */
function lastActivityOf(request: FastifyRequest, now: Date): Date {
  const idle = request.headers[headers.idleSeconds.toLowerCase()]
  return typeof idle === 'string' && /^\d{1,9}$/.test(idle) ? new Date(now.getTime() - Number(idle) * 1000) : now
}

/** A user who must set a password first may only do that, read their own user, and sign out. */
const openDuringPasswordChange: ReadonlySet<Endpoint> = new Set<Endpoint>([
  getUser,
  changePassword,
  updatePreferences,
  signOut,
])

export function createGuard({
  db,
  clock,
  tokens,
  cookie: sessionCookie,
  allowsUnboundTokens,
  findSessionAccess,
  activity,
}: GuardPorts) {
  // Renewal: after a reload the page has no token, only the cookie that no script can read.
  async function sessionIdOfCookie(cookie: string): Promise<string | null> {
    const [session] = await db<{ id: string }>`SELECT id FROM sessions WHERE cookie_hash = ${hashOf(cookie)}`
    return session?.id ?? null
  }

  async function sessionIdOf(request: FastifyRequest, mayRenew: boolean, now: number): Promise<string | null> {
    const token = authorizationOf(request, 'bearer')
    if (token) {
      const claims = await tokens.read(token, now)
      if (claims) return claims.session_id
    }
    const cookie = sessionCookie.read(request)
    // A form or an image of another site cannot set a header: the header proves a request of our script.
    const isOurScript = request.headers[headers.clientDatetime.toLowerCase()] !== undefined
    return mayRenew && cookie && isOurScript ? sessionIdOfCookie(cookie) : null
  }

  function isBound(request: FastifyRequest, { cookie_hash }: SessionAccess): boolean {
    const cookie = sessionCookie.read(request)
    if (cookie === undefined) return allowsUnboundTokens
    return timingSafeEqual(hashOf(cookie), cookie_hash)
  }

  /** When the user was last active, as recorded or noted since. */
  function lastActiveOf({ session_id, last_active_at }: SessionAccess): Date {
    const noted = activity.notedFor(session_id)
    return noted !== null && noted > last_active_at ? noted : last_active_at
  }

  const isAlive = (access: SessionAccess, now: Date) =>
    access.ended_at === null &&
    access.expires_at > now &&
    now.getTime() - lastActiveOf(access).getTime() <= (INACTIVITY_LIMIT_SECONDS + IDLE_GRACE_SECONDS) * 1000

  function accountOf(access: SessionAccess, caller: Caller, endpoint: Endpoint): AccountCaller | null {
    if (endpoint.scope !== 'account') return null
    if (!access.has_accounts) throw new Refusal('no_account')
    const { account_id, customer_id, is_company, currency, rights, capabilities, status } = access
    if (!account_id || !customer_id || is_company === null || !currency || !rights || !capabilities)
      throw new Refusal('account_unknown')
    if (endpoint.right && !rights.includes(endpoint.right)) throw new Refusal('right_missing')
    if (endpoint.capability && !capabilities.includes(endpoint.capability)) throw new Refusal('capability_missing')
    if (endpoint.movesMoney && status !== 'active') throw new Refusal('account_not_active')
    // Accounts are opened in a currency of the contract.
    return {
      ...caller,
      account_id,
      customer_id,
      is_company,
      is_active: status === 'active',
      currency: currency as Currency,
      rights,
      capabilities,
    }
  }

  /** Admits a signed-in user to a call, or throws a refusal. */
  return async function admit(request: FastifyRequest, endpoint: Endpoint): Promise<Admitted> {
    const now = clock.now()
    const mayRenew = endpoint.method === 'GET' && endpoint.path === '/user'
    const sessionId = await sessionIdOf(request, mayRenew, unixSeconds(now))
    if (!sessionId) throw new Refusal('session_missing')

    const accountHeader = request.headers[headers.accountId.toLowerCase()]
    const accountId = typeof accountHeader === 'string' && UUID.test(accountHeader) ? accountHeader : null
    const access = await findSessionAccess({ session_id: sessionId, account_id: accountId })
    if (!access || !isAlive(access, now) || !isBound(request, access)) throw new Refusal('session_missing')
    // An open page is not activity: neither its stream, nor reconnecting it, nor requests caused by events or timers
    // keep a session alive.
    const activeAt = lastActivityOf(request, now)
    const isRecordable = activeAt.getTime() - lastActiveOf(access).getTime() > IDLE_GRACE_SECONDS * 1000
    if (isRecordable && !endpoint.isStream) activity.note(sessionId, activeAt)
    if (access.must_change_password && !openDuringPasswordChange.has(endpoint))
      throw new Refusal('password_change_required')
    if (endpoint.scope === 'account' && accountHeader === undefined && access.has_accounts)
      throw new Refusal('account_missing')

    const caller: Caller = {
      user_id: access.user_id,
      session_id: access.session_id,
      lang: access.lang,
      full_name: access.full_name,
      address: request.ip,
      policy: {
        factors: access.factors,
        factor_amount: access.factor_amount,
        factor_due_at: access.factor_due_at,
        factors_reset_at: access.factors_reset_at,
      },
    }
    return {
      caller,
      account: accountOf(access, caller, endpoint),
      selected_account_id: access.account_id,
      booked: access.booked,
      position: access.position,
    }
  }
}
