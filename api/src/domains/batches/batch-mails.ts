// E-mails to the author of a batch: that it will not be executed, and which of its lines failed.
import { formatMoney } from '../../formats/text.ts'
import type { BankIdentity } from '../bank/bank-identity-store.ts'
import type { Mail } from '../notifications/mail-queue.ts'
import { mailBody, type Reader } from '../notifications/mail-to-readers.ts'
import { type Ended, reasons } from '../transfers/mails/ended-mail.ts'

export type EndedBatch = Pick<Ended, 'amount' | 'currency' | 'reference' | 'reason'> & {
  cause: 'refused' | 'expired'
  file_name: string
  line_count: number
}

/** To the author of a batch of which no line will be executed. */
export function endedBatchMail(
  to: Reader,
  bank: BankIdentity,
  { file_name, line_count, reference, reason, ...ended }: EndedBatch,
): Mail {
  const amount = formatMoney(ended.amount, ended.currency, to.lang)
  const isOne = line_count === 1
  const cause = {
    refused: isOne
      ? { fr: 'Un valideur l’a refusé.', en: 'A validator refused it.' }
      : { fr: 'Un valideur les a refusés.', en: 'A validator refused them.' },
    expired: isOne
      ? { fr: 'Il n’a pas été validé à temps.', en: 'It was not validated in time.' }
      : { fr: 'Ils n’ont pas été validés à temps.', en: 'They were not validated in time.' },
  }[ended.cause][to.lang]
  const labels = reason === null ? [] : [to.lang === 'fr' ? `Motif : ${reason}` : `Reason: ${reason}`]
  return to.lang === 'fr'
    ? mailBody(to, bank, {
        title: isOne ? 'Un virement n’a pas été exécuté' : 'Des virements n’ont pas été exécutés',
        paragraphs: [
          `Bonjour ${to.first_name},`,
          isOne
            ? `Le virement du fichier ${file_name} (${reference}, ${amount}) n’a pas été exécuté. ${cause}`
            : `Les virements du fichier ${file_name} (${reference}, ${line_count} en tout, ${amount}) n’ont pas été exécutés. ${cause}`,
          ...labels,
        ],
      })
    : mailBody(to, bank, {
        title: isOne ? 'A transfer was not carried out' : 'Transfers were not carried out',
        paragraphs: [
          `Hello ${to.first_name},`,
          isOne
            ? `The transfer of the file ${file_name} (${reference}, ${amount}) was not carried out. ${cause}`
            : `The transfers of the file ${file_name} (${reference}, ${line_count} in all, ${amount}) were not carried out. ${cause}`,
          ...labels,
        ],
      })
}

export type FailedLines = {
  file_name: string
  reference: string
  currency: string
  lines: readonly { name: string; amount: number; cause: Ended['cause'] }[]
}

/** The number of lines listed in an e-mail; the page lists all. */
const MAX_NAMED = 20

/** To the author of a batch of which some lines failed: one e-mail for all lines that failed together. */
export function failedLinesMail(
  to: Reader,
  bank: BankIdentity,
  { file_name, reference, currency, lines }: FailedLines,
): Mail {
  const named = lines
    .slice(0, MAX_NAMED)
    .map(({ name, amount, cause }) => `${name}, ${formatMoney(amount, currency, to.lang)} : ${reasons[cause][to.lang]}`)
  const more = lines.length - named.length
  if (to.lang === 'fr')
    return mailBody(to, bank, {
      title:
        lines.length === 1 ? 'Un virement n’a pas été exécuté' : `${lines.length} virements n’ont pas été exécutés`,
      paragraphs: [
        `Bonjour ${to.first_name},`,
        `Du fichier ${file_name} (${reference}), ${lines.length === 1 ? 'ce virement n’a pas été exécuté' : 'ces virements n’ont pas été exécutés'} ; rien n’a été débité :`,
        [...named, ...(more > 0 ? [`et ${more} ${more === 1 ? 'autre' : 'autres'}`] : [])].join('\n'),
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
