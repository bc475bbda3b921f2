import * as contract from 'contract/access/session.ts'
import { createLimiter } from '../../adapters/concurrency.ts'
import { basicCredentials } from '../../http/credentials.ts'
import type { Serve } from '../../http/serve.ts'
import type { SessionCookie } from '../../http/session-cookie.ts'
import type { PasswordPorts } from './check-password.ts'
import { describeUser, type UserPorts } from './describe-user.ts'
import { reauthenticate } from './reauthenticate.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { updatePreferences } from './update-preferences.ts'

// A crowd that signs in at once leaves connections for those who are in, and is told to come back when it is too long.
const SIGN_INS_AT_ONCE = 4
const SIGN_INS_WAITING = 100

export function sessionRoutes(
  serve: Serve,
  { cookie: sessionCookie, ...ports }: UserPorts & PasswordPorts & { cookie: SessionCookie },
) {
  const limited = createLimiter(SIGN_INS_AT_ONCE, SIGN_INS_WAITING)
  serve(contract.signIn, async ({ raw, reply }) => {
    const credentials = basicCredentials(raw)
    const { user, cookie } = await limited(() => signIn(ports, credentials))
    sessionCookie.set(reply, cookie)
    return user
  })
  serve(contract.getUser, ({ caller, selected_account_id }) => describeUser(ports, { ...caller, selected_account_id }))
  serve(contract.signOut, async ({ caller, query, reply }) => {
    await signOut(ports, caller, { wasIdle: query.idle !== undefined })
    sessionCookie.clear(reply)
    return null
  })
  serve(contract.updatePreferences, ({ caller, body }) => updatePreferences(ports, caller.user_id, body))
  serve(contract.reauthenticate, ({ caller, body }) =>
    reauthenticate(ports, caller, { password: body.password, operation_hash: body.operation_hash ?? null }),
  )
}
