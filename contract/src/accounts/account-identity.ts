// Shows an account of the customer as the other side of a movement.
import { type Identity, joinTexts, type LocalText } from '../values/identity.ts'
import { accountName } from './account-labels.ts'
import type { Account } from './accounts.ts'

/** An account of the customer, with the sign of the bank: "Compte d’épargne •• 2002". */
export const identityOfAccount = (
  { label, number }: Pick<Account, 'label' | 'number'>,
  memo: LocalText | null = null,
): Identity => ({
  name: joinTexts(accountName(label), `•• ${number.slice(-4)}`, ' '),
  memo,
  kind: 'own',
  tint: 'brand',
  glyph: null,
  state: null,
})
