// Only the database's functions decide who may see the payees of a confidential batch: stores read beneficiaries and transfers through them.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const domains = join(import.meta.dirname, '../src/domains')

/** Stores that read the tables directly, and why this reveals nothing to customers. */
const SYSTEM_READS: Record<string, string> = {
  'alerts/alert-cause-store.ts': 'finds who may receive an alert; confidentiality is checked for each recipient',
  'beneficiaries/account-change-store.ts': 'behind the check of the beneficiary',
  'audit-log/audit-log-store.ts': 'hides what is confidential by itself, by whom it is written about',
  'beneficiaries/beneficiary-list-store.ts': 'locks members whose ids the function gave',
  'beneficiaries/beneficiary-store.ts': 'locks a row whose id the function gave',
  'clearing/clearing-store.ts': 'the bank answers other banks',
  'dashboard/dashboard-store.ts': 'counts and sums what the reader sent',
  'operations/operation-store.ts': 'names the order behind a posting by its id alone, and whether there is one at all',
  'signing/limit-store.ts': 'sums for limits',
  'approvals/to-sign-store.ts': 'details of what items_to_sign gave, which knows who may see it',
  'batches/batch-store.ts': 'lines of a batch, for the worker and behind the check of its confidentiality',
  'approvals/reminder-store.ts': 'counts for those who sign',
  'transfer-proofs/transfer-proof-store.ts': 'behind the check of the transfer, and the public proof by its code',
  'transfers/transfer-run-store.ts': 'the worker',
  'transfers/transfer-state-store.ts': 'locks an order behind its check, and the worker',
  'transfers/transfer-store.ts':
    'writes orders; reads of customers go through the functions, and their details follow by id',
}

it('lists every store that reads these tables directly, with the reason', () => {
  const readers = readdirSync(domains, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .filter((name) =>
      /\b(?:FROM|JOIN) (?:beneficiaries|transfers|transfer_details)\b/.test(readFileSync(join(domains, name), 'utf8')),
    )
  expect(readers.sort()).toEqual(Object.keys(SYSTEM_READS).sort())
})

it('has no separate condition about confidentiality in stores that customers read through', () => {
  const conditions = readdirSync(domains, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('-store.ts'))
    .filter((name) => /OR NOT \w*\.?is_confidential/.test(readFileSync(join(domains, name), 'utf8')))
  // Amounts in a confidential batch count as ordered for users who may see it.
  expect(conditions).toEqual(['transfer-imports/import-store.ts'])
})
