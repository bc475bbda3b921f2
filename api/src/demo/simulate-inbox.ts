// Simulates the account managers of the demo bank only: answers customers' messages after a while.
import type { Db } from '../db/db.ts'
import type { Clock } from '../adapters/clock.ts'
import { answerMessage } from '../domains/inbox/answer-message.ts'
import { findLastOwnLetter, getSenderOf, listWaitingMessages } from '../domains/inbox/message-store.ts'

const AFTER_MS = 12_000
const MAX_AT_ONCE = 20

type Known = NonNullable<Awaited<ReturnType<typeof findLastOwnLetter>>>

const translations = {
  fr: {
    hello: (name: string) => `Bonjour ${name},`,
    operation:
      'Merci pour votre message. Je regarde cette opération avec notre service des comptes et je reviens vers vous aujourd’hui.',
    transfer: 'Merci pour votre message. Je suis ce virement de près et je vous écris dès qu’il y a du nouveau.',
    fault:
      'Merci de nous l’avoir signalé. J’ai transmis la référence à nos équipes techniques, qui cherchent ce qui s’est passé.',
    other: 'Merci pour votre message. Je l’ai bien lu et je vous réponds en détail dans la journée.',
    received: 'J’ai bien reçu vos pièces jointes.',
    closing: 'Bien à vous,',
  },
  en: {
    hello: (name: string) => `Hello ${name},`,
    operation:
      'Thank you for your message. I am looking into this operation with our accounts team and will come back to you today.',
    transfer:
      'Thank you for your message. I am following this transfer closely and will write as soon as there is news.',
    fault:
      'Thank you for telling us. I have passed the reference to our technical team, who are finding out what happened.',
    other: 'Thank you for your message. I have read it and will answer in detail during the day.',
    received: 'I have received your attachments.',
    closing: 'Best regards,',
  },
} as const

function answerTo({ first_name, lang, about_kind, documents }: Known, sender: string): string {
  const labels = translations[lang]
  const lines = [labels[about_kind ?? 'other'], documents > 0 && labels.received].filter(Boolean).join(' ')
  return [labels.hello(first_name), lines, `${labels.closing}\n${sender}`].join('\n\n')
}

/** Answers the messages that have waited for some seconds. */
export async function simulateInbox(ports: { db: Db; clock: Clock }): Promise<void> {
  const since = new Date(ports.clock.now().getTime() - AFTER_MS)
  for (const waiting of await listWaitingMessages(ports.db, since, MAX_AT_ONCE)) {
    const known = await findLastOwnLetter(ports.db, waiting)
    if (!known) continue
    const sender = await getSenderOf(ports.db, waiting.account_id)
    await answerMessage(ports, {
      account_id: waiting.account_id,
      message_id: waiting.id,
      body: answerTo(known, sender),
      sender,
    })
  }
}
