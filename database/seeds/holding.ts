// The 300 accounts of the holding, by rule instead of by list.

import { capabilities, rights } from 'contract/rights.ts'
import { branches } from './bank-identity.ts'
import type { DemoAccount, DemoMembership } from './personas.ts'

export const HOLDING_ACCOUNTS = 300

/** The key of the holding's k-th account; the first one is the pivot. */
export const holdingKey = (k: number) => `karabane-${k}`

const isOverdrawn = (k: number) => k % 40 === 0

function balanceOf(k: number): number {
  if (k === 1) return 1_250_000_000
  if (isOverdrawn(k)) return -150_000
  return k % 25 === 0 ? 0 : (k * 7_919_000) % 90_000_000
}

function statusOf(k: number): DemoAccount['status'] {
  if (k === HOLDING_ACCOUNTS) return 'closed'
  return k === HOLDING_ACCOUNTS - 1 ? 'blocked' : 'active'
}

const ks = Array.from({ length: HOLDING_ACCOUNTS }, (_, index) => index + 1)

export const holdingAccounts: DemoAccount[] = ks.map((k) => {
  // The remainder is inside the list.
  const branch = branches[(k - 1) % branches.length]!
  return {
    key: holdingKey(k),
    customer: 'karabane',
    label: k === 1 ? 'Compte pivot' : `Filiale ${k} - ${branch.name}`,
    kind: 'current',
    branch_code: branch.code,
    number: `300001102${String(k).padStart(3, '0')}`,
    currency: 'XOF',
    status: statusOf(k),
    balance: balanceOf(k),
    overdraft: isOverdrawn(k) ? 500_000 : 0,
    age: 420,
  }
})

export const holdingMemberships: DemoMembership[] = ks.map((k) => ({
  login: '30000001',
  account: holdingKey(k),
  rights: k % 7 === 0 ? rights.filter((right) => right !== 'transfers') : rights,
  capabilities,
}))
