import type { BankIdentity } from '../bank/bank-identity-store.ts'
import { mailBody, type Reader } from '../notifications/mail-to-readers.ts'
import type { Mail } from '../notifications/mail-queue.ts'
import { formatAccount } from '../../formats/text.ts'
import type { ToFormat } from './alert-store.ts'
import { alertText } from './alert-text.ts'

/** An e-mail lists at most this many; the portal lists all. */
const MAX_NAMED = 20

const context = {
  fr: 'Vous choisissez ces alertes dans votre espace client, au menu de votre nom, sous « Alertes ».',
  en: 'You choose these alerts in your customer area, in the menu under your name, at “Alerts”.',
}
const alwaysNotified = (phone: string) => ({
  fr: `Ce n’était pas vous, ou vous n’êtes pas d’accord ? Appelez-nous tout de suite au ${phone}. Ce qui touche à votre sécurité vous est toujours écrit.`,
  en: `It was not you, or you do not agree? Call us right away on ${phone}. You are always written to about your security.`,
})

/** One e-mail with all alerts that are due to a user now. */
export function alertMail(
  to: Reader & { is_security: boolean },
  bank: BankIdentity,
  alerts: readonly ToFormat[],
  url: string,
): Mail {
  const { lang, first_name, is_security: isSecurity } = to
  const isFrench = lang === 'fr'
  const [first] = alerts
  const when = new Intl.DateTimeFormat(isFrench ? 'fr-FR' : 'en-GB', {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone: 'Africa/Dakar',
  })
  const named = alerts.slice(0, MAX_NAMED).map((alert) => {
    const account = alert.number === null ? '' : ` · ${formatAccount(alert.label ?? '', lang)} (${alert.number})`
    return `${when.format(alert.at)}${account}\n${alertText(alert, alert.currency, lang)}`
  })
  const more = alerts.length - named.length
  const title =
    first && alerts.length === 1
      ? alertText(first, first.currency, lang)
      : isFrench
        ? `${alerts.length} alertes ${isSecurity ? 'de sécurité' : 'sur vos comptes'}`
        : `${alerts.length} ${isSecurity ? 'security alerts' : 'alerts on your accounts'}`
  return mailBody(to, bank, {
    title,
    paragraphs: [
      isFrench ? `Bonjour ${first_name},` : `Hello ${first_name},`,
      ...named,
      ...(more > 0
        ? [isFrench ? `Et ${more} autres dans votre espace client.` : `And ${more} more in your customer area.`]
        : []),
    ],
    link: { label: isFrench ? 'Ouvrir votre espace client' : 'Open your customer area', url },
    small: [isSecurity ? alwaysNotified(bank.phone)[lang] : context[lang]],
  })
}
