// Prefetches the home page: its code from the first touch of the sign-in form on, its data with the answer of the sign-in.
import { language } from '../../lib/language.ts'
import { hasReturn } from '../../lib/session/return-to.ts'
import { onSessionChange, session } from '../../lib/session/session.ts'
import { catalogues } from '../catalogues.ts'
import { firstPathOf } from '../sections.ts'
import { savesData } from '../../lib/fetch-later.ts'

const fetchCode = () =>
  Promise.all([
    import('../layouts/SignedInFrame.tsx'),
    import('../layouts/MainLayout.tsx'),
    import('../../domains/dashboard/DashboardScreen.tsx'),
    catalogues.frame[language()](),
    catalogues.dashboard[language()](),
  ])

const fetchQueries = () =>
  Promise.all([import('../../lib/api/query.ts'), import('../../domains/dashboard/dashboard-queries.ts')])

/** Requests the data of the home page, if this is the page that opens now. */
async function fetchData(): Promise<void> {
  const { status, user, account } = session()
  if (status !== 'in' || user.must_change_password || hasReturn()) return
  if (firstPathOf(account).to !== '/dashboard') return
  const [{ queryClient }, { dashboardQuery, outlookQuery }] = await fetchQueries()
  await Promise.all([queryClient.prefetchQuery(dashboardQuery()), queryClient.prefetchQuery(outlookQuery())])
}

// What fails here is loaded again by the page itself, which shows the problem.
const inBackground = (work: Promise<unknown>) => void work.catch(() => null)

const TOUCHES = ['pointerdown', 'keydown', 'focusin'] as const

/** Starts with the first touch or key, so that the sign-in page itself loads no slower. Returns the function that stops it. */
export function prefetchHome(): () => void {
  const touched = new AbortController()
  const begin = () => {
    touched.abort()
    // A connection that saves data loads what it needs.
    if (!savesData()) inBackground(Promise.all([fetchCode(), fetchQueries()]))
  }
  for (const touch of TOUCHES) addEventListener(touch, begin, { signal: touched.signal, passive: true })
  const stopFollowing = onSessionChange(() => inBackground(fetchData()))
  return () => {
    touched.abort()
    stopFollowing()
  }
}
