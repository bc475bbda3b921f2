// Proves that the telephone of a user's profile is in their hands: a code of six digits that the bank sends. The bank has no SMS gateway, so the
// code goes to their e-mail address (decision 0086).
import { showPhone } from 'contract/values/contact.ts'
import { EMAILED_CODE_MINUTES, EMAILED_CODE_TRIES } from 'contract/values/emailed-code.ts'
import type { AccountCaller } from '../../../caller.ts'
import type { Db, Tx } from '../../../db/db.ts'
import { countRequest, minutesUntil } from '../../../db/rate-limits.ts'
import { transaction } from '../../../db/transaction.ts'
import { Refusal } from '../../../refusal.ts'
import { type BankIdentity, getBankIdentity } from '../../bank/bank-identity-store.ts'
import { newEmailedCode, refuseWrongCode, SENDING_LIMIT } from '../../factors/emailed-code-rules.ts'
import { type Mail, queueMail } from '../../notifications/mail-queue.ts'
import { mailBody, type Reader } from '../../notifications/mail-to-readers.ts'
import { getUserById } from '../../session/user-store.ts'
import type { AliasPorts } from './alias-ports.ts'
import { getReceiver } from './alias-ports.ts'
import { maskedEmail, mayHave, unionPhoneOf } from './alias-message.ts'
import { giveTryBack, removePhoneCode, replacePhoneCode, tryPhoneCode } from './phone-code-store.ts'

function codeMail(to: Reader, bank: BankIdentity, { code, phone }: { code: string; phone: string }): Mail {
  return to.lang === 'fr'
    ? mailBody(to, bank, {
        title: 'Votre code pour recevoir par PI',
        paragraphs: [
          `Bonjour ${to.first_name},`,
          `Voici le code qui lie le ${showPhone(phone)} à votre compte : ${code}`,
          `Il est valable ${EMAILED_CODE_MINUTES} minutes. La banque ne vous le demandera jamais. Si vous n’avez rien demandé, ne faites rien.`,
        ],
      })
    : mailBody(to, bank, {
        title: 'Your code for receiving by PI',
        paragraphs: [
          `Hello ${to.first_name},`,
          `This is the code that ties ${showPhone(phone)} to your account: ${code}`,
          `It is valid for ${EMAILED_CODE_MINUTES} minutes. The bank will never ask you for it. If you did not request it, do nothing.`,
        ],
      })
}

/** Sends a new code, which replaces an earlier one; answers to where. */
export function sendPhoneCode(ports: AliasPorts, caller: AccountCaller): Promise<{ phone: string; email: string }> {
  const { db, clock } = ports
  const { user_id } = caller
  return transaction(db, async (tx) => {
    const now = clock.now()
    if (!mayHave((await getReceiver(tx, ports, caller)).receiver, 'phone')) throw new Refusal('alias_not_offered')
    const user = await getUserById(tx, user_id)
    const phone = unionPhoneOf(user.phone)
    if (phone === null) throw new Refusal('alias_phone_missing')
    const { email } = user
    if (email === null) throw new Refusal('alias_email_missing')
    const wait = await countRequest(tx, `phone-code:${user_id}`, SENDING_LIMIT, now)
    if (wait) throw new Refusal('asked_too_often', { minutes: minutesUntil(wait, now) })
    const { code, stored } = newEmailedCode({ user_id, proves: phone }, now)
    await replacePhoneCode(tx, { user_id, phone, ...stored })
    await queueMail(tx, codeMail({ ...user, email }, await getBankIdentity(tx), { code, phone }), now)
    return { phone, email: maskedEmail(email) }
  })
}

/**
 * Answers the telephone that the code proves. A wrong code counts, whatever becomes of the request: so this is a transaction of its own, before
 * that of the request.
 */
export async function checkPhoneCode(db: Db, userId: string, code: string, now: Date): Promise<string> {
  const sent = await tryPhoneCode(db, userId, now, EMAILED_CODE_TRIES)
  if (!sent) throw new Refusal('emailed_code_over')
  const { phone } = sent
  refuseWrongCode(code, sent, { user_id: userId, proves: phone })
  await giveTryBack(db, userId)
  return phone
}

/** A code is used once; refused where the profile has another telephone by now. */
export async function usePhoneCode(tx: Tx, userId: string, phone: string): Promise<void> {
  const user = await getUserById(tx, userId)
  if (unionPhoneOf(user.phone) !== phone) throw new Refusal('emailed_code_over')
  await removePhoneCode(tx, userId)
}
