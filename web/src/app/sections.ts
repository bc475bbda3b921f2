// The sections of the menu, in the order of the specification. Those without a right are absent, not disabled.
import type { Account } from 'contract/accounts.ts'
import type { Right } from 'contract/rights.ts'
import { hasRight } from '../lib/session.ts'
import { paths } from '../lib/paths.ts'

export const sections = [
  { right: 'dashboard', link: paths.dashboard() },
  { right: 'operations', link: paths.operations() },
  { right: 'transfers', link: paths.transfers() },
] as const satisfies readonly { right: Right; link: { to: string } }[]

export type Section = (typeof sections)[number]

export const sectionsOf = (account: Account | null) => sections.filter(({ right }) => hasRight(account, right))

/** Where an account opens: its first section, its bank details where it has nothing else, or the wait for its rights. */
export function firstPathOf(account: Account | null) {
  if (!account) return paths.restricted()
  return sectionsOf(account)[0]?.link ?? (hasRight(account, 'rib') ? paths.rib() : paths.pendingAccess())
}
