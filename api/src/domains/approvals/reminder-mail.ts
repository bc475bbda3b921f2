// The daily reminder to a validator with waiting items.
import type { Language } from 'contract/language.ts'
import { formatDay } from '../../formats/text.ts'
import type { BankIdentity } from '../bank/bank-identity-store.ts'
import type { Mail } from '../notifications/mail-queue.ts'
import { mailBody, type Reader } from '../notifications/mail-to-readers.ts'
import type { WaitingCounts, WaitingValidator } from './reminder-store.ts'

export type Waiting = WaitingCounts & Pick<WaitingValidator, 'first_day'>

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const plural = (count: number, one: string, many: string) => (count === 1 ? one : `${count} ${many}`)
const inOneLine = (parts: readonly (string | false)[], lang: Language) =>
  new Intl.ListFormat(lang).format(parts.filter((part) => part !== false))

const kinds: readonly { of: keyof WaitingCounts; fr: [string, string]; en: [string, string] }[] = [
  { of: 'transfers', fr: ['un virement', 'virements'], en: ['a transfer', 'transfers'] },
  {
    of: 'batches',
    fr: ['un lot de virements', 'lots de virements'],
    en: ['a batch of transfers', 'batches of transfers'],
  },
  { of: 'topups', fr: ['une recharge de carte', 'recharges de carte'], en: ['a card top-up', 'card top-ups'] },
  {
    of: 'chequebooks',
    fr: ['une commande de chéquiers', 'commandes de chéquiers'],
    en: ['a chequebook order', 'chequebook orders'],
  },
  { of: 'beneficiaries', fr: ['un bénéficiaire', 'bénéficiaires'], en: ['a beneficiary', 'beneficiaries'] },
  {
    of: 'mandates',
    fr: ['un mandat de prélèvement', 'mandats de prélèvement'],
    en: ['a direct debit mandate', 'direct debit mandates'],
  },
  {
    of: 'returns',
    fr: ['un paiement reçu à rendre', 'paiements reçus à rendre'],
    en: ['a received payment to give back', 'received payments to give back'],
  },
]

/** Sent once a day to each validator with waiting items. */
export function reminderMail(to: Reader, bank: BankIdentity, { first_day, ...counts }: Waiting, url: string): Mail {
  const day = first_day && formatDay(first_day, to.lang)
  const isOne = kinds.reduce((sum, { of }) => sum + counts[of], 0) === 1
  const parts = kinds.map(({ of, [to.lang]: [one, many] }) => counts[of] > 0 && plural(counts[of], one, many))
  if (to.lang === 'fr') {
    const what = capital(`${inOneLine(parts, 'fr')} ${isOne ? 'attend' : 'attendent'} votre validation`)
    const limit = day
      ? `Le premier virement doit être exécuté le ${day} : sans signature, il expire.`
      : 'Ce qui n’est pas signé à temps expire.'
    return mailBody(to, bank, {
      title: what,
      paragraphs: [`Bonjour ${to.first_name},`, `${what}. ${limit}`],
      link: { label: 'Voir ce qui est à valider', url },
    })
  }
  const what = capital(`${inOneLine(parts, 'en')} ${isOne ? 'waits' : 'wait'} for your validation`)
  const limit = day
    ? `The first transfer is to run on ${day}: without signatures it expires.`
    : 'What is not signed in time expires.'
  return mailBody(to, bank, {
    title: what,
    paragraphs: [`Hello ${to.first_name},`, `${what}. ${limit}`],
    link: { label: 'See what is to validate', url },
  })
}
