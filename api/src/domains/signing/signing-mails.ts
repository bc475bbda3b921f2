// E-mails to the administrators of an account about its signing rules.
import type { BankIdentity } from '../bank/bank-identity-store.ts'
import type { Mail } from '../notifications/mail-queue.ts'
import { mailBody, type Reader } from '../notifications/mail-to-readers.ts'
import { ofFrench } from 'contract/values/elision.ts'
import { formatAccount, formatDay } from '../../formats/text.ts'

type RuleMailContent = { by: string; customer: string; account: string }

/** To the other administrators: weaker rules wait for one of them. */
export function rulesWaitMail(
  to: Reader,
  bank: BankIdentity,
  { by, customer, account }: RuleMailContent,
  url: string,
): Mail {
  return to.lang === 'fr'
    ? mailBody(to, bank, {
        title: 'De nouvelles règles de signature attendent votre accord',
        paragraphs: [
          `Bonjour ${to.first_name},`,
          `${by} demande des règles de signature ou des plafonds plus larges pour un compte ${ofFrench(customer)}. Rien ne change sans l’accord d’un second administrateur, sous 7 jours.`,
          `Compte : ${formatAccount(account, 'fr')}`,
        ],
        link: { label: 'Voir la demande', url },
      })
    : mailBody(to, bank, {
        title: 'New signing rules wait for your agreement',
        paragraphs: [
          `Hello ${to.first_name},`,
          `${by} asks for wider signing rules or limits on an account of ${customer}. Nothing changes unless a second administrator agrees within 7 days.`,
          `Account: ${formatAccount(account, 'en')}`,
        ],
        link: { label: 'See the request', url },
      })
}

/** To every administrator: one administrator weakened the rules alone, because there was no second one. */
export function rulesWeakerMail(to: Reader, bank: BankIdentity, { by, customer, account }: RuleMailContent): Mail {
  return to.lang === 'fr'
    ? mailBody(to, bank, {
        title: 'Vos règles de signature ont changé',
        paragraphs: [
          `Bonjour ${to.first_name},`,
          `${by} a élargi les règles de signature ou les plafonds d’un compte ${ofFrench(customer)}.`,
          `Compte : ${formatAccount(account, 'fr')}`,
        ],
        small: [`Si ce changement vous surprend, appelez-nous tout de suite au ${bank.phone}.`],
      })
    : mailBody(to, bank, {
        title: 'Your signing rules have changed',
        paragraphs: [
          `Hello ${to.first_name},`,
          `${by} widened the signing rules or the limits on an account of ${customer}.`,
          `Account: ${formatAccount(account, 'en')}`,
        ],
        small: [`If this change surprises you, call us right away on ${bank.phone}.`],
      })
}

/** To every administrator, and to those who were it until a short while ago: one administrator weakened the rules alone. */
export function rulesDelayedMail(
  to: Reader,
  bank: BankIdentity,
  { by, customer, account }: RuleMailContent,
  day: string,
): Mail {
  return to.lang === 'fr'
    ? mailBody(to, bank, {
        title: 'Vos règles de signature vont changer',
        paragraphs: [
          `Bonjour ${to.first_name},`,
          `${by} élargit les règles de signature ou les plafonds d’un compte ${ofFrench(customer)}. Sans l’accord d’un second administrateur, ce changement prend effet le ${formatDay(day, 'fr')}.`,
          `Compte : ${formatAccount(account, 'fr')}`,
        ],
        small: [`Si vous n’êtes pas d’accord, appelez-nous au ${bank.phone} : nous pouvons l’arrêter.`],
      })
    : mailBody(to, bank, {
        title: 'Your signing rules will change',
        paragraphs: [
          `Hello ${to.first_name},`,
          `${by} widens the signing rules or the limits on an account of ${customer}. Without a second administrator’s agreement this change takes effect on ${formatDay(day, 'en')}.`,
          `Account: ${formatAccount(account, 'en')}`,
        ],
        small: [`If you do not agree, call us on ${bank.phone}: we can stop it.`],
      })
}
