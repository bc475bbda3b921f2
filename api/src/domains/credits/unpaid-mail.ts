// The e-mail about an instalment that could not be collected on its due date.
import type { BankIdentity } from '../bank/bank-identity-store.ts'
import type { Mail } from '../notifications/mail-queue.ts'
import { formatDay, formatMoney } from '../../formats/text.ts'
import { mailBody, type Reader } from '../notifications/mail-to-readers.ts'

export type UnpaidContext = { number: string; instalment: number; currency: string; due_date: string }

/** Sent to every user who may see the credits of the account. */
export function unpaidMail(
  to: Reader,
  bank: BankIdentity,
  { number, instalment, currency, due_date }: UnpaidContext,
  url: string,
): Mail {
  const [money, day] = [formatMoney(instalment, currency, to.lang), formatDay(due_date, to.lang)]
  return to.lang === 'fr'
    ? mailBody(to, bank, {
        title: 'Une échéance de crédit est impayée',
        paragraphs: [
          `Bonjour ${to.first_name},`,
          `L’échéance du ${day} de votre crédit n° ${number}, de ${money}, n’a pas pu être prélevée : la provision du compte ne suffisait pas.`,
          'Nous la présentons de nouveau chaque jour ouvré. Des intérêts de retard courent depuis la date d’échéance.',
        ],
        link: { label: 'Voir le crédit', url },
      })
    : mailBody(to, bank, {
        title: 'A credit instalment is unpaid',
        paragraphs: [
          `Hello ${to.first_name},`,
          `The instalment of ${money} due on ${day} for your credit no. ${number} could not be taken: the account did not hold enough.`,
          'We present it again each business day. Late interest runs from the due date.',
        ],
        link: { label: 'See the credit', url },
      })
}
