// How the bank writes to people: one letter, in their language, under its name.
import type { Language } from 'contract/language.ts'
import { layOut } from '../outside/mail-layout.ts'
import type { BankIdentity } from './bank-identity.ts'
import type { Mail } from './mails.ts'

export type Reader = { lang: Language; email: string; first_name: string }

export function letter(
  { lang, email }: Reader,
  { name }: BankIdentity,
  { title, ...words }: { title: string; paragraphs: string[]; link?: { label: string; url: string }; small?: string[] },
): Mail {
  return { recipient: email, lang, subject: `${title} · ${name}`, ...layOut({ lang, bank_name: name, title, ...words }) }
}
