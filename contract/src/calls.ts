// Lists every call of the product, for the OpenAPI document and the tests of access.
import * as access from './access/access.ts'
import * as accounts from './accounts/accounts.ts'
import * as audit from './access/audit.ts'
import * as alerts from './access/alerts.ts'
import * as batches from './transfers/batches.ts'
import * as beneficiaries from './transfers/beneficiaries.ts'
import * as beneficiaryLists from './transfers/beneficiary-lists.ts'
import * as credits from './products/credits.ts'
import * as categories from './accounts/categories.ts'
import * as counterparties from './accounts/counterparties.ts'
import * as cardTopups from './products/card-topups.ts'
import * as chequebooks from './products/chequebooks.ts'
import * as dashboard from './dashboard.ts'
import * as debits from './products/debits.ts'
import * as deposits from './products/deposits.ts'
import type { Endpoint } from './endpoint.ts'
import * as exchangeRates from './accounts/exchange-rates.ts'
import * as factors from './access/factors.ts'
import * as instantPayments from './transfers/instant-payments.ts'
import * as imports from './transfers/imports.ts'
import * as live from './live.ts'
import * as messages from './accounts/messages.ts'
import * as operations from './accounts/operations.ts'
import * as balances from './accounts/balances.ts'
import * as operationViews from './accounts/operation-views.ts'
import * as passwords from './access/passwords.ts'
import * as paymentRequests from './transfers/payment-requests.ts'
import * as paymentAliases from './accounts/payment-aliases.ts'
import * as prepaidCards from './products/prepaid-cards.ts'
import * as profile from './access/profile.ts'
import * as requestFiles from './transfers/request-files.ts'
import * as returnRequests from './transfers/return-requests.ts'
import * as rib from './accounts/rib.ts'
import * as search from './search.ts'
import * as secondStep from './access/second-step.ts'
import * as session from './access/session.ts'
import * as signatures from './transfers/signatures.ts'
import * as signingRules from './transfers/signing-rules.ts'
import * as statements from './accounts/statements.ts'
import * as transferRows from './transfers/transfer-rows.ts'
import * as transfers from './transfers/transfers.ts'

const modules = {
  ...access,
  ...accounts,
  ...audit,
  ...alerts,
  ...beneficiaries,
  ...beneficiaryLists,
  ...credits,
  ...categories,
  ...counterparties,
  ...cardTopups,
  ...chequebooks,
  ...dashboard,
  ...debits,
  ...deposits,
  ...exchangeRates,
  ...factors,
  ...live,
  ...messages,
  ...imports,
  ...instantPayments,
  ...paymentRequests,
  ...requestFiles,
  ...returnRequests,
  ...batches,
  ...operations,
  ...paymentAliases,
  ...balances,
  ...operationViews,
  ...passwords,
  ...prepaidCards,
  ...profile,
  ...rib,
  ...search,
  ...secondStep,
  ...session,
  ...signatures,
  ...signingRules,
  ...statements,
  ...transferRows,
  ...transfers,
}

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'isIdempotent' in value

export const calls: Record<string, Endpoint> = Object.fromEntries(
  Object.entries(modules).filter(([, value]) => isEndpoint(value)),
) as Record<string, Endpoint>
