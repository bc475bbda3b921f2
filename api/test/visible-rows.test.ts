// Only the database's functions decide who may see the payees of a confidential batch: stores read beneficiaries and transfers through them.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const domains = join(import.meta.dirname, '../src/domains')

/** Stores that read the tables directly, and why this reveals nothing to customers. */
const SYSTEM_READS: Record<string, string> = {
  'alerts/alert-cause-store.ts': 'finds the recipients of an alert; confidentiality is checked for each recipient',
  'beneficiaries/account-change-store.ts': 'called after the beneficiary was checked',
  'audit-log/audit-log-store.ts': 'filters confidential events itself, by the capability of the reader',
  'beneficiaries/beneficiary-list-store.ts': 'locks members by ids that the function returned',
  'beneficiaries/beneficiary-store.ts': 'locks a row by an id that the function returned',
  'closed-days/move-store.ts': 'moves dates that have become holidays, for the worker',
  'beneficiaries/new-payee-store.ts': 'sums what was ordered to a new payee: its limit counts all orders',
  'clearing/clearing-store.ts': 'processes answers of other banks, for the bank itself',
  'dashboard/dashboard-store.ts': 'counts and sums the orders that the reader has sent',
  'instant-payments/lookups/lookup-store.ts':
    'reads whether an order names a look-up that would be deleted, for the worker',
  'instant-payments/requests/payment-request-store.ts':
    'reads the order that pays a request, which is never a line of a batch',
  'operations/operation-store.ts': 'reads the id of the order of a posting, or whether there is one',
  'operations/operations-version-store.ts': 'reads whether the account has orders to come',
  'approvals/to-sign-store.ts': 'reads details of the rows of items_to_sign, which checks who may see them',
  'approvals/signed-store.ts': 'reads single orders that the reader has signed; lines of batches have no signatures',
  'batches/batch-state-store.ts': 'changes batches and their transfers, for the worker and after the batch was checked',
  'batches/batch-store.ts': 'reads lines of a batch after its confidentiality was checked',
  'approvals/reminder-store.ts': 'counts items for their signers',
  'statements/document-store.ts':
    'names the account that a posting of the reader paid, of orders that are not confidential; copies of messages likewise',
  'transfer-proofs/transfer-proof-store.ts':
    'called after the transfer was checked, or with the code of a public proof',
  'transfers/exchange-store.ts':
    'sums what exchange control counts with an order: single orders and lines of batches alike',
  'batches/transfer-row-store.ts': 'finds orders through the functions, and then details by id',
  'transfers/order-context-store.ts': 'reads whether a payee was paid before, for the word in the confirmation',
  'transfers/transfer-document-store.ts': 'finds the documents of an order for operators',
  'transfers/transfer-run-store.ts': 'the worker',
  'transfers/transfer-state-store.ts': 'locks an order after it was checked, and for the worker',
  'transfers/transfer-store.ts': 'inserts orders; reads of customers use the functions, and then details by id',
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
  // A search reads lines that are no orders yet only where the reader may see their batch.
  expect(conditions.sort()).toEqual(['batches/transfer-row-store.ts', 'transfer-imports/import-store.ts'])
})
