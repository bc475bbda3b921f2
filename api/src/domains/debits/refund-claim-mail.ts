// The e-mail with the outcome of a refund claim for an unauthorised direct debit.
import type { Debit } from 'contract/products/debits.ts'
import type { BankIdentity } from '../bank/bank-identity-store.ts'
import { mailBody, type Reader } from '../notifications/mail-to-readers.ts'
import type { Mail } from '../notifications/mail-queue.ts'
import { formatDay, formatMoney } from '../../formats/text.ts'

type Context = Pick<Debit, 'creditor_name' | 'amount' | 'currency' | 'due_date'> & { refusal: string | null }

/** Sent to every user who may see the debits of the account. */
export function refundClaimMail(to: Reader, bank: BankIdentity, { refusal, ...debit }: Context, url: string): Mail {
  const [money, day] = [formatMoney(debit.amount, debit.currency, to.lang), formatDay(debit.due_date, to.lang)]
  return to.lang === 'fr'
    ? mailBody(to, bank, {
        title: refusal === null ? 'Votre contestation est acceptée' : 'Votre contestation est refusée',
        paragraphs: [
          `Bonjour ${to.first_name},`,
          `La banque a examiné la contestation du prélèvement de ${money} présenté par ${debit.creditor_name} pour le ${day}.`,
          refusal === null
            ? 'Cette somme est de nouveau sur le compte.'
            : `Il ne vous est pas remboursé, pour ce motif : ${refusal}`,
        ],
        link: { label: 'Voir les prélèvements', url },
      })
    : mailBody(to, bank, {
        title: refusal === null ? 'Your dispute is accepted' : 'Your dispute is refused',
        paragraphs: [
          `Hello ${to.first_name},`,
          `The bank has looked into the dispute of the debit of ${money} presented by ${debit.creditor_name} for ${day}.`,
          refusal === null ? 'This amount is back on the account.' : `It is not refunded, for this reason: ${refusal}`,
        ],
        link: { label: 'See the direct debits', url },
      })
}
