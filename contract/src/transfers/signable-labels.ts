import type { Language, Sentence } from '../language.ts'
import type { ItemToSign } from './signatures.ts'

/** Kinds of items in the approval inbox. */
export const signableLabels: Record<ItemToSign['kind'], Sentence> = {
  transfer: { fr: 'Virement', en: 'Transfer' },
  batch: { fr: 'Virement multiple', en: 'Multiple transfer' },
  topup: { fr: 'Recharge de carte', en: 'Card top-up' },
  recurring_topup: { fr: 'Recharge récurrente', en: 'Recurring top-up' },
  chequebook: { fr: 'Commande de chéquier', en: 'Chequebook order' },
  beneficiary: { fr: 'Nouveau bénéficiaire', en: 'New beneficiary' },
  beneficiary_account: { fr: 'Changement de compte d’un bénéficiaire', en: 'Changed account of a beneficiary' },
  mandate: { fr: 'Mandat de prélèvement', en: 'Direct debit mandate' },
  return: { fr: 'Paiement reçu à rendre', en: 'Received payment to give back' },
}

/** The payee, the file, the card or the creditor; an item without a name shows its kind. */
export const nameOfItem = ({ name, kind }: Pick<ItemToSign, 'name' | 'kind'>, language: Language): string =>
  name ?? signableLabels[kind][language]
