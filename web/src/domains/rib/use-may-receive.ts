import { useSession } from '../../lib/session/session.ts'

/** Whether the selected account can receive over the platform: the bank is connected to it, and the account is in francs. */
export function useMayReceiveInstantly(): boolean {
  const { user, account } = useSession()
  return user?.instant_payments === true && account?.currency === 'XOF'
}
