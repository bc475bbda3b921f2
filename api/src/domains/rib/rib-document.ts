// Writes the bank details as a PDF document (domain.md 8).
import type { Language } from 'contract/language.ts'
import { type BankDetails, bankDetailsCode } from 'contract/accounts/rib.ts'
import { groupByFour } from 'contract/values/iban.ts'
import type { Letterhead } from '../../documents/pdf-pages.ts'
import { createPdf } from '../../documents/pdf.ts'

const translations = {
  fr: {
    title: 'Relevé d’identité bancaire',
    use: 'À donner à vos clients et à vos débiteurs pour recevoir un paiement.',
    holder: 'Titulaire',
    domiciliation: 'Domiciliation',
    bank_code: 'Code banque',
    agency_code: 'Code guichet',
    account_number: 'Numéro de compte',
    key: 'Clé RIB',
    correspondent: 'Banque correspondante',
    currency: 'Devise',
    file: 'RIB',
  },
  en: {
    title: 'Bank details',
    use: 'To give to your customers and debtors so that they can pay you.',
    holder: 'Account holder',
    domiciliation: 'Branch',
    bank_code: 'Bank code',
    agency_code: 'Branch code',
    account_number: 'Account number',
    key: 'RIB key',
    correspondent: 'Correspondent bank',
    currency: 'Currency',
    file: 'Bank-details',
  },
} as const

type Context = { name: string; value: string }[]

/** The lines of one currency, without those that the account lacks. */
export function factsOf(details: BankDetails, lang: Language): Context {
  const labels = translations[lang]
  const correspondent = [details.correspondent_bank, details.correspondent_bic]
    .filter((part) => part !== null)
    .join(', ')
  return [
    { name: labels.holder, value: details.holder },
    { name: 'IBAN', value: groupByFour(details.iban) },
    { name: 'BIC', value: details.bic },
    { name: labels.domiciliation, value: `${details.agency_name}, ${details.agency_address}` },
    { name: labels.bank_code, value: details.bank_code },
    { name: labels.agency_code, value: details.agency_code },
    { name: labels.account_number, value: groupByFour(details.account_number) },
    { name: labels.key, value: details.key },
    ...(correspondent === '' ? [] : [{ name: labels.correspondent, value: correspondent }]),
    { name: labels.currency, value: details.currency },
  ]
}

/** Writes the PDF document and its file name. */
export async function ribDocument(
  details: readonly BankDetails[],
  { lang, bank, made_at }: { lang: Language; bank: Letterhead; made_at: Date },
): Promise<{ file_name: string; media_type: string; content: Buffer }> {
  const labels = translations[lang]
  const [first] = details
  if (!first) throw new Error('an account without bank details')
  const pdf = createPdf({ lang, name: `${labels.title} · ${first.holder}`, bank, made_at })
  pdf.title(labels.title, labels.use)
  for (const one of details) {
    pdf.facts(factsOf(one, lang))
    pdf.code(bankDetailsCode(one), one.currency)
  }
  const holder = first.holder
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
  return { file_name: `${labels.file}-${holder}.pdf`, media_type: 'application/pdf', content: await pdf.finish() }
}
