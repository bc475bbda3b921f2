// The e-mail about a change of a user's second factors.
import type { Sentence } from 'contract/language.ts'
import type { BankIdentity } from '../bank/bank-identity-store.ts'
import type { Mail } from '../notifications/mail-queue.ts'
import { mailBody, type Reader } from '../notifications/mail-to-readers.ts'
import { reaction, type SecurityEvent, whenAndWhere } from '../session/session-mails.ts'

/** The name of a passkey, where the change is about one. */
export type FactorChange = {
  action: 'passkey.add' | 'passkey.remove' | 'code.add' | 'code.remove' | 'recovery.renew' | 'factors.reset'
  name?: string
}

const sentences: Record<FactorChange['action'], Sentence> = {
  'passkey.add': { fr: 'Une clé d’accès a été ajoutée', en: 'A passkey was added' },
  'passkey.remove': { fr: 'Une clé d’accès a été supprimée', en: 'A passkey was removed' },
  'code.add': { fr: 'Une application de codes a été ajoutée', en: 'An application for codes was added' },
  'code.remove': { fr: 'Votre application de codes a été retirée', en: 'Your application for codes was removed' },
  'recovery.renew': { fr: 'Vos codes de secours ont été renouvelés', en: 'Your recovery codes were renewed' },
  'factors.reset': {
    fr: 'Votre double authentification a été réinitialisée en agence',
    en: 'Your second factor was reset at a branch',
  },
}

export function factorChangedMail(
  to: Reader,
  bank: BankIdentity,
  { change: { action, name }, ...event }: SecurityEvent & { change: FactorChange },
): Mail {
  const { lang } = to
  const title = sentences[action][lang]
  const about = name === undefined ? title : lang === 'fr' ? `${title} : ${name}` : `${title}: ${name}`
  return mailBody(to, bank, {
    title,
    paragraphs: [
      lang === 'fr' ? `Bonjour ${to.first_name},` : `Hello ${to.first_name},`,
      `${about}. ${whenAndWhere(event, lang)}`,
      reaction[lang](bank),
    ],
  })
}
