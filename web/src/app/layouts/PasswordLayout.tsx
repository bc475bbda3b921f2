import { useSession } from '../../lib/session/session.ts'
import { LoginLayout } from './LoginLayout.tsx'
import { SessionWatch } from '../SessionWatch.tsx'

/** Where a password is made: as at the door, and with the clock of the session for who is signed in already. */
export function PasswordLayout() {
  const { status } = useSession()
  return (
    <>
      <LoginLayout />
      {status === 'in' && <SessionWatch />}
    </>
  )
}
