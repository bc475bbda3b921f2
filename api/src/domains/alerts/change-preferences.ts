import { alertCatalogue, alertKinds, type AlertPreferences, mayBeNotified } from 'contract/access/alerts.ts'
import type { AccountCaller } from '../../caller.ts'
import { byCaller, recordEvent } from '../audit/audit-store.ts'
import type { Db } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import type { Clock } from '../../adapters/clock.ts'
import { Refusal } from '../../refusal.ts'
import { describeDevices, type PushPorts } from './push-devices.ts'
import { getTiming, insertRule, listRules, rescheduleMail, removeRules, saveTiming } from './alert-store.ts'

/** Every kind that the caller's rights open, on or off. */
export async function describePreferences(
  { db, push }: { db: Db; push: PushPorts },
  caller: AccountCaller,
): Promise<AlertPreferences> {
  const { user_id, account_id } = caller
  const rules = await listRules(db, account_id, user_id)
  const known = new Map(rules.map((rule) => [rule.kind, rule]))
  const open = alertKinds.filter((kind) => mayBeNotified(kind, caller))
  return {
    timing: await getTiming(db, user_id),
    rules: open.map((kind) => {
      const { isOn, byMail } = alertCatalogue[kind]
      return known.get(kind) ?? { kind, is_on: isOn, threshold: null, by_mail: byMail, by_push: true }
    }),
    push: await describeDevices({ db, push }, user_id),
  }
}

export function changePreferences(
  { db, clock }: { db: Db; clock: Clock },
  caller: AccountCaller,
  { timing, rules }: Pick<AlertPreferences, 'timing' | 'rules'>,
): Promise<null> {
  const { user_id, account_id } = caller
  return transaction(db, async (tx) => {
    const now = clock.now()
    if (rules.some(({ kind }) => !mayBeNotified(kind, caller))) throw new Refusal('right_missing')
    if (rules.some(({ kind, is_on, threshold }) => is_on && alertCatalogue[kind].hasThreshold && threshold === null))
      throw new Refusal('alert_threshold_missing')
    await saveTiming(tx, user_id, timing)
    await rescheduleMail(tx, user_id, now)
    await removeRules(
      tx,
      account_id,
      user_id,
      rules.map(({ kind }) => kind),
    )
    // If a kind is named twice, the last value counts.
    const last = new Map(rules.map((rule) => [rule.kind, rule]))
    for (const rule of last.values()) {
      const { isOn, hasThreshold } = alertCatalogue[rule.kind]
      // A kind that is off by default needs no row to be off.
      if (rule.is_on || isOn)
        await insertRule(tx, account_id, user_id, { ...rule, threshold: hasThreshold ? rule.threshold : null })
    }
    const facts = { timing, rules: [...last.values()] }
    await recordEvent(tx, {
      at: now,
      ...byCaller(caller),
      action: 'alerts.change',
      subject_id: user_id,
      facts,
    })
    return null
  })
}
