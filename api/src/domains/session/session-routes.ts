import type { FastifyReply, FastifyRequest } from 'fastify'
import * as steps from 'contract/access/second-step.ts'
import * as contract from 'contract/access/session.ts'
import { createLimiter } from '../../adapters/concurrency.ts'
import { basicCredentials } from '../../http/credentials.ts'
import type { Serve } from '../../http/serve.ts'
import type { DeviceCookie, SessionCookie } from '../../http/session-cookie.ts'
import type { WebAuthn } from '../../adapters/webauthn.ts'
import { Refusal } from '../../refusal.ts'
import { prepareConfirmation } from '../factors/check-passkey.ts'
import { answerDeviceLink, completeSignIn, getDeviceLink, prepareSignIn, signInByPasskey } from './complete-sign-in.ts'
import { describeUser } from './describe-user.ts'
import type { Browser, OpenedSession } from './open-session.ts'
import { reauthenticate } from './reauthenticate.ts'
import { signIn, type SignInPorts } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { updatePreferences } from './update-preferences.ts'

// Many sign-ins at the same time leave connections for signed-in users; those that wait too long are answered 503 with Retry-After.
const SIGN_INS_AT_ONCE = 4
const SIGN_INS_WAITING = 100
const LONGEST_NAME = 256

type Ports = SignInPorts & { webAuthn: WebAuthn; cookie: SessionCookie; deviceCookie: DeviceCookie }

export function sessionRoutes(serve: Serve, { cookie: sessionCookie, deviceCookie, ...ports }: Ports) {
  const limited = createLimiter(SIGN_INS_AT_ONCE, SIGN_INS_WAITING)
  const browserOf = (raw: FastifyRequest): Browser => ({
    address: raw.ip,
    user_agent: raw.headers['user-agent']?.slice(0, LONGEST_NAME) ?? null,
    device: deviceCookie.read(raw) ?? null,
  })
  const sendSession = (reply: FastifyReply, { user, cookie, device }: OpenedSession) => {
    sessionCookie.set(reply, cookie)
    deviceCookie.set(reply, device)
    return user
  }
  serve(contract.signIn, async ({ raw, reply }) => {
    const credentials = { ...basicCredentials(raw), ...browserOf(raw) }
    return sendSession(reply, await limited(() => signIn(ports, credentials)))
  })
  serve(steps.completeSignIn, async ({ body: { sign_in, code = null }, raw, reply }) =>
    sendSession(reply, await limited(() => completeSignIn(ports, { sign_in, code, browser: browserOf(raw) }))),
  )
  serve(steps.prepareSignIn, ({ raw }) => prepareSignIn(ports, raw.ip))
  serve(steps.signInByPasskey, async ({ body: { credential }, raw, reply }) =>
    sendSession(reply, await limited(() => signInByPasskey(ports, { credential, browser: browserOf(raw) }))),
  )
  serve(steps.getDeviceLink, ({ params }) => getDeviceLink(ports, params.token))
  serve(steps.answerDeviceLink, async ({ params, body, raw }) => {
    await answerDeviceLink(ports, { link: params.token, is_allowed: body.is_allowed, address: raw.ip })
    return null
  })
  serve(contract.getUser, ({ caller, selected_account_id }) => describeUser(ports, { ...caller, selected_account_id }))
  serve(contract.signOut, async ({ caller, query, reply }) => {
    await signOut(ports, caller, { wasIdle: query.idle !== undefined })
    sessionCookie.clear(reply)
    return null
  })
  serve(contract.updatePreferences, ({ caller, body }) => updatePreferences(ports, caller.user_id, body))
  serve(contract.prepareConfirmation, async ({ caller: { user_id, session_id }, body: { operation_hash } }) => {
    const now = ports.clock.now()
    const options = await prepareConfirmation(ports, { user_id, session_id, operation_hash, now })
    if (!options) throw new Refusal('factor_missing')
    return options
  })
  serve(contract.reauthenticate, ({ caller, body }) => {
    const { password = null, code = null, credential = null, operation_hash = null } = body
    return reauthenticate(ports, caller, { password, code, credential, operation_hash })
  })
}
