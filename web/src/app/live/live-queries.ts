// Maps each kind of event to the queries that it makes stale. Calls are named, not imported: their schemas must not load with the first screen.
import type { LiveChange, LiveKind } from 'contract/live.ts'

const home = ['GET /dashboard', 'GET /dashboard/outlook']
const signatures = ['GET /signatures', 'HEAD /signatures', 'GET /signatures/sent', 'GET /signatures/:account/:kind/:id']
// The lines of a batch are executed as transfers: a change of one affects the queries of the other.
const orders = [
  ...home,
  ...signatures,
  'GET /transfers/:id',
  'GET /transfers/limits',
  'GET /transfers/rows',
  'GET /transfers/batches',
  'GET /transfers/batches/:id',
  'GET /transfers/batches/:id/lines',
  'GET /instant-payments/requests',
  'GET /instant-payments/requests/:id',
  'GET /instant-payments/requests/files',
  'GET /instant-payments/return-requests',
  'GET /instant-payments/return-requests/:id',
]

export const staleBy: Record<LiveKind, readonly string[]> = {
  // A request within the bank is paid by the books.
  balance: [
    ...home,
    'GET /operations',
    'GET /accounts',
    'GET /instant-payments/requests',
    'GET /instant-payments/requests/:id',
  ],
  transfers: orders,
  batches: orders,
  beneficiaries: [
    ...signatures,
    'GET /dashboard',
    'GET /beneficiaries',
    'GET /beneficiaries/:id',
    'GET /beneficiary-lists',
    'GET /beneficiary-lists/names',
    'GET /beneficiary-lists/:id',
  ],
  messages: ['GET /messages', 'GET /messages/:id', 'GET /dashboard'],
  cards: [
    'GET /prepaid-cards',
    'GET /prepaid-card-reloads',
    'GET /prepaid-card-reloads/:id',
    'GET /prepaid-cards/recurring-reloads',
    'GET /account/card-limits',
    ...signatures,
    'GET /dashboard',
  ],
  chequebooks: ['GET /chequebooks', 'GET /chequebooks/:id', 'GET /signatures', 'HEAD /signatures', 'GET /dashboard'],
  debits: [
    'GET /debits',
    'GET /debits/:id',
    'GET /mandates',
    'GET /mandates/:id',
    'GET /signatures',
    'HEAD /signatures',
    ...home,
  ],
  statements: ['GET /statements'],
  deposits: ['GET /deposits', 'GET /deposits/:id', 'GET /dashboard/outlook'],
  credits: ['GET /credits', 'GET /credits/:id', 'GET /credits/:id/board', 'GET /dashboard/outlook'],
  aliases: ['GET /account/aliases', 'GET /account/till'],
  alerts: ['GET /alerts'],
  // The user is fetched again, and the queries that depend on rights: see rights-observer.
  access: [
    'GET /accounts',
    'GET /access/people',
    'GET /access/people/:id',
    'GET /access/people/:id/accounts',
    'GET /access/changes',
    'GET /account/signing-rules',
    'GET /transfers/limits',
  ],
}

// Kinds whose queries fill forms: they wait until the user stops typing. Counters, balances and rights do not wait.
const fillForms: ReadonlySet<LiveKind> = new Set([
  'transfers',
  'batches',
  'beneficiaries',
  'cards',
  'chequebooks',
  'debits',
  'deposits',
  'credits',
])

export const waitsForTyping = ({ kind }: LiveChange) => fillForms.has(kind)

const polled: ReadonlySet<unknown> = new Set([
  'GET /messages',
  'GET /messages/:id',
  'GET /alerts',
  'GET /transfers/batches/:id',
])
/** Whether its screen polls while no live events arrive. */
export const isPolled = ([name]: readonly unknown[]) => polled.has(name)

/** Whether these changes make a query stale. Its key: the call, the account, the input. */
export function isStale(queryKey: readonly unknown[], changes: readonly LiveChange[]): boolean {
  const [name, account] = queryKey
  if (typeof name !== 'string') return false
  return changes.some(
    ({ kind, account_id }) =>
      staleBy[kind].includes(name) && (account_id === null || typeof account !== 'string' || account === account_id),
  )
}
