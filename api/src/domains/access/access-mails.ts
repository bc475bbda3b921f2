// E-mails about access: to invited people and to administrators.
import type { Language } from 'contract/language.ts'
import type { BankIdentity } from '../bank/bank-identity-store.ts'
import type { Mail } from '../notifications/mail-queue.ts'
import { mailBody, type Reader } from '../notifications/mail-to-readers.ts'
import { ofFrench } from 'contract/values/elision.ts'
import { formatDay } from '../../formats/text.ts'

export function invitationMail(
  to: Reader,
  bank: BankIdentity,
  { url, login, customer_name, by }: { url: string; login: string; customer_name: string; by: string },
): Mail {
  return to.lang === 'fr'
    ? mailBody(to, bank, {
        title: `${customer_name} vous donne accès à ses comptes`,
        paragraphs: [
          `Bonjour ${to.first_name},`,
          `${by} vous invite à l’espace client ${ofFrench(customer_name)}. Créez votre mot de passe pour y entrer.`,
          `Votre identifiant : ${login}`,
        ],
        link: { label: 'Créer mon mot de passe', url },
        small: [
          'Ce lien sert une seule fois, pendant 7 jours.',
          'Vous n’attendiez pas cette invitation ? Ne faites rien : elle s’éteint seule.',
        ],
      })
    : mailBody(to, bank, {
        title: `${customer_name} gives you access to its accounts`,
        paragraphs: [
          `Hello ${to.first_name},`,
          `${by} invites you to the customer area of ${customer_name}. Create your password to enter.`,
          `Your user ID: ${login}`,
        ],
        link: { label: 'Create my password', url },
        small: [
          'This link works once, within 7 days.',
          'You did not expect this invitation? Do nothing: it ends by itself.',
        ],
      })
}

/** The day and the time in the bank's time zone, which is UTC. */
function momentOf(at: Date, lang: Language): string {
  const [day = '', time = ''] = at.toISOString().split('T')
  return `${formatDay(day, lang)}${lang === 'fr' ? ' à ' : ' at '}${time.slice(0, 5)}`
}

export type AccessMailContent = { person: string; by: string; customer_name: string; accounts: string; role: string }

const list = (content: AccessMailContent, lang: Language) =>
  lang === 'fr'
    ? `Personne : ${content.person}\nRôle : ${content.role}\nComptes : ${content.accounts}`
    : `Person: ${content.person}\nRole: ${content.role}\nAccounts: ${content.accounts}`

/** To the other administrators: an escalation waits for one of them. */
export function changeWaitsMail(to: Reader, bank: BankIdentity, content: AccessMailContent, url: string): Mail {
  return to.lang === 'fr'
    ? mailBody(to, bank, {
        title: 'Une demande d’accès attend votre accord',
        paragraphs: [
          `Bonjour ${to.first_name},`,
          `${content.by} demande plus de droits sur des comptes ${ofFrench(content.customer_name)}. Rien ne change sans l’accord d’un second administrateur, sous 7 jours.`,
          list(content, 'fr'),
        ],
        link: { label: 'Voir la demande', url },
      })
    : mailBody(to, bank, {
        title: 'A request for access waits for you',
        paragraphs: [
          `Hello ${to.first_name},`,
          `${content.by} asks for more rights on accounts of ${content.customer_name}. Nothing changes unless a second administrator agrees within 7 days.`,
          list(content, 'en'),
        ],
        link: { label: 'See the request', url },
      })
}

/** To every administrator, also former ones: powers take effect later, because no second administrator has agreed. */
export function accessDelayedMail(to: Reader, bank: BankIdentity, content: AccessMailContent, effectiveAt: Date): Mail {
  return to.lang === 'fr'
    ? mailBody(to, bank, {
        title: 'Des droits seront donnés sur vos comptes',
        paragraphs: [
          `Bonjour ${to.first_name},`,
          `${content.by} donne des droits sur des comptes ${ofFrench(content.customer_name)}. Sans l’accord d’un second administrateur, ils prennent effet le ${momentOf(effectiveAt, 'fr')}.`,
          list(content, 'fr'),
          `Si vous n’êtes pas d’accord, refusez la demande dans l’espace client, ou appelez-nous au ${bank.phone} : nous pouvons l’arrêter.`,
        ],
      })
    : mailBody(to, bank, {
        title: 'Rights will be given on your accounts',
        paragraphs: [
          `Hello ${to.first_name},`,
          `${content.by} gives rights on accounts of ${content.customer_name}. Without a second administrator’s agreement they take effect on ${momentOf(effectiveAt, 'en')}.`,
          list(content, 'en'),
          `If you do not agree, refuse the request in the customer area, or call us on ${bank.phone}: we can stop it.`,
        ],
      })
}

/** To every administrator: one administrator escalated rights alone, because there was no second one. */
export function accessEscalatedMail(to: Reader, bank: BankIdentity, content: AccessMailContent): Mail {
  return to.lang === 'fr'
    ? mailBody(to, bank, {
        title: 'Des droits ont été donnés sur vos comptes',
        paragraphs: [
          `Bonjour ${to.first_name},`,
          `${content.by} vient de donner des droits sur des comptes ${ofFrench(content.customer_name)}.`,
          list(content, 'fr'),
          `Si vous n’êtes pas d’accord, appelez-nous tout de suite au ${bank.phone}.`,
        ],
      })
    : mailBody(to, bank, {
        title: 'Rights were given on your accounts',
        paragraphs: [
          `Hello ${to.first_name},`,
          `${content.by} has just given rights on accounts of ${content.customer_name}.`,
          list(content, 'en'),
          `If you do not agree, call us right away on ${bank.phone}.`,
        ],
      })
}
