// Writes the bank details as a PDF document (domain.md 8).
import type { Language } from 'contract/language.ts'
import { type BankDetails, bankDetailsCode } from 'contract/accounts/rib.ts'
import { groupByFour } from 'contract/values/iban.ts'
import type { Correspondence } from '../accounts/correspondence-store.ts'
import type { Letterhead } from '../../documents/pdf-pages.ts'
import { createPdf } from '../../documents/pdf.ts'

const translations = {
  fr: {
    title: 'Relevé d’identité bancaire',
    use: 'À donner à vos clients et à vos débiteurs pour recevoir un paiement.',
    holder: 'Titulaire',
    address: 'Adresse',
    scan: 'À scanner pour saisir ces coordonnées',
    domiciliation: 'Domiciliation',
    bank_code: 'Banque',
    agency_code: 'Guichet',
    account_number: 'Compte',
    key: 'Clé',
    correspondent: 'Banque correspondante',
    currency: 'Devise',
    file: 'RIB',
  },
  en: {
    title: 'Bank details',
    use: 'To give to your customers and debtors so that they can pay you.',
    holder: 'Account holder',
    address: 'Address',
    scan: 'Scan to enter these details',
    domiciliation: 'Held at',
    bank_code: 'Bank',
    agency_code: 'Branch',
    account_number: 'Account',
    key: 'Key',
    correspondent: 'Correspondent bank',
    currency: 'Currency',
    file: 'Bank-details',
  },
} as const

type Context = { name: string; value: string }[]

/** The lines of one currency, without those that the account lacks. */
function factsOf(details: BankDetails, { holder_address, branch_phone }: Correspondence, lang: Language): Context {
  const labels = translations[lang]
  const correspondent = [details.correspondent_bank, details.correspondent_bic]
    .filter((part) => part !== null)
    .join(', ')
  return [
    { name: labels.holder, value: details.holder },
    ...(holder_address === null ? [] : [{ name: labels.address, value: holder_address }]),
    { name: 'IBAN', value: groupByFour(details.iban) },
    { name: 'BIC', value: details.bic },
    {
      name: labels.domiciliation,
      value: `${details.bank_name}, ${details.agency_name}\n${details.agency_address}\n${branch_phone}`,
    },
    ...(correspondent === '' ? [] : [{ name: labels.correspondent, value: correspondent }]),
    { name: labels.currency, value: details.currency },
  ]
}

/** The parts of the RIB, as the boxes of the document show them. */
const partsOf = (details: BankDetails, lang: Language): Context => {
  const labels = translations[lang]
  return [
    { name: labels.bank_code, value: details.bank_code },
    { name: labels.agency_code, value: details.agency_code },
    { name: labels.account_number, value: details.account_number },
    { name: labels.key, value: details.key },
  ]
}

/** The lines of one currency in an e-mail, without the holder's address. */
export const mailedFacts = (details: BankDetails, correspondence: Correspondence, lang: Language): Context => [
  ...factsOf(details, { ...correspondence, holder_address: null }, lang),
  ...partsOf(details, lang),
]

const BOX_WIDTHS = [2, 2, 4, 1] as const

/** Writes the PDF document and its file name. */
export async function ribDocument(
  details: readonly BankDetails[],
  {
    correspondence,
    lang,
    bank,
    made_at,
  }: { correspondence: Correspondence; lang: Language; bank: Letterhead; made_at: Date },
): Promise<{ file_name: string; media_type: string; content: Buffer }> {
  const labels = translations[lang]
  const [first] = details
  if (!first) throw new Error('an account without bank details')
  const pdf = createPdf({ lang, name: `${labels.title} · ${first.holder}`, bank, made_at })
  pdf.title(labels.title, labels.use)
  for (const one of details) {
    pdf.boxes(partsOf(one, lang).map((part, at) => ({ ...part, share: BOX_WIDTHS[at] ?? 1 })))
    pdf.facts(factsOf(one, correspondence, lang))
    pdf.code(bankDetailsCode(one), labels.scan)
  }
  const holder = first.holder
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
  return { file_name: `${labels.file}-${holder}.pdf`, media_type: 'application/pdf', content: await pdf.finish() }
}
