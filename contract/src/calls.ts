// Every call of the product, for what must walk them all: the OpenAPI document and the tests of access.
import * as access from './access.ts'
import * as accounts from './accounts.ts'
import * as audit from './audit.ts'
import * as alerts from './alerts.ts'
import * as beneficiaries from './beneficiaries.ts'
import * as beneficiaryLists from './beneficiary-lists.ts'
import * as credits from './credits.ts'
import * as categories from './categories.ts'
import * as cardTopups from './card-topups.ts'
import * as chequebooks from './chequebooks.ts'
import * as dashboard from './dashboard.ts'
import * as debits from './debits.ts'
import * as deposits from './deposits.ts'
import type { Endpoint } from './endpoint.ts'
import * as exchangeRates from './exchange-rates.ts'
import * as live from './live.ts'
import * as messages from './messages.ts'
import * as multipleTransfers from './multiple-transfers.ts'
import * as operations from './operations.ts'
import * as operationViews from './operation-views.ts'
import * as passwords from './passwords.ts'
import * as prepaidCards from './prepaid-cards.ts'
import * as profile from './profile.ts'
import * as rib from './rib.ts'
import * as session from './session.ts'
import * as signatures from './signatures.ts'
import * as signingRules from './signing-rules.ts'
import * as statements from './statements.ts'
import * as transfers from './transfers.ts'

const modules = {
  ...access,
  ...accounts,
  ...audit,
  ...alerts,
  ...beneficiaries,
  ...beneficiaryLists,
  ...credits,
  ...categories,
  ...cardTopups,
  ...chequebooks,
  ...dashboard,
  ...debits,
  ...deposits,
  ...exchangeRates,
  ...live,
  ...messages,
  ...multipleTransfers,
  ...operations,
  ...operationViews,
  ...passwords,
  ...prepaidCards,
  ...profile,
  ...rib,
  ...session,
  ...signatures,
  ...signingRules,
  ...statements,
  ...transfers,
}

const isEndpoint = (value: unknown): value is Endpoint => typeof value === 'object' && value !== null && 'isIdempotent' in value

export const calls: Record<string, Endpoint> = Object.fromEntries(
  Object.entries(modules).filter(([, value]) => isEndpoint(value)),
) as Record<string, Endpoint>
