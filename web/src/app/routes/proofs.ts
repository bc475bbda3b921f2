import { createRoute } from '@tanstack/react-router'
import { catalogues } from '../catalogues.ts'
import { proofLayout } from './layouts.ts'
import { screen } from './screen.ts'

const verifyProof = createRoute({
  getParentRoute: () => proofLayout,
  path: '/verify',
  component: screen(
    () => import('../../domains/transfer-proofs/ProofScreen.tsx'),
    'ProofScreen',
    catalogues.transferProofs,
  ),
})
const verifiedProof = createRoute({
  getParentRoute: () => proofLayout,
  path: '/verify/$code',
  component: screen(
    () => import('../../domains/transfer-proofs/ProofScreen.tsx'),
    'ProofScreen',
    catalogues.transferProofs,
  ),
})

export const proofRoutes = [verifyProof, verifiedProof] as const
