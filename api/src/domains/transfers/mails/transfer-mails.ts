import { groupByFour } from 'contract/values/iban.ts'
import type { BankIdentity } from '../../bank/bank-identity-store.ts'
import type { Mail } from '../../notifications/mail-queue.ts'
import { formatMoney } from '../../../formats/text.ts'
import { mailBody, type Reader } from '../../notifications/mail-to-readers.ts'
import { reaction } from '../../session/session-mails.ts'
import type { LockedTransfer } from '../transfer-state-store.ts'

type Stopped = {
  beneficiary_name: string
  cause: 'payee_changed' | 'payee_removed'
  orders: readonly Pick<LockedTransfer, 'amount' | 'currency' | 'label' | 'reference' | 'beneficiary_iban'>[]
}

export type SuspendedMail = {
  beneficiary_name: string
  what: 'suspended' | 'resumed' | 'late'
  orders: readonly Pick<LockedTransfer, 'amount' | 'currency' | 'label' | 'reference' | 'beneficiary_iban'>[]
}

const suspensionTitles = {
  suspended: { fr: 'Des virements sont suspendus', en: 'Transfers are on hold' },
  resumed: { fr: 'Des virements reprennent', en: 'Transfers resume' },
  late: { fr: 'Des virements sont en retard', en: 'Transfers are late' },
}

const suspensionSentences = {
  suspended: {
    fr: (name: string) =>
      `Le compte du bénéficiaire ${name} change. Ces virements reprendront dès que son nouveau compte sera approuvé ou refusé :`,
    en: (name: string) =>
      `The account of the beneficiary ${name} is changing. These transfers resume once the new account is approved or refused:`,
  },
  resumed: {
    fr: (name: string) =>
      `Le compte du bénéficiaire ${name} est décidé : ces virements reprennent. Les échéances passées entre-temps ne sont pas rattrapées, et un nouveau compte demande de nouvelles signatures.`,
    en: (name: string) =>
      `The account of the beneficiary ${name} is decided: these transfers resume. Dates that passed meanwhile are not caught up, and a new account needs new signatures.`,
  },
  late: {
    fr: (name: string) =>
      `Le compte du bénéficiaire ${name} est décidé, mais la date de ces virements est passée. Rien n’est parti : donnez-leur une autre date, ou annulez-les.`,
    en: (name: string) =>
      `The account of the beneficiary ${name} is decided, but the date of these transfers has passed. Nothing has left: give them another date, or cancel them.`,
  },
}

/** Notifies the authors of orders that they are suspended because of the payee's account, or resumed. */
export function suspendedMail(to: Reader, bank: BankIdentity, { beneficiary_name, what, orders }: SuspendedMail): Mail {
  const { lang, first_name } = to
  const lines = orders.map(
    ({ amount, currency, label, reference, beneficiary_iban }) =>
      `${reference} · ${formatMoney(amount, currency, lang)} · ${label}\n${groupByFour(beneficiary_iban)}`,
  )
  const hello = lang === 'fr' ? `Bonjour ${first_name},` : `Hello ${first_name},`
  return mailBody(to, bank, {
    title: suspensionTitles[what][lang],
    paragraphs: [hello, suspensionSentences[what][lang](beneficiary_name), ...lines, reaction[lang](bank)],
  })
}

/** Notifies the authors of orders that they stopped, and why. */
export function stoppedMail(to: Reader, bank: BankIdentity, { beneficiary_name, cause, orders }: Stopped): Mail {
  const { lang, first_name } = to
  const lines = orders.map(
    ({ amount, currency, label, reference, beneficiary_iban }) =>
      `${reference} · ${formatMoney(amount, currency, lang)} · ${label}\n${groupByFour(beneficiary_iban)}`,
  )
  if (lang === 'fr')
    return mailBody(to, bank, {
      title: 'Des virements ont été arrêtés',
      paragraphs: [
        `Bonjour ${first_name},`,
        cause === 'payee_changed'
          ? `Le compte du bénéficiaire ${beneficiary_name} a changé. Les virements qui restaient à exécuter vers l’ancien compte sont arrêtés :`
          : `Le bénéficiaire ${beneficiary_name} a été supprimé. Les virements qui lui restaient à verser sont arrêtés :`,
        ...lines,
        'Rien n’a été débité pour ces virements. Saisissez-les à nouveau s’ils sont encore dus.',
        reaction.fr(bank),
      ],
    })
  return mailBody(to, bank, {
    title: 'Transfers were stopped',
    paragraphs: [
      `Hello ${first_name},`,
      cause === 'payee_changed'
        ? `The account of the beneficiary ${beneficiary_name} has changed. The transfers that were still to run to the former account are stopped:`
        : `The beneficiary ${beneficiary_name} was deleted. The transfers that were still to run are stopped:`,
      ...lines,
      'Nothing was debited for these transfers. Enter them again if they are still due.',
      reaction.en(bank),
    ],
  })
}
