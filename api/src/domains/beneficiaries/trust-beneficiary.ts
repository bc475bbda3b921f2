// Marks a beneficiary of an individual as trusted: payments to it have no limits of new payees any more.
import type { BeneficiaryDetail } from 'contract/transfers/beneficiaries.ts'
import { transaction } from '../../db/transaction.ts'
import { formatMoment } from '../../formats/text.ts'
import { Refusal } from '../../refusal.ts'
import { type BeneficiaryPorts, confirm, lockOwn, recordBeneficiary, type RequestContext } from './beneficiary-ports.ts'
import { markTrusted } from './beneficiary-store.ts'
import { getBeneficiary } from './get-beneficiary.ts'
import { waitsUntil } from './new-payee-rules.ts'
import { getNewPayeeTariff } from './new-payee-store.ts'

type Mark = RequestContext & { id: string; version: number; is_trusted: boolean }

/** The mark needs a confirmation and the end of the waiting time; its removal needs neither. */
export function trustBeneficiary(
  { db, clock }: Pick<BeneficiaryPorts, 'db' | 'clock'>,
  { caller, confirmation, id, version, is_trusted }: Mark,
): Promise<BeneficiaryDetail> {
  return transaction(db, async (tx) => {
    const now = clock.now()
    // At companies a second person approves each payee: there is no mark.
    if (caller.is_company) throw new Refusal('not_found')
    const { name, iban, numbered_at } = await lockOwn(tx, caller, id, version)
    const until = waitsUntil(numbered_at, await getNewPayeeTariff(tx))
    if (is_trusted) {
      if (until && now < until) throw new Refusal('trust_too_early', { until: formatMoment(until) })
      const facts = [
        { name: 'payee' as const, text: name },
        { name: 'iban' as const, text: iban },
      ]
      await confirm(tx, { caller, confirmation }, { kind: 'beneficiary.trust', facts }, now, [id, version])
    }
    await markTrusted(tx, caller.account_id, id, is_trusted ? now : null)
    await recordBeneficiary(tx, caller, is_trusted ? 'beneficiary.trust' : 'beneficiary.untrust', id, now, { iban })
    return getBeneficiary(tx, caller, id, now)
  })
}
