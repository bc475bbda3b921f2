// The e-mail by which the author of an item asks a signer for the signature.
import { signableLabels } from 'contract/transfers/signable-labels.ts'
import type { SignableKind } from 'contract/transfers/signatures.ts'
import type { PlainDate } from 'contract/values/dates.ts'
import { formatDay } from '../../formats/text.ts'
import type { BankIdentity } from '../bank/bank-identity-store.ts'
import type { Mail } from '../notifications/mail-queue.ts'
import { mailBody, type Reader } from '../notifications/mail-to-readers.ts'

type Item = { kind: SignableKind; name: string; sum: string | null; author: string; due_on: PlainDate | null }

export function itemReminderMail(
  to: Reader,
  bank: BankIdentity,
  { kind, name, sum, author, due_on }: Item,
  url: string,
): Mail {
  const what = [signableLabels[kind][to.lang], name, sum].filter((part, at, all) => part && all.indexOf(part) === at)
  const day = due_on && formatDay(due_on, to.lang)
  if (to.lang === 'fr')
    return mailBody(to, bank, {
      title: `${author} attend votre signature`,
      paragraphs: [
        `Bonjour ${to.first_name},`,
        `${author} vous rappelle cette demande : ${what.join(' · ')}.`,
        day
          ? `Elle doit être exécutée le ${day}. Ce qui n’est pas signé à temps expire.`
          : 'Ce qui n’est pas signé à temps expire.',
      ],
      link: { label: 'Voir ce qui est à signer', url },
    })
  return mailBody(to, bank, {
    title: `${author} is waiting for your signature`,
    paragraphs: [
      `Hello ${to.first_name},`,
      `${author} reminds you of this request: ${what.join(' · ')}.`,
      day ? `It is to run on ${day}. What is not signed in time expires.` : 'What is not signed in time expires.',
    ],
    link: { label: 'See what is to sign', url },
  })
}
