// Decides whether a sign-in needs a second step (decision 0075).
import type { Factor } from 'contract/access/factors.ts'
import type { SecondStepRequired } from 'contract/access/second-step.ts'

/** The parameters of the bank (`factor_sign_in`, `factor_link`). */
export type SignInPolicy = { requires: 'never' | 'new_device' | 'always'; sendsLinks: boolean }

/** What completes a sign-in with the right password; null: nothing more is needed. A recovery code is entered as a code. */
export function secondStepOf(
  { requires, sendsLinks }: SignInPolicy,
  { factors, isKnownDevice, hasEmail }: { factors: readonly Factor[]; isKnownDevice: boolean; hasEmail: boolean },
): SecondStepRequired['methods'] | null {
  if (requires === 'never') return null
  if (factors.length > 0)
    return requires === 'always' || !isKnownDevice
      ? factors.includes('passkey')
        ? ['passkey', 'code']
        : ['code']
      : null
  return !isKnownDevice && sendsLinks && hasEmail ? ['mail'] : null
}
