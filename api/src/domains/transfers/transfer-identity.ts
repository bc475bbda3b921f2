// The identity of an order: the payee under its name, and the label in words that people read. Pure.
import { type Identity, identityOfName } from 'contract/values/identity.ts'
import { identityOf } from '../counterparties/identity-rules.ts'
import { isInCapitals } from '../counterparties/proper-names.ts'

type Order = { name: string; label: string; is_own_account: boolean }

export function identityOfOrder({ name, label, is_own_account }: Order): Identity {
  // What the customer has written stays as it is; the wording of machines is read.
  const read = identityOf({ type: 'transfer_out', label, counterparty: name })
  const memo = isInCapitals(label) ? read.memo : label
  if (is_own_account) return { name, memo, kind: 'own', tint: 'brand', glyph: null, state: null }
  return read.name === name ? { ...read, memo, state: null } : identityOfName(name, memo)
}
