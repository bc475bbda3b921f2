// Builds an e-mail in the reader's language with the bank's layout, and queues it.
import { alertCatalogue, type AlertKind } from 'contract/access/alerts.ts'
import type { Language } from 'contract/language.ts'
import type { Right } from 'contract/rights.ts'
import { layOut } from '../../documents/mail-layout.ts'
import { type BankIdentity, getBankIdentity } from '../bank/bank-identity-store.ts'
import type { Sql, Tx } from '../../db/db.ts'
import { type Mail, queueMail } from './mail-queue.ts'

export type Reader = { lang: Language; email: string; first_name: string }

export function mailBody(
  { lang, email }: Reader,
  { name }: BankIdentity,
  {
    title,
    ...content
  }: { title: string; paragraphs: string[]; link?: { label: string; url: string }; small?: string[] },
): Mail {
  return {
    recipient: email,
    lang,
    subject: `${title} · ${name}`,
    ...layOut({ lang, bank_name: name, title, ...content }),
  }
}

type Readership = { account_id: string; right: Right; kind: AlertKind }

/** Users who may see such items of the account and want e-mails about them. */
export const listReaders = (db: Sql, { account_id, right, kind }: Readership) =>
  db<Reader>`
    SELECT u.lang, u.first_name, u.email
      FROM memberships m
      JOIN users u ON u.id = m.user_id
     WHERE m.account_id = ${account_id} AND ${right} = ANY (m.rights) AND u.email IS NOT NULL AND email_is_enabled(u.id, m.account_id, ${kind}, ${alertCatalogue[kind].byMail})
     ORDER BY u.id`

/** Queues the same e-mail for each of them, in their language. */
export async function writeToReaders(
  tx: Tx,
  to: Readership,
  at: Date,
  write: (reader: Reader, bank: BankIdentity) => Mail,
): Promise<void> {
  const bank = await getBankIdentity(tx)
  for (const reader of await listReaders(tx, to)) await queueMail(tx, write(reader, bank), at)
}
