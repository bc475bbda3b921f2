// Writes the payment code of an address as a PDF document, to print and put on a counter.
import { paymentCodeOf, type ReceiverKind } from 'contract/accounts/payment-aliases.ts'
import type { Language } from 'contract/language.ts'
import { paymentQrText } from 'contract/values/payment-qr.ts'
import type { Letterhead } from '../../../documents/pdf-pages.ts'
import { createPdf } from '../../../documents/pdf.ts'
import { formatMoney } from '../../../formats/text.ts'

const translations = {
  fr: {
    title: 'Payer par PI',
    use: 'À scanner avec l’application de votre banque ou de votre portefeuille, dans les huit pays de l’UEMOA.',
    holder: 'Bénéficiaire',
    address: 'Adresse de paiement',
    amount: 'Montant',
    free: 'À saisir par le payeur',
    reference: 'Référence',
    scan: 'Vérifiez le nom affiché avant de payer',
    steps:
      'Ouvrez votre application, choisissez « Scanner », puis visez ce code. Le paiement arrive en quelques secondes.',
    file: 'Code-PI',
  },
  en: {
    title: 'Pay by PI',
    use: 'Scan with the application of your bank or wallet, in the eight countries of the UEMOA.',
    holder: 'Payee',
    address: 'Payment address',
    amount: 'Amount',
    free: 'To be typed by the payer',
    reference: 'Reference',
    scan: 'Check the displayed name before you pay',
    steps: 'Open your application, choose “Scan”, then aim at this code. The payment arrives in seconds.',
    file: 'PI-code',
  },
} as const

/** Nine centimetres, in points: read from across a counter. */
const CODE_SIDE = 255

export async function paymentCodeDocument(
  code: { receiver: ReceiverKind; holder: string; alias: string; amount: number | null; reference: string | null },
  { lang, bank, made_at }: { lang: Language; bank: Letterhead; made_at: Date },
): Promise<{ file_name: string; media_type: string; content: Buffer }> {
  const labels = translations[lang]
  const { receiver, holder, alias, amount, reference } = code
  const pdf = createPdf({ lang, name: `${labels.title} · ${holder}`, bank, made_at })
  pdf.title(labels.title, labels.use)
  pdf.facts([
    { name: labels.holder, value: holder },
    { name: labels.address, value: alias },
    { name: labels.amount, value: amount === null ? labels.free : formatMoney(amount, 'XOF', lang) },
    ...(reference === null ? [] : [{ name: labels.reference, value: reference }]),
  ])
  pdf.code(paymentQrText(paymentCodeOf(receiver, alias, { amount, reference })), labels.scan, {
    side: CODE_SIDE,
    text: labels.steps,
  })
  const name = holder.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60)
  return { file_name: `${labels.file}-${name}.pdf`, media_type: 'application/pdf', content: await pdf.finish() }
}
