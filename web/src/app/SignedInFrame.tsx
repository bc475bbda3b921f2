import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { queryClient } from '../lib/query.ts'
import { useSession } from '../lib/session.ts'
import { ConfirmationHost } from '../shell/ConfirmationModal.tsx'
import { SessionWatch } from './SessionWatch.tsx'

/** Around every screen of somebody signed in: their data, the confirmation of their acts, the clock of their session. */
export function SignedInFrame() {
  const { status } = useSession()
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
      {status === 'in' && (
        <>
          <ConfirmationHost />
          <SessionWatch />
        </>
      )}
    </QueryClientProvider>
  )
}
