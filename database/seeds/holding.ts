// Generates the 300 accounts of the holding by a rule.

import { capabilities, rights } from 'contract/rights.ts'
import { branches } from './bank-identity.ts'
import type { DemoAccount, DemoMembership } from './personas.ts'

export const HOLDING_ACCOUNTS = 300

/** The key of the holding's k-th account; the first one is the pivot. */
export const holdingKey = (occurrence: number) => `karabane-${occurrence}`

const isOverdrawn = (occurrence: number) => occurrence % 40 === 0

function balanceOf(occurrence: number): number {
  if (occurrence === 1) return 1_250_000_000
  if (isOverdrawn(occurrence)) return -150_000
  return occurrence % 25 === 0 ? 0 : (occurrence * 7_919_000) % 90_000_000
}

function statusOf(occurrence: number): DemoAccount['status'] {
  if (occurrence === HOLDING_ACCOUNTS) return 'closed'
  return occurrence === HOLDING_ACCOUNTS - 1 ? 'blocked' : 'active'
}

const ks = Array.from({ length: HOLDING_ACCOUNTS }, (_, index) => index + 1)

export const holdingAccounts: DemoAccount[] = ks.map((occurrence) => {
  // The remainder is inside the list.
  const branch = branches[(occurrence - 1) % branches.length]!
  return {
    key: holdingKey(occurrence),
    customer: 'karabane',
    label: occurrence === 1 ? 'Compte pivot' : `Filiale ${occurrence} - ${branch.name}`,
    kind: 'current',
    branch_code: branch.code,
    number: `300001102${String(occurrence).padStart(3, '0')}`,
    currency: 'XOF',
    status: statusOf(occurrence),
    balance: balanceOf(occurrence),
    overdraft: isOverdrawn(occurrence) ? 500_000 : 0,
    age: 420,
  }
})

export const holdingMemberships: DemoMembership[] = ks.map((occurrence) => ({
  login: '30000001',
  account: holdingKey(occurrence),
  rights: occurrence % 7 === 0 ? rights.filter((right) => right !== 'transfers') : rights,
  capabilities,
}))
