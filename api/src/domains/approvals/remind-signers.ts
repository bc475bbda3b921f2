// Reminds the people who have still to sign an item, at the request of its author.
import type { Language } from 'contract/language.ts'
import { nameOfItem } from 'contract/transfers/signable-labels.ts'
import type { SignableKind } from 'contract/transfers/signatures.ts'
import type { Caller } from '../../caller.ts'
import { getBankIdentity } from '../bank/bank-identity-store.ts'
import { queueMail } from '../notifications/mail-queue.ts'
import type { Db } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import type { Clock } from '../../adapters/clock.ts'
import { Refusal } from '../../refusal.ts'
import { formatMoney } from '../../formats/text.ts'
import { examineItem } from './examine-item.ts'
import { itemReminderMail } from './item-reminder-mail.ts'
import { listOpenSigners, takeItemReminder } from './reminder-store.ts'

type Ports = { db: Db; clock: Clock; portalUrl: string }

/** Sends one e-mail to each of them, once a day for one item. Returns their names. */
export async function remindSigners(
  ports: Ports,
  { user_id }: Caller,
  key: { kind: SignableKind; id: string; account: string },
): Promise<string[]> {
  const { db, clock, portalUrl } = ports
  const item = await examineItem(ports, user_id, key)
  // Only the author reminds: whoever can sign it is reminded by the bank.
  if (item.may_sign) throw new Refusal('not_found')
  return transaction(db, async (tx) => {
    const now = clock.now()
    const signers = await listOpenSigners(tx, { ...key, sender: user_id }, now)
    if (signers.length === 0) throw new Refusal('nobody_to_remind')
    if (!(await takeItemReminder(tx, { account_id: key.account, item_id: key.id, sent_by: user_id, sent_at: now })))
      throw new Refusal('already_reminded')
    const bank = await getBankIdentity(tx)
    const describe = (lang: Language) => {
      const { amount, currency } = item
      const sum = amount === null || currency === null ? null : formatMoney(amount, currency, lang)
      return { name: nameOfItem(item, lang), sum, author: item.created_by ?? '', due_on: item.due_on }
    }
    for (const { name: _name, ...signer } of signers)
      await queueMail(
        tx,
        itemReminderMail(signer, bank, { ...describe(signer.lang), kind: key.kind }, `${portalUrl}transfers/to-sign`),
        now,
      )
    return signers.map(({ name }) => name)
  })
}
