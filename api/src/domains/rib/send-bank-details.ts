import type { Language } from 'contract/language.ts'
import type { AccountCaller } from '../../caller.ts'
import { recordEvent } from '../../db/audit.ts'
import { getBankIdentity } from '../../db/bank-identity.ts'
import { doOnce } from '../../db/idempotency.ts'
import { queueMail } from '../../db/mails.ts'
import type { Db } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import type { Clock } from '../../outside/clock.ts'
import { ofFrench } from 'contract/values/elision.ts'
import { layOut } from '../../outside/mail-layout.ts'
import { Refusal } from '../../refusal.ts'
import { factsOf, ribDocument } from './rib-document.ts'
import { countSendings, listBankDetails } from './rib-store.ts'

const MOST_A_DAY = 20
const DAY_MS = 86_400_000

const words = {
  fr: {
    subject: (holder: string) => `Coordonnées bancaires ${ofFrench(holder)}`,
    opening: (sender: string) => `${sender} vous envoie ces coordonnées bancaires.`,
    closing: 'Elles sont aussi jointes à ce message, au format PDF.',
  },
  en: {
    subject: (holder: string) => `Bank details of ${holder}`,
    opening: (sender: string) => `${sender} sends you these bank details.`,
    closing: 'They are also attached to this message as a PDF.',
  },
} as const

export type Sending = {
  caller: AccountCaller
  wish: { to: readonly string[]; lang: Language; message?: string | null | undefined }
  once: { key: string; request_hash: string }
}

/** Sends the bank details to each address, the PDF attached. At most 20 sendings per account in 24 hours; each is in the journal. */
export async function sendBankDetails({ db, clock }: { db: Db; clock: Clock }, { caller, wish, once }: Sending): Promise<null> {
  const now = clock.now()
  const { account_id, user_id } = caller
  const [details, bank] = await Promise.all([listBankDetails(db, account_id), getBankIdentity(db)])
  const file = await ribDocument(details, { lang: wish.lang, bank, made_at: now })
  const say = words[wish.lang]
  const holder = details[0]?.holder ?? ''
  const letter = layOut({
    lang: wish.lang,
    bank_name: bank.name,
    title: say.subject(holder),
    paragraphs: [
      say.opening(caller.full_name),
      ...(wish.message ? [wish.message] : []),
      ...details.map((one) =>
        factsOf(one, wish.lang)
          .map(({ name, value }) => `${name} : ${value}`)
          .join('\n'),
      ),
      say.closing,
    ],
  })
  return transaction(db, (tx) =>
    doOnce(tx, { user_id, ...once }, now, async () => {
      const sent = await countSendings(tx, account_id, new Date(now.getTime() - DAY_MS))
      if (sent >= MOST_A_DAY) throw new Refusal('too_many_emails', { most: MOST_A_DAY })
      const attachments = [{ name: file.file_name, media_type: file.media_type, content: file.content }]
      const recipients = new Set(wish.to)
      for (const recipient of recipients) {
        await queueMail(tx, { recipient, lang: wish.lang, subject: say.subject(holder), ...letter, attachments }, now)
      }
      const { session_id, address } = caller
      const facts = { recipients: recipients.size, lang: wish.lang }
      await recordEvent(tx, { at: now, user_id, session_id, account_id, address, action: 'rib.email', subject_id: account_id, facts })
      return null
    }),
  )
}
