// Creates the proof of an executed transfer, and verifies its code for a person who has it.
import type { Language } from 'contract/language.ts'
import type { Proof } from 'contract/transfers/transfers.ts'
import { groupByFour } from 'contract/values/iban.ts'
import type { AccountCaller } from '../../caller.ts'
import { getBankIdentity } from '../bank/bank-identity-store.ts'
import type { Db } from '../../db/db.ts'
import { countRequest, minutesUntil, type RateLimit } from '../../db/rate-limits.ts'
import { transaction } from '../../db/transaction.ts'
import type { Clock } from '../../adapters/clock.ts'
import { newCode } from '../../adapters/ids.ts'
import { createPdf } from '../../documents/pdf.ts'
import { formatDay, formatMoney, formatRate } from '../../formats/text.ts'
import { Refusal } from '../../refusal.ts'
import { isHidden } from '../transfers/transfer-store.ts'
import { findProof, findProofContext, upsertCode, type ProofContext } from './transfer-proof-store.ts'

type Ports = { db: Db; clock: Clock; portalUrl: string }

const translations = {
  fr: {
    title: 'Preuve de virement',
    under: 'La banque atteste que ce virement a été exécuté.',
    payer: 'Donneur d’ordre',
    account: 'Compte débité',
    payee: 'Bénéficiaire',
    credited: 'Compte crédité',
    bank: 'Banque du bénéficiaire',
    amount: 'Montant',
    received: 'Reçu par le bénéficiaire',
    rate: 'Cours appliqué',
    fees: 'Frais et taxe',
    date: 'Exécuté le',
    label: 'Motif',
    reference: 'Référence',
    check: 'Vérifier cette preuve',
    how: 'Scannez le code, ou saisissez-le sur la page de vérification. Seule cette page fait foi.',
    file: 'Preuve-de-virement',
  },
  en: {
    title: 'Proof of transfer',
    under: 'The bank certifies that this transfer has been executed.',
    payer: 'Ordering customer',
    account: 'Account debited',
    payee: 'Beneficiary',
    credited: 'Account credited',
    bank: 'Beneficiary’s bank',
    amount: 'Amount',
    received: 'Received by the beneficiary',
    rate: 'Exchange rate',
    fees: 'Fees and tax',
    date: 'Executed on',
    label: 'Label',
    reference: 'Reference',
    check: 'Check this proof',
    how: 'Scan the code, or type it on the verification page. That page alone is authoritative.',
    file: 'Proof-of-transfer',
  },
} as const

/** What the payee receives in another currency, and the rate. */
function exchangeFacts({ credit_amount, credit_currency, exchange_rate, currency }: ProofContext, lang: Language) {
  if (credit_amount === null || credit_currency === null || exchange_rate === null) return []
  const labels = translations[lang]
  const foreign = credit_currency === 'XOF' ? currency : credit_currency
  return [
    { name: labels.received, value: formatMoney(credit_amount, credit_currency, lang) },
    { name: labels.rate, value: formatRate(exchange_rate, foreign, lang) },
  ]
}

function factsOf(facts: ProofContext, lang: Language): { name: string; value: string }[] {
  const labels = translations[lang]
  const { amount, fees, tax, currency } = facts
  return [
    { name: labels.payer, value: facts.holder },
    { name: labels.account, value: groupByFour(facts.account_iban) },
    { name: labels.payee, value: facts.beneficiary_name },
    { name: labels.credited, value: groupByFour(facts.beneficiary_iban) },
    ...(facts.bank_name ? [{ name: labels.bank, value: facts.bank_name }] : []),
    { name: labels.amount, value: formatMoney(amount, currency, lang) },
    ...exchangeFacts(facts, lang),
    { name: labels.fees, value: formatMoney(fees + tax, currency, lang) },
    { name: labels.date, value: formatDay(facts.execution_date, lang) },
    { name: labels.label, value: facts.label },
    { name: labels.reference, value: facts.reference },
  ]
}

/** The proof of an executed transfer of the caller's account. The code is the same each time. */
export async function proveTransfer(
  { db, clock, portalUrl }: Ports,
  caller: AccountCaller,
  id: string,
  lang: Language,
) {
  const now = clock.now()
  const { facts, code, bank } = await transaction(db, async (tx) => {
    const found = await findProofContext(tx, caller.account_id, id)
    if (!found || (await isHidden(tx, caller, id))) throw new Refusal('not_found')
    if (found.execution_status === 'returned') throw new Refusal('transfer_returned')
    if (found.execution_status !== 'executed') throw new Refusal('not_executed')
    const known = await upsertCode(tx, { account_id: caller.account_id, id }, newCode(), now)
    return { facts: found, code: known, bank: await getBankIdentity(tx) }
  })
  const labels = translations[lang]
  const pdf = createPdf({ lang, name: `${labels.title} · ${facts.reference}`, bank, made_at: now })
  pdf.title(labels.title, labels.under)
  pdf.facts(factsOf(facts, lang))
  pdf.section(labels.check)
  pdf.paragraph(labels.how)
  pdf.code(`${portalUrl}verify/${code}`, groupByFour(code))
  return {
    file_name: `${labels.file}-${facts.reference}.pdf`,
    media_type: 'application/pdf',
    content: await pdf.finish(),
  }
}

// A person checks a few codes at a time; trying many of them is delayed soon.
const RATE_LIMIT: RateLimit = { free: 30, first_seconds: 10, most_seconds: 600, quiet_seconds: 900 }

/** Verifies a code, for anybody. Rate-limited by network address. */
export async function checkProof({ db, clock }: Ports, code: string, address: string): Promise<Proof> {
  const now = clock.now()
  const wait = await countRequest(db, `proof:${address}`, RATE_LIMIT, now)
  if (wait) throw new Refusal('asked_too_often', { minutes: minutesUntil(wait, now) })
  const proof = await findProof(db, code)
  if (!proof) throw new Refusal('not_found')
  return proof
}
