// The paper of an executed transfer, and what the bank says of it to whoever holds it.
import type { Language } from 'contract/language.ts'
import type { Proof } from 'contract/transfers.ts'
import { groupByFour } from 'contract/values/iban.ts'
import type { AccountCaller } from '../../caller.ts'
import { getBankIdentity } from '../../db/bank-identity.ts'
import type { Db } from '../../db/db.ts'
import { countRequest, minutesUntil, type Pace } from '../../db/request-limits.ts'
import { transaction } from '../../db/transaction.ts'
import type { Clock } from '../../outside/clock.ts'
import { newCode } from '../../outside/ids.ts'
import { newPaper } from '../../outside/paper.ts'
import { sayDay, sayMoney } from '../../outside/say.ts'
import { Refusal } from '../../refusal.ts'
import { isHidden } from './transfer-store.ts'
import { findProof, findProofFacts, keepCode, type ProofFacts } from './transfer-proof-store.ts'

type Ports = { db: Db; clock: Clock; portalUrl: string }

const words = {
  fr: {
    title: 'Preuve de virement',
    under: 'La banque atteste que ce virement a été exécuté.',
    payer: 'Donneur d’ordre',
    account: 'Compte débité',
    payee: 'Bénéficiaire',
    credited: 'Compte crédité',
    bank: 'Banque du bénéficiaire',
    amount: 'Montant',
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
    fees: 'Fees and tax',
    date: 'Executed on',
    label: 'Label',
    reference: 'Reference',
    check: 'Check this proof',
    how: 'Scan the code, or type it on the verification page. That page alone is authoritative.',
    file: 'Proof-of-transfer',
  },
} as const
function factsOf(facts: ProofFacts, lang: Language): { name: string; value: string }[] {
  const say = words[lang]
  const { amount, fees, tax, currency } = facts
  return [
    { name: say.payer, value: facts.holder },
    { name: say.account, value: groupByFour(facts.account_iban) },
    { name: say.payee, value: facts.beneficiary_name },
    { name: say.credited, value: groupByFour(facts.beneficiary_iban) },
    ...(facts.bank_name ? [{ name: say.bank, value: facts.bank_name }] : []),
    { name: say.amount, value: sayMoney(amount, currency, lang) },
    { name: say.fees, value: sayMoney(fees + tax, currency, lang) },
    { name: say.date, value: sayDay(facts.execution_date, lang) },
    { name: say.label, value: facts.label },
    { name: say.reference, value: facts.reference },
  ]
}

/** The paper of an executed transfer of the caller's account. The same code each time. */
export async function proveTransfer({ db, clock, portalUrl }: Ports, caller: AccountCaller, id: string, lang: Language) {
  const now = clock.now()
  const { facts, code, bank } = await transaction(db, async (tx) => {
    const found = await findProofFacts(tx, caller.account_id, id)
    if (!found || (await isHidden(tx, caller, id))) throw new Refusal('not_found')
    if (found.execution_status === 'returned') throw new Refusal('transfer_returned')
    if (found.execution_status !== 'executed') throw new Refusal('not_executed')
    const known = await keepCode(tx, { account_id: caller.account_id, id }, newCode(), now)
    return { facts: found, code: known, bank: await getBankIdentity(tx) }
  })
  const say = words[lang]
  const paper = newPaper({ lang, name: `${say.title} · ${facts.reference}`, bank, made_at: now })
  paper.title(say.title, say.under)
  paper.facts(factsOf(facts, lang))
  paper.section(say.check)
  paper.paragraph(say.how)
  paper.code(`${portalUrl}verify/${code}`, groupByFour(code))
  return { file_name: `${say.file}-${facts.reference}.pdf`, media_type: 'application/pdf', content: await paper.finish() }
}

// Papers are checked a few at a time; whoever tries codes one after the other soon waits.
const PACE: Pace = { free: 30, first_seconds: 10, most_seconds: 600, quiet_seconds: 900 }

/** What the bank says of a code, to anybody. Counted by network address. */
export async function checkProof({ db, clock }: Ports, code: string, address: string): Promise<Proof> {
  const now = clock.now()
  const wait = await countRequest(db, `proof:${address}`, PACE, now)
  if (wait) throw new Refusal('asked_too_often', { minutes: minutesUntil(wait, now) })
  const proof = await findProof(db, code)
  if (!proof) throw new Refusal('not_found')
  return proof
}
