// Merges the refusal tables of the domains: all refusals of the API. Each code is in exactly one table.
import { accessRefusals } from './refusals/access.ts'
import { alertRefusals } from './refusals/alerts.ts'
import { batchRefusals } from './refusals/batches.ts'
import { beneficiaryRefusals } from './refusals/beneficiaries.ts'
import { cardRefusals } from './refusals/cards.ts'
import { chequebookRefusals } from './refusals/chequebooks.ts'
import { commonRefusals } from './refusals/common.ts'
import { creditRefusals } from './refusals/credits.ts'
import { debitRefusals } from './refusals/debits.ts'
import { depositRefusals } from './refusals/deposits.ts'
import { inboxRefusals } from './refusals/inbox.ts'
import { instantPaymentRefusals } from './refusals/instant-payments.ts'
import { operationRefusals } from './refusals/operations.ts'
import { ribRefusals } from './refusals/rib.ts'
import { sessionRefusals } from './refusals/session.ts'
import { signingRefusals } from './refusals/signing.ts'
import { transferImportRefusals } from './refusals/transfer-imports.ts'
import { transferRefusals } from './refusals/transfers.ts'

export const refusalTables = [
  commonRefusals,
  sessionRefusals,
  accessRefusals,
  alertRefusals,
  operationRefusals,
  inboxRefusals,
  ribRefusals,
  creditRefusals,
  depositRefusals,
  beneficiaryRefusals,
  transferRefusals,
  instantPaymentRefusals,
  transferImportRefusals,
  batchRefusals,
  signingRefusals,
  cardRefusals,
  chequebookRefusals,
  debitRefusals,
] as const

type Merged<Tables> = Tables extends readonly [infer First, ...infer Others] ? First & Merged<Others> : unknown

// `Object.assign` returns `any`. A test checks that no table overwrites a code of another, so that this type is correct.
export const refusals = Object.assign({}, ...refusalTables) as Merged<typeof refusalTables>

export type RefusalCode = keyof typeof refusals
