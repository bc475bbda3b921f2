// Watches the guarantee of instant payments: warns the bank when little is left, and compares it with what the platform has.
import type { Clock } from '../../../adapters/clock.ts'
import type { Db, Tx } from '../../../db/db.ts'
import { transaction } from '../../../db/transaction.ts'
import { layOut } from '../../../documents/mail-layout.ts'
import type { AipCallback } from '../../../formats/instant/aip-callbacks.ts'
import { formatMoney } from '../../../formats/text.ts'
import { type BankIdentity, getBankIdentity } from '../../bank/bank-identity-store.ts'
import { type Mail, queueMail } from '../../notifications/mail-queue.ts'
import { getGuarantee, markGuaranteeWarned, savePlatformGuarantee } from '../platform/guarantee-store.ts'
import type { Applied } from './receive-outcome.ts'

type Ports = { db: Db; clock: Clock; logError: (facts: object, sentence: string) => void }

/** To the bank itself, in both languages. */
function warningMail({ name, email }: BankIdentity, remaining: number, threshold: number): Mail {
  const title = 'Garantie des paiements instantanés presque épuisée'
  const left = { fr: formatMoney(remaining, 'XOF', 'fr'), en: formatMoney(remaining, 'XOF', 'en') }
  const limit = { fr: formatMoney(threshold, 'XOF', 'fr'), en: formatMoney(threshold, 'XOF', 'en') }
  const paragraphs = [
    `Il reste ${left.fr} de la garantie déposée à la BCEAO ; le seuil d’alerte est de ${limit.fr}. Une fois la garantie épuisée, les paiements instantanés des clients sont refusés.`,
    'Après un dépôt, enregistrez le nouveau montant : connect instant guarantee <montant>.',
    `${left.en} of the guarantee at the BCEAO are left; the warning threshold is ${limit.en}. Once it is used up, instant payments of customers are refused.`,
    'After a deposit, record the new amount: connect instant guarantee <amount>.',
  ]
  return {
    recipient: email,
    lang: 'fr',
    subject: `${title} · ${name}`,
    ...layOut({ lang: 'fr', bank_name: name, title, paragraphs }),
  }
}

/** Warns once while less is left than the parameter says. Answers whether it has warned now. */
export async function watchGuarantee({ db, clock, logError }: Ports): Promise<boolean> {
  const isLow = await transaction(db, async (tx) => {
    const now = clock.now()
    const low = await markGuaranteeWarned(tx, now)
    if (low) await queueMail(tx, warningMail(await getBankIdentity(tx), low.remaining, low.threshold), now)
    return low !== null
  })
  if (isLow) logError({}, 'little is left of the guarantee of instant payments')
  return isLow
}

/**
 * The platform notifies what is left. It may count payments whose outcome the bank does not know yet as used or not; beyond these, both sides must
 * agree.
 */
export async function receiveGuarantee(
  tx: Tx,
  { montantGarantie, montantRestantGarantie: remaining }: AipCallback<'/notifications/garantie'>,
  now: Date,
): Promise<Applied> {
  const { amount, used, on_their_way } = await getGuarantee(tx)
  if (remaining !== undefined) await savePlatformGuarantee(tx, remaining, now)
  const agrees = remaining === undefined || (remaining >= amount - used && remaining <= amount - used + on_their_way)
  return agrees && (montantGarantie === undefined || montantGarantie === amount) ? 'applied' : 'contradiction'
}
