import { fetchLater, isDear } from './fetch-later.ts'

/** While somebody types their password, the first screens come in the background, unless bytes are dear. */
export const fetchWhatFollowsSignIn = () =>
  isDear()
    ? undefined
    : fetchLater(1500, [
        () => import('../layouts/SignedInFrame.tsx'),
        () => import('../layouts/MainLayout.tsx'),
        () => import('../../domains/dashboard/DashboardScreen.tsx'),
      ])
