// The identity of an item to sign: who is paid, or what is ordered. Pure.
import type { ItemToSign } from 'contract/transfers/signatures.ts'
import { type Identity, identityOfName, type LocalText } from 'contract/values/identity.ts'
import { maskedCardNumber } from 'contract/values/card-number.ts'
import { identityOfBatch } from '../batches/batch-identity.ts'
import { identityOfOrder } from '../transfers/transfer-identity.ts'

export type NamedItem = Pick<ItemToSign, 'kind' | 'name' | 'detail' | 'count' | 'iban'> & {
  /** The last digits of the card of a top-up. */
  last_digits: string | null
  /** The cheques of one chequebook. */
  leaves: number | null
  is_own_account: boolean
}

const several = (count: number, one: string, many: string) => (count > 1 ? many : one)

export function identityOfItem({
  kind,
  name,
  detail,
  count,
  iban,
  last_digits,
  leaves,
  is_own_account,
}: NamedItem): Identity {
  const plain = { glyph: null, state: null } as const
  const of = name ?? ''
  const many = count ?? 0
  if (kind === 'batch') return identityOfBatch({ file_name: of, line_count: many })
  if (kind === 'topup' || kind === 'recurring_topup') {
    const number = maskedCardNumber(last_digits ?? '').slice(-4)
    const what =
      kind === 'topup' ? { fr: 'Recharge', en: 'Top-up' } : { fr: 'Recharge récurrente', en: 'Recurring top-up' }
    return {
      ...plain,
      name: { fr: `Carte •• ${number}`, en: `Card •• ${number}` },
      memo: detail === null ? what : { fr: `${what.fr} · ${detail}`, en: `${what.en} · ${detail}` },
      kind: 'card',
      tint: 'card',
    }
  }
  if (kind === 'chequebook') {
    const what = { fr: 'Commande', en: 'Order' }
    const of_leaves =
      leaves === null ? { fr: '', en: '' } : { fr: ` de ${leaves} formules`, en: ` of ${leaves} cheques` }
    return {
      ...plain,
      name: {
        fr: `${many} ${several(many, 'chéquier', 'chéquiers')}${of_leaves.fr}`,
        en: `${many} ${several(many, 'chequebook', 'chequebooks')}${of_leaves.en}`,
      },
      memo:
        detail === null
          ? what
          : { fr: `${what.fr} · Retrait\u00a0: ${detail}`, en: `${what.en} · Collection: ${detail}` },
      kind: 'bank',
      tint: 'neutral',
      glyph: 'chequebook',
    }
  }
  if (kind === 'transfer') return identityOfOrder({ name: of, iban: iban ?? '', label: detail ?? '', is_own_account })
  const memos: Record<Exclude<typeof kind, 'transfer'>, LocalText> = {
    beneficiary: { fr: 'Bénéficiaire à approuver', en: 'Beneficiary to approve' },
    beneficiary_account: { fr: 'Changement de compte à approuver', en: 'Changed account to approve' },
    mandate: { fr: 'Mandat de prélèvement à confirmer', en: 'Direct debit mandate to confirm' },
    return: { fr: 'Paiement reçu à rendre', en: 'Received payment to give back' },
  }
  // Creditors are companies.
  return kind === 'mandate' ? identityOfName(of, memos[kind], true) : identityOfName(of, memos[kind])
}
