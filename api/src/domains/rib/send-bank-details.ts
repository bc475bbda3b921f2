import type { Language } from 'contract/language.ts'
import type { AccountCaller } from '../../caller.ts'
import { byCaller, recordEvent } from '../audit/audit-store.ts'
import { getCorrespondence } from '../accounts/correspondence-store.ts'
import { getBankIdentity } from '../bank/bank-identity-store.ts'
import { runIdempotent } from '../../db/idempotency.ts'
import { queueMail } from '../notifications/mail-queue.ts'
import type { Db } from '../../db/db.ts'
import { transaction } from '../../db/transaction.ts'
import type { Clock } from '../../adapters/clock.ts'
import { ofFrench } from 'contract/values/elision.ts'
import { layOut } from '../../documents/mail-layout.ts'
import { Refusal } from '../../refusal.ts'
import { mailedFacts, ribDocument } from './rib-document.ts'
import { countSendings, listBankDetails } from './rib-store.ts'

const MAX_A_DAY = 20
const DAY_MS = 86_400_000

const translations = {
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
  input: { to: readonly string[]; lang: Language; message?: string | null | undefined }
  once: { key: string; request_hash: string }
}

/** Sends the bank details to each address, with the PDF document attached. At most 20 per account in 24 hours; the audit log records each. */
export async function sendBankDetails(
  { db, clock }: { db: Db; clock: Clock },
  { caller, input, once }: Sending,
): Promise<null> {
  const now = clock.now()
  const { account_id, user_id } = caller
  const [details, bank, correspondence] = await Promise.all([
    listBankDetails(db, account_id),
    getBankIdentity(db),
    getCorrespondence(db, account_id),
  ])
  const file = await ribDocument(details, { correspondence, lang: input.lang, bank, made_at: now })
  const labels = translations[input.lang]
  const holder = details[0]?.holder ?? ''
  const mail = layOut({
    lang: input.lang,
    bank_name: bank.name,
    title: labels.subject(holder),
    paragraphs: [
      labels.opening(caller.full_name),
      ...(input.message ? [input.message] : []),
      ...details.map((one) =>
        mailedFacts(one, correspondence, input.lang)
          .map(({ name, value }) => `${name} : ${value}`)
          .join('\n'),
      ),
      labels.closing,
    ],
  })
  return transaction(db, (tx) =>
    runIdempotent(tx, { user_id, ...once }, now, async () => {
      const sent = await countSendings(tx, account_id, new Date(now.getTime() - DAY_MS))
      if (sent >= MAX_A_DAY) throw new Refusal('too_many_emails', { max: MAX_A_DAY })
      const attachments = [{ name: file.file_name, media_type: file.media_type, content: file.content }]
      const recipients = new Set(input.to)
      for (const recipient of recipients) {
        await queueMail(tx, { recipient, lang: input.lang, subject: labels.subject(holder), ...mail, attachments }, now)
      }
      const facts = { recipients: recipients.size, lang: input.lang }
      await recordEvent(tx, {
        at: now,
        ...byCaller(caller),
        action: 'rib.email',
        subject_id: account_id,
        facts,
      })
      return null
    }),
  )
}
