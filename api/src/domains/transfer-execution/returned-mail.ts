// The e-mail about a transfer that the beneficiary's bank returned.
import { returnReason } from 'contract/transfers/clearing.ts'
import type { BankIdentity } from '../bank/bank-identity-store.ts'
import type { Mail } from '../notifications/mail-queue.ts'
import { formatMoney } from '../../formats/text.ts'
import { mailBody, type Reader } from '../notifications/mail-to-readers.ts'
import { ofFrench } from 'contract/values/elision.ts'

export type ReturnedContext = {
  beneficiary_name: string
  reference: string
  amount: number
  currency: string
  reason: string
  network: string
}

/** To the author of a transfer that the payee's bank returned. */
export function returnedMail(to: Reader, bank: BankIdentity, facts: ReturnedContext, url: string): Mail {
  const { beneficiary_name, reference } = facts
  const reason = returnReason(facts.reason, facts.network)[to.lang]
  const money = formatMoney(facts.amount, facts.currency, to.lang)
  if (facts.network === 'instant') return instantMail(to, bank, { beneficiary_name, reference, reason, money }, url)
  return to.lang === 'fr'
    ? mailBody(to, bank, {
        title: 'Un virement vous est retourné',
        paragraphs: [
          `Bonjour ${to.first_name},`,
          `La banque ${ofFrench(beneficiary_name)} nous a retourné votre virement de ${money}. Le montant vous est rendu.`,
          `Motif : ${reason}\nRéférence : ${reference}`,
        ],
        link: { label: 'Voir le virement', url },
        small: ['Les frais du virement restent dus. Vérifiez le compte du bénéficiaire avant de refaire le virement.'],
      })
    : mailBody(to, bank, {
        title: 'A transfer has come back',
        paragraphs: [
          `Hello ${to.first_name},`,
          `${beneficiary_name}’s bank returned your transfer of ${money}. The amount is given back to you.`,
          `Reason: ${reason}\nReference: ${reference}`,
        ],
        link: { label: 'See the transfer', url },
        small: ['The fees of the transfer remain due. Check the beneficiary’s account before you order it again.'],
      })
}

type InstantContext = Pick<ReturnedContext, 'beneficiary_name' | 'reference' | 'reason'> & { money: string }

/** The same for an instant payment, which was refused at once or given back later: it had no fee. */
function instantMail(to: Reader, bank: BankIdentity, facts: InstantContext, url: string): Mail {
  const { beneficiary_name, reference, reason, money } = facts
  return to.lang === 'fr'
    ? mailBody(to, bank, {
        title: 'Un paiement instantané vous est rendu',
        paragraphs: [
          `Bonjour ${to.first_name},`,
          `Votre paiement instantané de ${money} à ${beneficiary_name} n’a pas abouti ou vous est rendu. Le montant est de nouveau sur votre compte.`,
          `Motif : ${reason}\nRéférence : ${reference}`,
        ],
        link: { label: 'Voir le virement', url },
      })
    : mailBody(to, bank, {
        title: 'An instant payment has come back',
        paragraphs: [
          `Hello ${to.first_name},`,
          `Your instant payment of ${money} to ${beneficiary_name} was refused or given back. The amount is in your account again.`,
          `Reason: ${reason}\nReference: ${reference}`,
        ],
        link: { label: 'See the transfer', url },
      })
}
