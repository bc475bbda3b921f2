type Connection = { saveData?: boolean; effectiveType?: string }

/** While somebody types their password, the first screens come in the background, unless bytes are dear. */
export function fetchWhatFollowsSignIn(): (() => void) | undefined {
  const { connection } = navigator as Navigator & { connection?: Connection }
  if (connection?.saveData || connection?.effectiveType?.includes('2g')) return
  // A guess that fails costs nothing: the screen is fetched again when it is opened.
  const fetchAhead = () => {
    void import('./SignedInFrame.tsx').catch(() => null)
    void import('./MainLayout.tsx').catch(() => null)
    void import('../domains/dashboard/DashboardScreen.tsx').catch(() => null)
  }
  const timer = setTimeout(fetchAhead, 1500)
  return () => clearTimeout(timer)
}
