import type { BankIdentity } from '../bank/bank-identity-store.ts'
import type { Mail } from '../notifications/mail-queue.ts'
import { mailBody, type Reader } from '../notifications/mail-to-readers.ts'
import { type SecurityEvent, reaction, whenAndWhere } from '../session/session-mails.ts'

/** Sent to the former address, which a person who changes it fraudulently cannot read. */
export function contactChangedMail(
  to: Reader,
  bank: BankIdentity,
  { changed, ...event }: SecurityEvent & { changed: { email: string | null; phone: string | null | undefined } },
): Mail {
  const isFrench = to.lang === 'fr'
  const lines = [
    ...(changed.email === null ? [] : [`${isFrench ? 'E-mail : ' : 'Email: '}${changed.email}`]),
    ...(changed.phone === undefined
      ? []
      : [`${isFrench ? 'Téléphone : ' : 'Phone: '}${changed.phone ?? (isFrench ? 'supprimé' : 'removed')}`]),
  ]
  const where = whenAndWhere(event, to.lang)
  return isFrench
    ? mailBody(to, bank, {
        title: 'Vos coordonnées ont changé',
        paragraphs: [
          `Bonjour ${to.first_name},`,
          `Les coordonnées de votre espace client viennent d’être modifiées. ${where}`,
          ...lines,
          reaction.fr(bank),
        ],
      })
    : mailBody(to, bank, {
        title: 'Your contact details were changed',
        paragraphs: [
          `Hello ${to.first_name},`,
          `The contact details of your customer area have just been changed. ${where}`,
          ...lines,
          reaction.en(bank),
        ],
      })
}
