// What the bank writes about orders: to validators what waits for them, to authors what became of theirs.
import type { Language } from 'contract/language.ts'
import type { BankIdentity } from '../bank/bank-identity-store.ts'
import type { Mail } from '../notifications/mail-queue.ts'
import { formatDay, formatMoney } from '../../formats/text.ts'
import { mailBody, type Reader } from '../notifications/mail-to-readers.ts'
import type { WaitingCounts, WaitingValidator } from '../approvals/reminder-store.ts'

export type Waiting = WaitingCounts & Pick<WaitingValidator, 'first_day'>

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const plural = (count: number, one: string, many: string) => (count === 1 ? one : `${count} ${many}`)
const inOneLine = (parts: readonly (string | false)[], lang: Language) =>
  new Intl.ListFormat(lang).format(parts.filter((part) => part !== false))

const kinds: readonly { of: keyof WaitingCounts; fr: [string, string]; en: [string, string] }[] = [
  { of: 'transfers', fr: ['un virement', 'virements'], en: ['a transfer', 'transfers'] },
  { of: 'batches', fr: ['un lot de virements', 'lots de virements'], en: ['a batch of transfers', 'batches of transfers'] },
  { of: 'topups', fr: ['une recharge de carte', 'recharges de carte'], en: ['a card top-up', 'card top-ups'] },
  { of: 'chequebooks', fr: ['une commande de chéquiers', 'commandes de chéquiers'], en: ['a chequebook order', 'chequebook orders'] },
  { of: 'beneficiaries', fr: ['un bénéficiaire', 'bénéficiaires'], en: ['a beneficiary', 'beneficiaries'] },
  { of: 'mandates', fr: ['un mandat de prélèvement', 'mandats de prélèvement'], en: ['a direct debit mandate', 'direct debit mandates'] },
]

/** Once a day to each validator for whom something waits. */
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
  const limit = day ? `The first transfer is to run on ${day}: without signatures it expires.` : 'What is not signed in time expires.'
  return mailBody(to, bank, {
    title: what,
    paragraphs: [`Hello ${to.first_name},`, `${what}. ${limit}`],
    link: { label: 'See what is to validate', url },
  })
}

export type Ended = {
  beneficiary_name: string
  amount: number
  currency: string
  reference: string
  why: 'refused' | 'funds' | 'payee' | 'payer' | 'expired'
  /** In the words of the validator. */
  reason: string | null
}

const reasons: Record<Ended['why'], { fr: string; en: string }> = {
  refused: { fr: 'Un valideur l’a refusé.', en: 'A validator refused it.' },
  funds: { fr: 'La provision du compte ne suffisait pas.', en: 'The account did not hold enough.' },
  payee: { fr: 'Le compte du bénéficiaire ne peut pas recevoir de virement.', en: 'The beneficiary’s account cannot receive transfers.' },
  payer: { fr: 'Le compte à débiter est bloqué ou clos.', en: 'The account to debit is blocked or closed.' },
  expired: { fr: 'Il n’a pas été validé à temps.', en: 'It was not validated in time.' },
}

/** To whoever gave an order that will not be carried out. */
export function endedMail(to: Reader, bank: BankIdentity, ended: Ended): Mail {
  const amount = formatMoney(ended.amount, ended.currency, to.lang)
  const why = reasons[ended.why][to.lang]
  const labels = ended.reason === null ? [] : [to.lang === 'fr' ? `Motif : ${ended.reason}` : `Reason: ${ended.reason}`]
  return to.lang === 'fr'
    ? mailBody(to, bank, {
        title: 'Un virement n’a pas été exécuté',
        paragraphs: [
          `Bonjour ${to.first_name},`,
          `Le virement de ${amount} à ${ended.beneficiary_name} (${ended.reference}) n’a pas été exécuté. ${why}`,
          ...labels,
        ],
      })
    : mailBody(to, bank, {
        title: 'A transfer was not carried out',
        paragraphs: [
          `Hello ${to.first_name},`,
          `The transfer of ${amount} to ${ended.beneficiary_name} (${ended.reference}) was not carried out. ${why}`,
          ...labels,
        ],
      })
}

export type EndedBatch = Pick<Ended, 'amount' | 'currency' | 'reference' | 'reason'> & {
  why: 'refused' | 'expired'
  file_name: string
  line_count: number
}

/** To whoever sent many transfers as one, of which none will be carried out. */
export function endedBatchMail(to: Reader, bank: BankIdentity, { file_name, line_count, reference, reason, ...ended }: EndedBatch): Mail {
  const amount = formatMoney(ended.amount, ended.currency, to.lang)
  const why = {
    refused: { fr: 'Un valideur les a refusés.', en: 'A validator refused them.' },
    expired: { fr: 'Ils n’ont pas été validés à temps.', en: 'They were not validated in time.' },
  }[ended.why][to.lang]
  const labels = reason === null ? [] : [to.lang === 'fr' ? `Motif : ${reason}` : `Reason: ${reason}`]
  return to.lang === 'fr'
    ? mailBody(to, bank, {
        title: 'Des virements n’ont pas été exécutés',
        paragraphs: [
          `Bonjour ${to.first_name},`,
          `Les virements du fichier ${file_name} (${reference}, ${line_count} en tout, ${amount}) n’ont pas été exécutés. ${why}`,
          ...labels,
        ],
      })
    : mailBody(to, bank, {
        title: 'Transfers were not carried out',
        paragraphs: [
          `Hello ${to.first_name},`,
          `The transfers of the file ${file_name} (${reference}, ${line_count} in all, ${amount}) were not carried out. ${why}`,
          ...labels,
        ],
      })
}

export type FailedLines = {
  file_name: string
  reference: string
  currency: string
  lines: readonly { name: string; amount: number; why: Ended['why'] }[]
}

/** A letter names so many of them; the page has all. */
const MAX_NAMED = 20

/** To whoever sent many transfers as one, some of which were not carried out: one letter for all that failed together. */
export function failedLinesMail(to: Reader, bank: BankIdentity, { file_name, reference, currency, lines }: FailedLines): Mail {
  const named = lines
    .slice(0, MAX_NAMED)
    .map(({ name, amount, why }) => `${name}, ${formatMoney(amount, currency, to.lang)} : ${reasons[why][to.lang]}`)
  const more = lines.length - named.length
  if (to.lang === 'fr')
    return mailBody(to, bank, {
      title: lines.length === 1 ? 'Un virement n’a pas été exécuté' : `${lines.length} virements n’ont pas été exécutés`,
      paragraphs: [
        `Bonjour ${to.first_name},`,
        `Du fichier ${file_name} (${reference}), ${lines.length === 1 ? 'ce virement n’a pas été exécuté' : 'ces virements n’ont pas été exécutés'} ; rien n’a été débité :`,
        [...named, ...(more > 0 ? [`et ${more} autres`] : [])].join('\n'),
        'Ouvrez ce lot dans votre espace client pour les renvoyer en une fois.',
      ],
    })
  return mailBody(to, bank, {
    title: lines.length === 1 ? 'A transfer was not carried out' : `${lines.length} transfers were not carried out`,
    paragraphs: [
      `Hello ${to.first_name},`,
      `Of the file ${file_name} (${reference}), ${lines.length === 1 ? 'this transfer was not carried out' : 'these transfers were not carried out'}; nothing was debited:`,
      [...named.map((line) => line.replace(' : ', ': ')), ...(more > 0 ? [`and ${more} more`] : [])].join('\n'),
      'Open this batch in your customer area to send them again in one step.',
    ],
  })
}
