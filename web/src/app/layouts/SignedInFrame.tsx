import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet, useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { queryClient } from '../../lib/api/query.ts'
import { save } from '../../lib/forms/saved-state.ts'
import { useSession } from '../../lib/session/session.ts'
import { ConfirmationHost } from '../../shell/forms/ConfirmationHost.tsx'
import { FileViewerHost } from '../../shell/files/FileViewerHost.tsx'
import { followPush } from '../live/follow-push.ts'
import { fetchDialogs } from '../live/prefetch-dialogs.ts'
import { useLive } from '../live/use-live.ts'
import { useRightsWatch } from '../rights-observer.ts'
import { SessionWatch } from '../SessionWatch.tsx'

/** The frame of every screen of a signed-in user: user data, confirmations, session timeout. */
export function SignedInFrame() {
  const { status } = useSession()
  const navigate = useNavigate()
  useEffect(fetchDialogs, [])
  useEffect(() => followPush((link) => void navigate({ to: link })), [navigate])
  useRightsWatch()
  useLive()
  const section = useLocation().pathname.split('/')[1] ?? ''
  // Stores for a reload that there is a session to restore; not after the session has ended.
  useEffect(() => {
    if (status === 'in') save({ menu: section })
  }, [section, status])
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
      {status === 'in' && (
        <>
          <ConfirmationHost />
          <FileViewerHost />
          <SessionWatch />
        </>
      )}
    </QueryClientProvider>
  )
}
