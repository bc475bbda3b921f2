import { EMAILED_CODE_MINUTES } from 'contract/values/emailed-code.ts'
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

/** The e-mail with the code that proves a new address. Whoever receives it by mistake learns nothing about the customer but the first name. */
export function emailCodeMail(to: Reader, bank: BankIdentity, code: string): Mail {
  return to.lang === 'fr'
    ? mailBody(to, bank, {
        title: 'Confirmez votre adresse e-mail',
        paragraphs: [
          `Bonjour ${to.first_name},`,
          `Voici le code qui fait de cette adresse celle de votre espace client : ${code}`,
          `Saisissez-le dans « Informations personnelles ». Il est valable ${EMAILED_CODE_MINUTES} minutes. La banque ne vous le demandera jamais.`,
          'Vous n’avez rien demandé ? Ne faites rien : sans ce code, rien ne change.',
        ],
      })
    : mailBody(to, bank, {
        title: 'Confirm your email address',
        paragraphs: [
          `Hello ${to.first_name},`,
          `This is the code that makes this address the one of your customer area: ${code}`,
          `Type it under “Personal information”. It is valid for ${EMAILED_CODE_MINUTES} minutes. The bank will never ask you for it.`,
          'You did not ask for it? Do nothing: without this code, nothing changes.',
        ],
      })
}
