// The e-mail to the author of an order that will not be executed.
import { formatMoney } from '../../../formats/text.ts'
import type { BankIdentity } from '../../bank/bank-identity-store.ts'
import type { Mail } from '../../notifications/mail-queue.ts'
import { mailBody, type Reader } from '../../notifications/mail-to-readers.ts'

export type Ended = {
  beneficiary_name: string
  amount: number
  currency: string
  reference: string
  cause: 'refused' | 'funds' | 'payee' | 'payer' | 'expired' | 'guarantee'
  /** In the validator's words. */
  reason: string | null
}

export const reasons: Record<Ended['cause'], { fr: string; en: string }> = {
  refused: { fr: 'Un valideur l’a refusé.', en: 'A validator refused it.' },
  funds: { fr: 'La provision du compte ne suffisait pas.', en: 'The account did not hold enough.' },
  payee: {
    fr: 'Le compte du bénéficiaire ne peut pas recevoir de virement.',
    en: 'The beneficiary’s account cannot receive transfers.',
  },
  payer: { fr: 'Le compte à débiter est bloqué ou clos.', en: 'The account to debit is blocked or closed.' },
  guarantee: {
    fr: 'La banque avait suspendu les paiements instantanés.',
    en: 'The bank had suspended instant payments.',
  },
  expired: { fr: 'Il n’a pas été validé à temps.', en: 'It was not validated in time.' },
}

/** To the author of an order that will not be executed. */
export function endedMail(to: Reader, bank: BankIdentity, ended: Ended): Mail {
  const amount = formatMoney(ended.amount, ended.currency, to.lang)
  const cause = reasons[ended.cause][to.lang]
  const labels = ended.reason === null ? [] : [to.lang === 'fr' ? `Motif : ${ended.reason}` : `Reason: ${ended.reason}`]
  return to.lang === 'fr'
    ? mailBody(to, bank, {
        title: 'Un virement n’a pas été exécuté',
        paragraphs: [
          `Bonjour ${to.first_name},`,
          `Le virement de ${amount} à ${ended.beneficiary_name} (${ended.reference}) n’a pas été exécuté. ${cause}`,
          ...labels,
        ],
      })
    : mailBody(to, bank, {
        title: 'A transfer was not carried out',
        paragraphs: [
          `Hello ${to.first_name},`,
          `The transfer of ${amount} to ${ended.beneficiary_name} (${ended.reference}) was not carried out. ${cause}`,
          ...labels,
        ],
      })
}
