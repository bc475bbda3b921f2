import {
  type FoundPayee,
  type FoundPayment,
  MAX_OF_GROUP,
  paymentSearchOf,
  type SearchResults,
} from 'contract/search.ts'
import type { Operation } from 'contract/accounts/operations.ts'
import { type BankDocument, noticedTypes } from 'contract/accounts/statements.ts'
import type { Right } from 'contract/rights.ts'
import { identityOfName, type LocalText } from 'contract/values/identity.ts'
import { minorUnits } from 'contract/values/money.ts'
import type { AccountCaller } from '../../caller.ts'
import type { Db } from '../../db/db.ts'
import { businessDate, type Clock, unixSeconds } from '../../adapters/clock.ts'
import { listAccountsOf } from '../accounts/account-store.ts'
import { everyone, listBeneficiariesOf } from '../beneficiaries/beneficiary-store.ts'
import { identityOf } from '../counterparties/identity-rules.ts'
import { listOperations } from '../operations/list-operations.ts'
import { readCriteria } from '../operations/read-criteria.ts'
import type { Seeking } from '../statements/document-store.ts'
import { listDocumentsOf } from '../statements/list-documents.ts'
import { statementDaysOf } from './search-rules.ts'
import { type Creditor, findNearestName, listCreditors } from './search-store.ts'

type Ports = { db: Db; clock: Clock }

const FIRST = { page: 1, per_page: MAX_OF_GROUP }

const dayOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10)

const paymentOf = (operation: Operation): FoundPayment => ({
  id: operation.id,
  is_upcoming: operation.execution_date === null,
  date: operation.execution_date === null ? operation.value_date : dayOf(operation.execution_date),
  identity: operation.identity,
  amount: operation.amount,
  currency: operation.currency,
})

/** A notice is a document of its operation, with the same id. */
const noticeOf = (operation: Operation): BankDocument[] =>
  operation.execution_date === null || !noticedTypes.includes(operation.type)
    ? []
    : [
        {
          id: operation.id,
          type: 'avis',
          reference: operation.reference,
          from: dayOf(operation.execution_date),
          to: dayOf(operation.execution_date),
          available_on: dayOf(operation.execution_date),
          identity: operation.identity,
          amount: operation.amount,
          currency: operation.currency,
          operations: 1,
          has_fee_summary: false,
          is_new: false,
        },
      ]

const mandateStatus: Record<Creditor['status'], LocalText> = {
  pending_confirmation: { fr: 'Mandat de prélèvement à confirmer', en: 'Direct debit mandate to confirm' },
  active: { fr: 'Mandat de prélèvement actif', en: 'Active direct debit mandate' },
  suspended: { fr: 'Mandat de prélèvement suspendu', en: 'Suspended direct debit mandate' },
  revoked: { fr: 'Mandat de prélèvement révoqué', en: 'Revoked direct debit mandate' },
  refused: { fr: 'Mandat de prélèvement refusé', en: 'Refused direct debit mandate' },
  expired: { fr: 'Mandat de prélèvement expiré', en: 'Expired direct debit mandate' },
}

const creditorOf = ({ id, name, status }: Creditor): FoundPayee => ({
  id,
  is_creditor: true,
  identity: { ...identityOf({ type: 'direct_debit', label: name, counterparty: name }), memo: mandateStatus[status] },
})

/** The statements that the text names, copies of SWIFT messages to a payee of this name, and the notices of the found operations. */
async function findDocuments(
  { db, clock }: Ports,
  caller: AccountCaller,
  text: string,
  operations: readonly Operation[],
): Promise<BankDocument[]> {
  const today = businessDate(clock)
  const seeking: Seeking = { ...caller, new_since: today }
  const days = statementDaysOf(text, today)
  const statements = days && (await listDocumentsOf(db, seeking, 'statements', days, FIRST))
  const copies = await listDocumentsOf(db, seeking, 'swift', { search: text }, FIRST)
  return [...(statements?.items ?? []), ...copies.items, ...operations.flatMap(noticeOf)].slice(0, MAX_OF_GROUP)
}

/** What a text finds of the account, and among the other accounts of the user. A group is empty where its right is missing. */
export async function searchPortal(ports: Ports, caller: AccountCaller, typed: string): Promise<SearchResults> {
  const { db, clock } = ports
  const text = typed.trim()
  const none: SearchResults = {
    payments: { items: [], total: 0 },
    payees: [],
    accounts: [],
    documents: [],
    nearest: null,
  }
  if (text === '') return none
  const may = <Found>(right: Right, find: () => Promise<Found>): Promise<Found | null> =>
    caller.rights.includes(right) ? find() : Promise.resolve(null)
  const payments = paymentSearchOf(text, minorUnits[caller.currency])
  const isAmount = payments.search === undefined
  const accountFilter = { search: text, access: null, status_group: null, group: null }
  const [operations, beneficiaries, creditors, accounts] = await Promise.all([
    may('operations', async () => listOperations(db, caller, 1, await readCriteria(db, caller, payments))),
    isAmount ? null : may('transfers', () => listBeneficiariesOf(db, caller, { ...everyone, search: text }, FIRST)),
    isAmount ? null : may('debits', () => listCreditors(db, caller.account_id, text, MAX_OF_GROUP)),
    isAmount ? null : listAccountsOf(db, caller.user_id, accountFilter, { ...FIRST, now: unixSeconds(clock.now()) }),
  ])
  const found = operations?.items ?? []
  const upcoming = found.filter(({ execution_date }) => execution_date === null)
  const documents = isAmount ? null : await may('statements', () => findDocuments(ports, caller, text, found))
  const payees = [
    ...(beneficiaries?.items ?? []).map(({ id, name, company_name, bank_name, iban }): FoundPayee => ({
      id,
      is_creditor: false,
      identity: identityOfName(
        name,
        [bank_name, `•• ${iban.slice(-4)}`].filter(Boolean).join(' '),
        company_name !== null || undefined,
      ),
    })),
    ...(creditors ?? []).map(creditorOf),
  ].slice(0, MAX_OF_GROUP)
  const results = {
    payments: {
      items: found.slice(0, MAX_OF_GROUP).map(paymentOf),
      total: (operations?.total ?? 0) + upcoming.length,
    },
    payees,
    accounts: (accounts?.items ?? []).filter(({ uuid }) => uuid !== caller.account_id),
    documents: documents ?? [],
  }
  const isNothing =
    !isAmount &&
    results.payments.total === 0 &&
    [results.payees, results.accounts, results.documents].every(({ length }) => length === 0)
  return { ...results, nearest: isNothing ? await findNearestName(db, caller, text) : null }
}
