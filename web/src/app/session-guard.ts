// Guards the routes. The server refuses as well; these only redirect to the screens that the user may open.
import { type ParsedLocation, redirect } from '@tanstack/react-router'
import type { Capability, Right } from 'contract/rights.ts'
import { notifyOtherTabs } from '../lib/session/activity.ts'
import { hasLinkToken, takeLinkToken } from '../domains/session/link-token.ts'
import { notice } from '../lib/address-notice.ts'
import { CallError } from '../lib/api/call-error.ts'
import { endSession, renewSession } from '../lib/api/call.ts'
import { openOwnDocument } from '../lib/own-document.ts'
import { paths } from '../lib/paths.ts'
import { pushDevice } from '../lib/push-device.ts'
import { rememberReturn, takeReturn } from '../lib/session/return-to.ts'
import { hasInstantPayments, hasRight, leave, liveToken, mayContinue, session } from '../lib/session/session.ts'
import { firstPathOf } from './sections.ts'

/**
 * After a reload the cookie still identifies the user, although the page has no token. An expired token is renewed in
 * the same way; if the session is over, the sign-in page says so.
 */
async function continueSession(): Promise<void> {
  const isIn = session().status === 'in'
  if (isIn ? liveToken() !== null : !mayContinue()) return
  try {
    await renewSession()
  } catch (error) {
    // A 401 has ended the session already. An unreachable server is no reason to sign out: the screen shows the error.
    if (!isIn && (!(error instanceof CallError) || error.status !== 401)) throw error
  }
}

type Guarded = { location: ParsedLocation; preload: boolean }

/** A user without an own password sets one before anything else. */
function makePasswordFirst(): void {
  if (session().user?.must_change_password) throw redirect(paths.passwordUpdate())
}

/** The page that sets a password: with a link from an e-mail, or at the first sign-in. */
export async function requirePasswordToMake({ location, preload }: Guarded): Promise<void> {
  if (preload) return
  // Read once, then removed from the address bar and the history.
  if (takeLinkToken(location.hash)) throw redirect({ ...paths.passwordUpdate(), replace: true })
  if (hasLinkToken()) return
  await continueSession()
  const { status, user } = session()
  if (status === 'in' && !user.must_change_password) throw redirect(paths.home())
}

/** The page of the link in the e-mail about a new device. Another user may be signed in here: the link is about its own. */
export function takeDeviceLink({ location, preload }: Guarded): void {
  if (!preload && takeLinkToken(location.hash)) throw redirect({ ...paths.deviceLink(), replace: true })
}

export async function requireSession({ location, preload }: Guarded): Promise<void> {
  if (!preload) await openOwnDocument(location)
  await continueSession()
  makePasswordFirst()
  if (session().status === 'in') return
  if (!preload) rememberReturn(location.href)
  throw redirect(paths.login())
}

export function requireAccount(): void {
  if (!session().account) throw redirect(paths.restricted())
}

type Entering = Pick<Guarded, 'preload'>

/** Redirects to the first section of the account, with a notice. */
function redirectWithNotice({ preload }: Entering): never {
  const first = firstPathOf(session().account)
  if (!preload) notice('no-access', { pathname: first.to, search: {} })
  throw redirect(first)
}

export const requireRight = (right: Right) => (entering: Entering) => {
  if (!hasRight(session().account, right)) redirectWithNotice(entering)
}

export const requireCapability = (capability: Capability) => (entering: Entering) => {
  if (!session().account?.capabilities.includes(capability)) redirectWithNotice(entering)
}

/** For screens of the platform of instant payments: they do not exist without it, or for an account in another currency. */
export const requireInstantPayments = (entering: Entering) => {
  if (!hasInstantPayments(session())) redirectWithNotice(entering)
}

export async function goHome({ preload }: Guarded): Promise<void> {
  if (preload) return
  await continueSession()
  if (session().status === 'out') throw redirect(paths.login())
  makePasswordFirst()
  const requested = takeReturn()
  throw requested ? redirect({ to: requested }) : redirect(firstPathOf(session().account))
}

/** The sign-in page is for signed-out users only. */
export async function leaveLogin(): Promise<void> {
  await continueSession()
  if (session().status === 'in') throw redirect(paths.home())
}

export async function logOut({ preload }: Guarded): Promise<void> {
  // Hovering prefetches the route and must not sign out.
  if (preload) return
  // A session that has ended already keeps its message and return address; signing out deletes both.
  if (session().endReason) throw redirect(paths.login())
  // Before the server ends the session: a tab that learns of it by a refused call keeps its drafts, as after an expiry.
  notifyOtherTabs()
  // The session ends here even if the server cannot be reached: a failing network must not keep it open on the screen.
  if (session().status === 'in') await endSession()
  // The bank has already removed this device; the browser unsubscribes as well, at the latest at the next sign-in.
  if (pushDevice() !== null)
    await import('../domains/alerts/push.ts').then(({ dropPush }) => dropPush()).catch(() => null)
  leave(null)
  throw redirect(paths.login())
}

export function requireNoAccount(): void {
  if (session().account) throw redirect(paths.home())
}

/** The screen that waits for rights redirects as soon as there is one. */
export function requireNoRight(): void {
  const { account } = session()
  const first = firstPathOf(account)
  if (first.to !== '/account') throw redirect(first)
}
