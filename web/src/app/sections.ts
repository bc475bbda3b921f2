// The sections of the menu, in the order of the specification. Those without a right are absent, not disabled.
import type { Account } from 'contract/accounts/accounts.ts'
import type { Capability, Right } from 'contract/rights.ts'
import { hasRight } from '../lib/session/session.ts'
import { paths } from '../lib/paths.ts'

type Entry = { name: string; link: { to: string }; capability?: Capability; isOfCompanies?: true; isInstant?: true }
type Listed = { right: Right; link: { to: string }; entries: readonly Entry[] }

/** The parts of a section are visible while it is open; a part with a capability only for users who have it. */
export const sections = [
  { right: 'dashboard', link: paths.dashboard(), entries: [] },
  { right: 'operations', link: paths.operations(), entries: [] },
  {
    right: 'transfers',
    link: paths.transfers(),
    entries: [
      { name: 'all', link: paths.transfers() },
      { name: 'to-sign', link: paths.transfersToSign(), capability: 'transfer.validate', isOfCompanies: true },
      { name: 'sent', link: paths.sentForSignature(), capability: 'transfer.create', isOfCompanies: true },
      { name: 'requests', link: paths.paymentRequests(), isInstant: true },
      { name: 'beneficiaries', link: paths.beneficiaries() },
      { name: 'beneficiary-lists', link: paths.beneficiaryLists() },
    ],
  },
  { right: 'debits', link: paths.debits(), entries: [] },
  { right: 'statements', link: paths.statements(), entries: [] },
  {
    right: 'payment-methods',
    link: paths.paymentMethods(),
    entries: [
      { name: 'cards', link: paths.cards() },
      { name: 'chequebooks', link: paths.chequebooks() },
    ],
  },
  { right: 'dat', link: paths.deposits(), entries: [] },
  { right: 'credits', link: paths.credits(), entries: [] },
] as const satisfies readonly Listed[]

export type Section = (typeof sections)[number]
export type SectionEntry = Section['entries'][number]

export const sectionsOf = (account: Account | null) => sections.filter(({ right }) => hasRight(account, right))

/** The most used sections on a phone: they are first in its bottom bar. */
const MAX_OPENED: readonly Right[] = ['dashboard', 'operations', 'transfers', 'payment-methods']
const INDEXES = 4
const rankOf = ({ right }: Section) => (MAX_OPENED.includes(right) ? MAX_OPENED.indexOf(right) : MAX_OPENED.length)

/** The sections in the bottom bar of a phone, and the remaining ones for its sheet. */
export function phoneSectionsOf(account: Account | null): { bar: Section[]; sheet: Section[] } {
  const ordered = sectionsOf(account).toSorted((one, other) => rankOf(one) - rankOf(other))
  return { bar: ordered.slice(0, INDEXES), sheet: ordered.slice(INDEXES) }
}

/** `isInstant`: whether the bank is connected to the platform of instant payments. */
export const entriesOf = ({ entries }: Section, account: Account, isInstant: boolean): SectionEntry[] =>
  entries.filter(
    (entry) =>
      (isInstant || !('isInstant' in entry)) &&
      (!('capability' in entry) ||
        (account.capabilities.includes(entry.capability) &&
          account.status_group === 'active' &&
          // Individuals sign alone: nothing of theirs waits for others. What waits for them
          // nevertheless, such as a mandate, is on the home page and above the transfers.
          (account.is_company || !('isOfCompanies' in entry)))),
  )

/**
 * The first screen of an account: its first section, its bank details or its messages if it has nothing else, or the screen that
 * waits for rights.
 */
export function firstPathOf(account: Account | null) {
  if (!account) return paths.restricted()
  const [section] = sectionsOf(account)
  if (section) return section.link
  return hasRight(account, 'rib') ? paths.rib() : hasRight(account, 'inbox') ? paths.inbox() : paths.pendingAccess()
}
