type Connection = { saveData?: boolean; effectiveType?: string }

const isDear = () => {
  const { connection } = navigator as Navigator & { connection?: Connection }
  return connection?.saveData === true || connection?.effectiveType?.includes('2g') === true
}

// A guess that fails costs nothing: the part is fetched again when it is needed.
function fetchLater(delay: number, parts: readonly (() => Promise<unknown>)[]): () => void {
  const timer = setTimeout(() => parts.forEach((fetchPart) => void fetchPart().catch(() => null)), delay)
  return () => clearTimeout(timer)
}

/** While somebody types their password, the first screens come in the background, unless bytes are dear. */
export const fetchWhatFollowsSignIn = () =>
  isDear()
    ? undefined
    : fetchLater(1500, [
        () => import('./SignedInFrame.tsx'),
        () => import('./MainLayout.tsx'),
        () => import('../domains/dashboard/DashboardScreen.tsx'),
      ])

/** The dialogs that must not wait for a network: the end of the session least of all. */
export const fetchDialogs = () => fetchLater(3000, [() => import('./InactivityModal.tsx'), () => import('../shell/ConfirmationModal.tsx')])
