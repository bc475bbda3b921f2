import type { Operation } from 'contract/accounts/operations.ts'
import { type Dashboard, type DashboardBlock, MAX_HOME_ACCOUNTS, MAX_HOME_CARDS } from 'contract/dashboard.ts'
import type { Right } from 'contract/rights.ts'
import { addDays } from 'contract/values/calendar.ts'
import { identityOfName } from 'contract/values/identity.ts'
import type { AccountCaller } from '../../caller.ts'
import type { Db } from '../../db/db.ts'
import { businessDate, type Clock, unixSeconds } from '../../adapters/clock.ts'
import { getAdvisorOf } from '../accounts/advisor-store.ts'
import { listItemsToSign } from '../approvals/examine-item.ts'
import { listTeam } from '../approvals/team-store.ts'
import { maySignSomewhere } from '../approvals/to-sign-store.ts'
import { everyone, listBeneficiariesOf } from '../beneficiaries/beneficiary-store.ts'
import { cardOf, findCards } from '../cards/card-store.ts'
import { readKnownNames } from '../counterparties/known-names.ts'
import { identifyOperations } from '../operations/identify-operations.ts'
import { listBookedOperations, listDailyBalances } from '../operations/operation-store.ts'
import { listLastPayees } from '../transfers/payee-store.ts'
import { type Log, readBlocks } from './blocks.ts'
import { findInbox, findPosition, findSentForSignature, getBalance, listTreasury } from './dashboard-store.ts'

type Ports = { db: Db; clock: Clock }

const LINES = 5
const MESSAGES = 3
const MOVEMENTS = 8
const PAYEES = 4
const DAYS = 30

/** The last booked operations, in and out together. */
async function lastMovements(db: Db, accountId: string): Promise<Operation[]> {
  const [{ items }, names] = await Promise.all([
    listBookedOperations(db, accountId, { page: 1, per_page: MOVEMENTS }),
    readKnownNames(db, [accountId]),
  ])
  return identifyOperations(db, items, accountId, names)
}

/** The items that the reader can sign on any account, as in the signature inbox. */
async function toSign(ports: Ports, { user_id }: AccountCaller) {
  if (!(await maySignSomewhere(ports.db, user_id))) return null
  const { items, total } = await listItemsToSign(ports, user_id, { page: 1, per_page: LINES })
  return { count: total, items }
}

/** The balances of the past days, over the accounts that are forecast together. */
async function history(db: Db, caller: AccountCaller, today: string) {
  const accounts = (await listTreasury(db, caller)).map(({ account_id }) => account_id)
  return { accounts: accounts.length, days: await listDailyBalances(db, accounts, addDays(today, -DAYS), today) }
}

/** The beneficiaries that were paid last, the last one first. */
async function lastPayees(db: Db, caller: AccountCaller): Promise<NonNullable<Dashboard['payees']>> {
  const ids = await listLastPayees(db, caller, PAYEES)
  const { items } = await listBeneficiariesOf(db, caller, { ...everyone, ids }, { page: 1, per_page: PAYEES })
  return ids.flatMap((id) =>
    items
      .filter((payee) => payee.id === id)
      .map(({ name, company_name }) => ({
        id,
        identity: identityOfName(name, null, company_name !== null || undefined),
      })),
  )
}

/** The content of the first screen in one answer: a block is null where the caller lacks its right, and where it fails. */
export async function describeDashboard(ports: Ports, caller: AccountCaller, log: Log): Promise<Dashboard> {
  const { db, clock } = ports
  const { account_id, currency, rights, capabilities, is_active, is_company, user_id } = caller
  const today = businessDate(clock)
  const { failed, read } = readBlocks<DashboardBlock>(log)
  const may = <T>(right: Right, name: DashboardBlock, block: () => Promise<T>) =>
    rights.includes(right) ? read(name, block) : null
  const mayPay = is_active && capabilities.includes('transfer.create')
  const [{ balance, available }, ...blocks] = await Promise.all([
    // Without a balance there is no page.
    getBalance(db, account_id),
    read('history', () => history(db, caller, today)),
    may('operations', 'movements', () => lastMovements(db, account_id)),
    read('to_sign', () => toSign(ports, caller)),
    may('transfers', 'sent_for_signature', () => findSentForSignature(db, account_id, user_id)),
    may('inbox', 'inbox', () => findInbox(db, account_id, MESSAGES)),
    read('advisor', () => getAdvisorOf(db, account_id, caller.lang)),
    mayPay ? may('transfers', 'payees', () => lastPayees(db, caller)) : null,
    may('payment-methods', 'cards', () => findCards(db, account_id, null, today)),
    read('position', () => findPosition(db, caller, MAX_HOME_ACCOUNTS)),
    is_company ? read('team', () => listTeam(db, user_id, clock.now())) : null,
  ])
  const [treasury, movements, to_sign, sent_for_signature, inbox, manager, payees, cards, position, team] = blocks
  return {
    balance,
    available,
    currency,
    as_of: unixSeconds(clock.now()),
    history: treasury && treasury.days,
    history_accounts: treasury?.accounts ?? 1,
    movements,
    to_sign,
    sent_for_signature,
    inbox,
    advisor: manager && { name: manager.name, branch_name: manager.branch_name, phone: manager.phone },
    payees,
    cards: cards && cards.slice(0, MAX_HOME_CARDS).map(cardOf),
    position,
    team: team && team.map(({ since, ...one }) => ({ ...one, since: unixSeconds(since) })),
    failed,
  }
}
