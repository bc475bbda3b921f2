import type { TopupReason } from 'contract/products/card-topups.ts'
import type { Language } from 'contract/language.ts'
import { maskedCardNumber } from 'contract/values/card-number.ts'
import { getBankIdentity } from '../bank/bank-identity-store.ts'
import type { Tx } from '../../db/db.ts'
import { queueMail } from '../notifications/mail-queue.ts'
import { formatMoney } from '../../formats/text.ts'
import { mailBody } from '../notifications/mail-to-readers.ts'
import { findCards } from './card-store.ts'
import { findReader } from './topup-store.ts'

const reasons: Record<TopupReason, { fr: string; en: string }> = {
  refused: { fr: 'Un valideur l’a refusée.', en: 'A validator refused it.' },
  expired: { fr: 'Elle n’a pas été validée à temps.', en: 'It was not validated in time.' },
  funds: { fr: 'La provision du compte ne suffisait pas.', en: 'The account did not hold enough.' },
  payer: { fr: 'Le compte à débiter est bloqué ou clos.', en: 'The account to debit is blocked or closed.' },
  card_blocked: { fr: 'La carte est bloquée ou en opposition.', en: 'The card is blocked or stopped.' },
  card_expired: { fr: 'La carte est expirée.', en: 'The card has expired.' },
  holding_cap: {
    fr: 'Les cartes du client auraient dépassé ensemble le solde autorisé.',
    en: 'The cards of the customer would have held more together than authorised.',
  },
  monthly_cap: {
    fr: 'Le plafond des recharges du mois, toutes cartes comprises, aurait été dépassé.',
    en: 'The cap on top-ups of the month, all cards included, would have been exceeded.',
  },
}

export type FailedTopup = {
  account_id: string
  card_id: string
  amount: number
  /** Null: a recurring top-up as a whole. */
  reference: string | null
  created_by: string
  code: TopupReason
  reason: string | null
  /** One date of a recurring top-up: the others continue. */
  continues?: boolean
}

function reasonOf(failed: FailedTopup, card: string, lang: Language): string[] {
  const { reference, code, reason, continues } = failed
  const isStopped = continues === false && code === 'card_expired'
  const amount = formatMoney(failed.amount, 'XOF', lang)
  const named = reference ? ` (${reference})` : ''
  if (lang === 'fr')
    return [
      `La recharge de ${amount} de la carte ${card}${named} n’a pas été effectuée. ${reasons[code].fr} Rien n’a été débité.`,
      ...(reason ? [`Motif : ${reason}`] : []),
      ...(continues ? ['Votre recharge récurrente continue : la prochaine date est inchangée.'] : []),
      ...(isStopped ? ['Votre recharge récurrente est arrêtée : une carte expirée ne peut plus être rechargée.'] : []),
    ]
  return [
    `The top-up of ${amount} of the card ${card}${named} was not carried out. ${reasons[code].en} Nothing was debited.`,
    ...(reason ? [`Reason: ${reason}`] : []),
    ...(continues ? ['Your recurring top-up goes on: its next date is unchanged.'] : []),
    ...(isStopped ? ['Your recurring top-up has stopped: an expired card can no longer be topped up.'] : []),
  ]
}

/** Notifies the authors of these top-ups that they failed, and why. */
export async function notifyOfTopups(tx: Tx, failures: readonly FailedTopup[], now: Date): Promise<void> {
  if (failures.length === 0) return
  const bank = await getBankIdentity(tx)
  for (const failed of failures) {
    const author = await findReader(tx, failed.account_id, failed.created_by)
    const [card] = await findCards(tx, failed.account_id, failed.card_id, now.toISOString().slice(0, 10))
    if (!author?.email || !card) continue
    const { lang, first_name, email } = author
    const title = lang === 'fr' ? 'Une recharge n’a pas été effectuée' : 'A top-up was not carried out'
    const hello = lang === 'fr' ? `Bonjour ${first_name},` : `Hello ${first_name},`
    const paragraphs = [hello, ...reasonOf(failed, maskedCardNumber(card.last_digits), lang)]
    await queueMail(tx, mailBody({ lang, first_name, email }, bank, { title, paragraphs }), now)
  }
}
