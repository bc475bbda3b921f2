import type { BeneficiaryDetail } from 'contract/transfers/beneficiaries.ts'
import type { AccountCaller } from '../../caller.ts'
import type { Sql } from '../../db/db.ts'
import { unixSeconds } from '../../adapters/clock.ts'
import { Refusal } from '../../refusal.ts'
import { signsAlone } from '../accounts/second-person-store.ts'
import { countSuspendedOrders, findWaitingChange, listChanges } from './account-change-store.ts'
import { actionsOf } from './beneficiary-rules.ts'
import { everyone, findContactDetails, listBeneficiariesOf } from './beneficiary-store.ts'
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
  const { social_security_number, created_at, ...rest } = details
  const signs_alone = change !== null && (await signsAlone(db, caller, now))
  return {
    ...beneficiary,
    ...rest,
    social_security_number: capabilities.includes('beneficiary.manage') ? social_security_number : null,
    created_at: unixSeconds(created_at),
    rib: rib && { ...rib, added_at: unixSeconds(rib.added_at) },
    suspended_orders: await countSuspendedOrders(db, account_id, id),
    changes: await listChanges(db, account_id, id),
    actions: actionsOf(
      { approval_status: beneficiary.approval_status, changed_by: change?.changed_by ?? null },
      caller,
      signs_alone,
    ),
  }
}

export async function getBeneficiaryRib(db: Sql, caller: AccountCaller, id: string) {
  const file = await findRibFile(db, caller, id)
  if (!file) throw new Refusal('not_found')
  return { file_name: file.name, media_type: file.media_type, content: file.content }
}
