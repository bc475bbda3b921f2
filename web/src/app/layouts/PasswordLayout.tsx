import { useSession } from '../../lib/session/session.ts'
import { LoginLayout } from './LoginLayout.tsx'
import { SessionWatch } from '../SessionWatch.tsx'

/** The layout of the password page: as on the sign-in page, and with the session timeout for a signed-in user. */
export function PasswordLayout() {
  const { status } = useSession()
  return (
    <>
      <LoginLayout />
      {status === 'in' && <SessionWatch />}
    </>
  )
}
