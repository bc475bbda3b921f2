// The predefined roles of decisions.md 4: the rights of each, for server and portal. A role is a name for a set of rights and
// capabilities, not an entity: the rights of a person on an account are stored there, and the name is derived from them.
import type { Sentence } from './language.ts'
import { capabilities, type Capability, rights, type Right } from './rights.ts'

export type Grant = { rights: readonly Right[]; capabilities: readonly Capability[] }

const READING = ['dashboard', 'operations', 'statements', 'inbox', 'rib'] as const satisfies readonly Right[]

export const roleNames = ['holder', 'maker', 'checker', 'viewer', 'accountant', 'administrator'] as const
export type RoleName = (typeof roleNames)[number]

export const roles: Record<RoleName, Sentence & Grant> = {
  holder: { fr: 'Titulaire', en: 'Account holder', rights, capabilities },
  maker: {
    fr: 'Initiateur',
    en: 'Maker',
    rights,
    capabilities: ['transfer.create', 'beneficiary.manage', 'topup', 'chequebook.order', 'message.send'],
  },
  checker: {
    fr: 'Valideur',
    en: 'Checker',
    rights,
    capabilities: ['transfer.validate', 'mandate.manage', 'message.send', 'batch.confidential'],
  },
  viewer: { fr: 'Consultation seule', en: 'View only', rights: READING, capabilities: [] },
  accountant: {
    fr: 'Comptable',
    en: 'Accountant',
    rights: [...READING, 'transfers', 'debits', 'payment-methods'],
    capabilities: ['message.send'],
  },
  administrator: {
    fr: 'Administrateur',
    en: 'Administrator',
    rights: READING,
    capabilities: ['message.send', 'access.admin', 'audit.read'],
  },
}

/** A grant that matches no predefined role. */
export const customRole: Sentence = { fr: 'Sur mesure', en: 'Custom' }

/** The section that a capability requires. The others require none. */
const sectionOf: Partial<Record<Capability, Right>> = {
  'transfer.create': 'transfers',
  'transfer.validate': 'transfers',
  'beneficiary.manage': 'transfers',
  'batch.confidential': 'transfers',
  topup: 'payment-methods',
  'chequebook.order': 'payment-methods',
  'mandate.manage': 'debits',
  'message.send': 'inbox',
}

/** Whether every capability has its section. */
export const isWholeGrant = ({ rights: own, capabilities: ownCapabilities }: Grant) =>
  ownCapabilities.every((capability) => {
    const section = sectionOf[capability]
    return section === undefined || own.includes(section)
  })

/** The capabilities that are usable with these rights. */
export const capabilitiesWithin = (own: readonly Right[]) =>
  capabilities.filter((capability) => isWholeGrant({ rights: own, capabilities: [capability] }))

/** Each right and capability once, in the order of the contract: equal grants give equal texts. */
export const inOrder = ({
  rights: own,
  capabilities: ownCapabilities,
}: Grant): { rights: Right[]; capabilities: Capability[] } => ({
  rights: rights.filter((right) => own.includes(right)),
  capabilities: capabilities.filter((capability) => ownCapabilities.includes(capability)),
})

const isSame = (one: Grant, other: Grant) => JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other))
const ADMINISTRATION: readonly Capability[] = ['access.admin', 'audit.read']

/**
 * The standard role of a grant, or null where rights are individual. The administration of access is shown beside the role, so that
 * a checker who also administers keeps the role of a checker.
 */
export function roleOf(grant: Grant): RoleName | null {
  const exact = roleNames.find((name) => isSame(roles[name], grant))
  if (exact || !grant.capabilities.includes('access.admin')) return exact ?? null
  const acts = {
    rights: grant.rights,
    capabilities: grant.capabilities.filter((capability) => !ADMINISTRATION.includes(capability)),
  }
  return roleNames.find((name) => isSame(roles[name], acts)) ?? null
}

/** Whether a grant contains a right or capability that the other lacks. */
export const isEscalation = (before: Grant, after: Grant) =>
  after.rights.some((right) => !before.rights.includes(right)) ||
  after.capabilities.some((capability) => !before.capabilities.includes(capability))

/** The intersection of two grants. */
export const commonGrant = (one: Grant, other: Grant) =>
  inOrder({
    rights: one.rights.filter((right) => other.rights.includes(right)),
    capabilities: one.capabilities.filter((capability) => other.capabilities.includes(capability)),
  })
