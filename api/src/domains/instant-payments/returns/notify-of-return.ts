import { formatMoney } from '../../../formats/text.ts'
import type { Tx } from '../../../db/db.ts'
import { getBankIdentity } from '../../bank/bank-identity-store.ts'
import { queueMail } from '../../notifications/mail-queue.ts'
import { mailBody } from '../../notifications/mail-to-readers.ts'
import { findAuthor } from './return-request-store.ts'

type Refused = { account_id: string; author: string; amount: number; debtor_name: string; reason: string }

/** Notifies who had accepted to give the money back that a signer has refused. */
export async function notifyOfRefusedReturn(
  tx: Tx,
  { account_id, author, amount, debtor_name, reason }: Refused,
  now: Date,
): Promise<void> {
  const reader = await findAuthor(tx, account_id, author)
  if (!reader) return
  const sum = formatMoney(amount, 'XOF', reader.lang)
  const content =
    reader.lang === 'fr'
      ? {
          title: 'Un retour d’argent n’est pas signé',
          paragraphs: [
            `Bonjour ${reader.first_name},`,
            `Un signataire a refusé de rendre ${sum} à ${debtor_name}. Rien n’a été débité, et la demande reste sans réponse : vous pouvez l’accepter de nouveau ou garder l’argent.`,
            `Motif : ${reason}`,
          ],
        }
      : {
          title: 'Money is not given back',
          paragraphs: [
            `Hello ${reader.first_name},`,
            `A signer has refused to give ${sum} back to ${debtor_name}. Nothing was debited, and the request is not answered: you can accept it again or keep the money.`,
            `Reason: ${reason}`,
          ],
        }
  await queueMail(tx, mailBody(reader, await getBankIdentity(tx), content), now)
}
