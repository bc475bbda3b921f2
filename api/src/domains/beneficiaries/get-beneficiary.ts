import type { BeneficiaryDetail } from 'contract/transfers/beneficiaries.ts'
import type { AccountCaller } from '../../caller.ts'
import type { Sql } from '../../db/db.ts'
import { unixSeconds } from '../../adapters/clock.ts'
import { Refusal } from '../../refusal.ts'
import { signsAlone } from '../accounts/second-person-store.ts'
import { countSuspendedOrders, findWaitingChange, listChanges } from './account-change-store.ts'
import { actionsOf } from './beneficiary-rules.ts'
import { everyone, findContactDetails, listBeneficiariesOf } from './beneficiary-store.ts'
import { leftFor, newPayeeLimit, nothingOrdered } from './new-payee-rules.ts'
import { getNewPayeeTariff, listOrderedToPayees, listPaidNumbers } from './new-payee-store.ts'
import { findRibContext, findRibFile } from './rib-file-store.ts'

/** One beneficiary as its page shows it. */
export async function getBeneficiary(
  db: Sql,
  caller: AccountCaller,
  id: string,
  now: Date,
): Promise<BeneficiaryDetail> {
  const { account_id, capabilities } = caller
  const { items } = await listBeneficiariesOf(db, caller, { ...everyone, ids: [id] }, { page: 1, per_page: 1 })
  const details = await findContactDetails(db, caller, id)
  const [beneficiary] = items
  if (!beneficiary || !details) throw new Refusal('not_found')
  const change = await findWaitingChange(db, account_id, id)
  const rib = await findRibContext(db, account_id, id)
  const { social_security_number, created_at, numbered_at, trusted_at, ...rest } = details
  const new_payee = await describeLimit(db, caller, { ...beneficiary, numbered_at, trusted_at }, now)
  const signs_alone = change !== null && (await signsAlone(db, caller, now))
  return {
    ...beneficiary,
    ...rest,
    social_security_number: capabilities.includes('beneficiary.manage') ? social_security_number : null,
    created_at: unixSeconds(created_at),
    trusted_at: trusted_at && unixSeconds(trusted_at),
    new_payee,
    rib: rib && { ...rib, added_at: unixSeconds(rib.added_at) },
    suspended_orders: await countSuspendedOrders(db, account_id, id),
    changes: await listChanges(db, account_id, id),
    actions: actionsOf(
      {
        approval_status: beneficiary.approval_status,
        changed_by: change?.changed_by ?? null,
        mark: markOf(caller, trusted_at !== null, new_payee !== null && new_payee.until !== null),
      },
      caller,
      signs_alone,
    ),
  }
}

/** Individuals mark a payee whose waiting time has ended. At companies a second person approves each one. */
const markOf = ({ is_company }: AccountCaller, isTrusted: boolean, isWaiting: boolean) =>
  is_company || isWaiting ? null : isTrusted ? 'untrust' : 'trust'

type Payee = Pick<BeneficiaryDetail, 'iban'> & { numbered_at: Date | null; trusted_at: Date | null }

/** The limit on payments to a new payee that run today; null where there is none. */
async function describeLimit(db: Sql, caller: AccountCaller, { iban, numbered_at, trusted_at }: Payee, now: Date) {
  const { account_id, is_company, currency } = caller
  if (is_company || numbered_at === null || trusted_at !== null) return null
  const tariff = await getNewPayeeTariff(db)
  const limited = newPayeeLimit(
    { numbered_at, trusted_at, is_paid: (await listPaidNumbers(db, account_id, [iban])).has(iban) },
    { is_company, currency },
    { now, runs_on: now.toISOString().slice(0, 10), tariff },
  )
  if (!limited) return null
  const payee = { account_id, iban, since: numbered_at, until: limited.until, changed: null }
  const [ordered = nothingOrdered] = await listOrderedToPayees(db, [payee])
  return {
    since: unixSeconds(numbered_at),
    until: limited.until && unixSeconds(limited.until),
    limit: limited.limit,
    remaining: leftFor(limited, ordered),
    currency,
  }
}

export async function getBeneficiaryRib(db: Sql, caller: AccountCaller, id: string) {
  const file = await findRibFile(db, caller, id)
  if (!file) throw new Refusal('not_found')
  return { file_name: file.name, media_type: file.media_type, content: file.content }
}
