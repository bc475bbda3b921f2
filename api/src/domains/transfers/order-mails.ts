// What the bank writes to validators.
import type { Language } from 'contract/language.ts'
import type { BankIdentity } from '../../db/bank-identity.ts'
import type { Mail } from '../../db/mails.ts'
import { letter, type Reader } from '../session/session-mails.ts'

const locales = { fr: 'fr-FR', en: 'en-GB' } as const

const sayDay = (day: string, lang: Language) =>
  new Intl.DateTimeFormat(locales[lang], { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))

export type Waiting = { count: number; first_day: string }

/** Once a day to each validator for whom something waits. */
export function reminderMail(to: Reader, bank: BankIdentity, { count, first_day }: Waiting, url: string): Mail {
  const day = sayDay(first_day, to.lang)
  if (to.lang === 'fr') {
    const what = count === 1 ? 'Un virement attend votre validation' : `${count} virements attendent votre validation`
    return letter(to, bank, {
      title: what,
      paragraphs: [`Bonjour ${to.first_name},`, `${what}. Le premier doit être exécuté le ${day} : sans signature, il expire.`],
      link: { label: 'Voir les virements à valider', url },
    })
  }
  const what = count === 1 ? 'A transfer waits for your validation' : `${count} transfers wait for your validation`
  return letter(to, bank, {
    title: what,
    paragraphs: [`Hello ${to.first_name},`, `${what}. The first is to run on ${day}: without signatures it expires.`],
    link: { label: 'See the transfers to validate', url },
  })
}
