import { createRoute } from '@tanstack/react-router'
import { requireAccount, requireCapability } from '../session-guard.ts'
import { signedIn } from './layouts.ts'
import { screen } from './screen.ts'

const readCode = createRoute({
  getParentRoute: () => signedIn,
  path: '/pi/lire',
  beforeLoad: (entering) => {
    requireAccount()
    requireCapability('transfer.create')(entering)
  },
  component: screen(() => import('../../domains/instant-payments/ReadCodeScreen.tsx'), 'ReadCodeScreen'),
})

export const instantPaymentRoutes = [readCode] as const
