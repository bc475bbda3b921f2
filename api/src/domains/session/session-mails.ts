// E-mails about passwords, invitations and sign-in, as text and as HTML.
import type { Language } from 'contract/language.ts'
import type { BankIdentity } from '../bank/bank-identity-store.ts'
import { mailBody, type Reader } from '../notifications/mail-to-readers.ts'
import type { Mail } from '../notifications/mail-queue.ts'

export type SecurityEvent = { at: Date; address: string | null }

const locales = { fr: 'fr-FR', en: 'en-GB' } as const
const formatMoment = (at: Date, lang: Language) =>
  new Intl.DateTimeFormat(locales[lang], {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'Africa/Dakar',
    hour12: lang === 'en',
  }).format(at)

export const reaction = {
  fr: ({ phone }: BankIdentity) => `Si ce n’est pas vous, appelez-nous tout de suite au ${phone}.`,
  en: ({ phone }: BankIdentity) => `If this was not you, call us right away on ${phone}.`,
}

/** The time of an event, and its network address. */
export function whenAndWhere({ at, address }: SecurityEvent, lang: Language): string {
  const moment = formatMoment(at, lang)
  if (lang === 'fr') return `Le ${moment}${address ? `, depuis l’adresse ${address}` : ''}.`
  return `On ${moment}${address ? `, from the address ${address}` : ''}.`
}

/** The e-mail with the link for setting a password. `isFirst`: the user has none yet. */
export function passwordLinkMail(
  to: Reader,
  bank: BankIdentity,
  { url, isFirst }: { url: string; isFirst: boolean },
): Mail {
  if (to.lang === 'fr')
    return mailBody(to, bank, {
      title: isFirst ? 'Créez votre mot de passe' : 'Modifiez votre mot de passe',
      paragraphs: [
        `Bonjour ${to.first_name},`,
        isFirst
          ? 'Voici le lien qui vous permet de créer le mot de passe de votre espace client.'
          : 'Vous avez demandé à choisir un nouveau mot de passe pour votre espace client.',
      ],
      link: { label: isFirst ? 'Créer mon mot de passe' : 'Choisir un nouveau mot de passe', url },
      small: [
        'Ce lien sert une seule fois, pendant une heure.',
        'Vous n’avez rien demandé ? Ne faites rien : votre mot de passe ne change pas tant que ce lien ne sert pas.',
      ],
    })
  return mailBody(to, bank, {
    title: isFirst ? 'Create your password' : 'Change your password',
    paragraphs: [
      `Hello ${to.first_name},`,
      isFirst
        ? 'Here is the link that lets you create the password of your customer area.'
        : 'You asked to choose a new password for your customer area.',
    ],
    link: { label: isFirst ? 'Create my password' : 'Choose a new password', url },
    small: [
      'This link works once, within one hour.',
      'You did not ask for it? Do nothing: your password does not change as long as this link is not used.',
    ],
  })
}

/** The e-mail with which a user without a second factor allows a new device. */
export function deviceLinkMail(
  to: Reader,
  bank: BankIdentity,
  { url, device, ...event }: SecurityEvent & { url: string; device: string },
): Mail {
  const where = whenAndWhere(event, to.lang)
  if (to.lang === 'fr')
    return mailBody(to, bank, {
      title: 'Confirmez votre nouvel appareil',
      paragraphs: [
        `Bonjour ${to.first_name},`,
        `Quelqu’un vient de se connecter avec votre mot de passe depuis un appareil que nous ne connaissons pas : ${device}. ${where}`,
        'Si c’est vous, ouvrez ce lien et autorisez la connexion.',
      ],
      link: { label: 'Voir la connexion', url },
      small: ['Ce lien sert une seule fois, pendant dix minutes.', reaction.fr(bank)],
    })
  return mailBody(to, bank, {
    title: 'Confirm your new device',
    paragraphs: [
      `Hello ${to.first_name},`,
      `Somebody has just logged in with your password from a device that we do not know: ${device}. ${where}`,
      'If it was you, open this link and allow the login.',
    ],
    link: { label: 'See the login', url },
    small: ['This link works once, within ten minutes.', reaction.en(bank)],
  })
}

export function passwordChangedMail(to: Reader, bank: BankIdentity, event: SecurityEvent): Mail {
  const where = whenAndWhere(event, to.lang)
  return to.lang === 'fr'
    ? mailBody(to, bank, {
        title: 'Votre mot de passe a changé',
        paragraphs: [
          `Bonjour ${to.first_name},`,
          `Le mot de passe de votre espace client vient d’être modifié. ${where}`,
          reaction.fr(bank),
        ],
      })
    : mailBody(to, bank, {
        title: 'Your password was changed',
        paragraphs: [
          `Hello ${to.first_name},`,
          `The password of your customer area has just been changed. ${where}`,
          reaction.en(bank),
        ],
      })
}
