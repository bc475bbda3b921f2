// Stores the signed-in user and the selected account. The token is kept in memory only and is gone with the page.
import type { Account } from 'contract/accounts/accounts.ts'
import type { Capability, Right } from 'contract/rights.ts'
import type { User } from 'contract/access/session.ts'
import { claimDrafts, forgetDrafts } from '../forms/drafts.ts'
import { INITIAL_MENU, readSavedState, readTabAccount, save, saveTabAccount } from '../forms/saved-state.ts'
import { createStore, useStore } from '../store.ts'
import { forgetReturn } from './return-to.ts'

/** Why the last session ended, shown once on the sign-in page. */
export type EndReason = 'expired' | 'inactivity' | null

export type SessionUser = Omit<User, 'token' | 'account'>
export type Session =
  | { status: 'out'; endReason: EndReason; user: null; account: null }
  | { status: 'in'; endReason: null; user: SessionUser; account: Account | null }

const store = createStore<Session>({ status: 'out', endReason: null, user: null, account: null })
let token: { text: string; expiresAt: number } | null = null
let endedSessions = 0
const leaveListeners = new Set<() => void>()
const refreshListeners = new Set<(before: Account | null, after: Account | null) => void>()

export const session = () => store.get()
export const useSession = () => useStore(store)

/** The token to send, or null once it has expired. */
export const liveToken = () => (token && token.expiresAt > Date.now() ? token.text : null)
export const tokenSecondsLeft = () => (token ? (token.expiresAt - Date.now()) / 1000 : 0)

/** The lifetime of a token in seconds, from its two dates `iat` and `exp`: the clock of the device may be wrong. 0 where it cannot be read. */
export function tokenLifetime(jwt: string): number {
  try {
    const payload = jwt.split('.')[1] ?? ''
    const { exp, iat } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as {
      exp?: number
      iat?: number
    }
    if (exp === undefined) return 0
    return iat === undefined ? exp - Date.now() / 1000 : exp - iat
  } catch {
    return 0
  }
}

/** Stores the user after a sign-in or a renewal of the token: the values of the server replace the former ones. */
export function storeUser({ token: jwt, account, ...user }: User): void {
  token = { text: jwt, expiresAt: Date.now() + tokenLifetime(jwt) * 1000 }
  if (claimDrafts(user.uuid)) forgetReturn()
  // From now on a reload knows that there is a session to restore, even before a section is open.
  if (!mayContinue()) save({ menu: 'home' })
  // Other tabs keep their account: only a selection changes the account of new tabs.
  if (readSavedState().accountUuid === null) save({ accountUuid: account?.uuid ?? null })
  saveTabAccount(account?.uuid ?? null)
  const before = store.get()
  store.set({ status: 'in', endReason: null, user, account })
  if (before.status === 'in') for (const refreshed of refreshListeners) refreshed(before.account, account)
}

/** Calls the listener when the user was fetched again, with the account before and after. Returns the function that removes it. */
export function whenRefreshed(listener: (before: Account | null, after: Account | null) => void): () => void {
  refreshListeners.add(listener)
  return () => refreshListeners.delete(listener)
}

export function chooseAccount(account: Account): void {
  const now = store.get()
  if (now.status !== 'in') return
  save({ accountUuid: account.uuid })
  saveTabAccount(account.uuid)
  store.set({ ...now, account })
}

/** Stores the balance that an answer contains, in the minor unit. `balanceDate`: its time in Unix seconds; an older balance is ignored. */
export function updateBalance(accountUuid: string, balance: number, balanceDate: number): void {
  const { status, account, ...now } = store.get()
  if (status !== 'in' || !account || account.uuid !== accountUuid || balanceDate < account.balance_date) return
  if (account.balance === balance && account.balance_date === balanceDate) return
  // The available balance changes with the booked one, until the server sends both again.
  if (account.balance === null || account.available === null) return
  const available = account.available + balance - account.balance
  store.set({ ...now, status, account: { ...account, balance, available, balance_date: balanceDate } } as Session)
}

/** Calls `forget` when the session ends: it deletes data of the session, such as the query cache or an open dialog. */
export function whenLeaving(forget: () => void): void {
  leaveListeners.add(forget)
}

/** Ends the session in the portal; the caller ends it on the server. */
export function leave(endReason: EndReason): void {
  token = null
  endedSessions += 1
  // A session that ended by itself loses no draft and returns to its page: the same user finds it again, on the same account.
  if (endReason === null) {
    forgetDrafts()
    forgetReturn()
  }
  if (store.get().status === 'out' && !mayContinue()) return
  for (const forget of leaveListeners) forget()
  save({ menu: INITIAL_MENU, accountUuid: null })
  if (endReason === null) saveTabAccount(null)
  store.set({ status: 'out', endReason, user: null, account: null })
}

/** The number of sessions that have ended on this page, so that a late answer cannot restore one. */
export const countEndedSessions = () => endedSessions

/** Whether this browser had a session that a reload may continue through its cookie. */
export const mayContinue = () => readSavedState().menu !== INITIAL_MENU

/**
 * The account of the calls: the selected one, else that of this tab before a reload or before its session ended by
 * itself, else the last selected one. If the user does not have it, the server selects the default one.
 */
export const accountId = () => store.get().account?.uuid ?? readTabAccount() ?? readSavedState().accountUuid

/** The account of the open screen. The layouts show a screen only when there is one. */
export function useAccount(): Account {
  const { account } = useSession()
  if (!account) throw new Error('This screen needs an account')
  return account
}

/** The bank's business day, by the clock of its last answer: the device's clock may be wrong. The bank uses UTC. */
export const useBankDay = () => new Date(useAccount().balance_date * 1000).toISOString().slice(0, 10)

export const hasRight = (account: Account | null, right: Right) => account?.access[right] === true

/** Whether the selected account pays and receives over the platform of instant payments: the bank is connected to it, and the account is in francs. */
export const hasInstantPayments = ({ user, account }: Session) =>
  user?.instant_payments === true && account?.currency === 'XOF'
export const useInstantPayments = () => hasInstantPayments(useSession())

/** The available balance in the minor unit. The server sends it to users with a right, who alone can open the screens that show it. */
export const availableOf = ({ available }: Account) => available ?? 0

/** Moving money requires the capability and an active account. */
export const mayMoveMoney = (account: Account, capability: Capability) =>
  account.capabilities.includes(capability) && account.status_group === 'active'

export const onSessionChange = (listener: () => void) => store.subscribe(listener)
