// Names the kinds of accounts, and an account as the other side of a movement.
import type { Sentence } from '../language.ts'
import { type Identity, joinTexts, type LocalText } from '../values/identity.ts'
import type { Account } from './accounts.ts'

export const accountKindLabels: Record<Account['kind'], Sentence> = {
  checking: { fr: 'Compte de chèques', en: 'Cheque account' },
  current: { fr: 'Compte courant', en: 'Current account' },
  savings: { fr: 'Compte d’épargne', en: 'Savings account' },
  payroll: { fr: 'Compte salaires', en: 'Payroll account' },
  currency: { fr: 'Compte en devises', en: 'Foreign currency account' },
}

/** Both languages where the account has the name of a kind; a name of its own stays as it is. */
export function accountName(label: string): LocalText {
  const written = label.replaceAll("'", '’')
  return Object.values(accountKindLabels).find(({ fr }) => fr === written) ?? written
}

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
