// Fetches the code of the home page from the first touch of the sign-in form on. Its route requests the data.
import { language } from '../../lib/language.ts'
import { catalogues } from '../catalogues.ts'
import { savesData } from '../../lib/fetch-later.ts'

const fetchCode = () =>
  Promise.all([
    import('../layouts/SignedInFrame.tsx'),
    import('../layouts/MainLayout.tsx'),
    import('../../domains/dashboard/DashboardScreen.tsx'),
    catalogues.frame[language()](),
    catalogues.dashboard[language()](),
  ])

const TOUCHES = ['pointerdown', 'keydown', 'focusin'] as const

/** Starts with the first touch or key, so that the sign-in page itself loads no slower. Returns the function that stops it. */
export function prefetchHome(): () => void {
  const touched = new AbortController()
  const begin = () => {
    touched.abort()
    // A connection that saves data loads what it needs. What fails here is loaded again by the page, which shows the problem.
    if (!savesData()) fetchCode().catch(() => null)
  }
  for (const touch of TOUCHES) addEventListener(touch, begin, { signal: touched.signal, passive: true })
  return () => touched.abort()
}
