import { fetchLater, isDear } from './fetch-later.ts'

/** Prefetches the first screens while the user types the password, unless the connection saves data. */
export const prefetchAfterSignIn = () =>
  isDear()
    ? undefined
    : fetchLater(1500, [
        () => import('../layouts/SignedInFrame.tsx'),
        () => import('../layouts/MainLayout.tsx'),
        () => import('../../domains/dashboard/DashboardScreen.tsx'),
      ])
