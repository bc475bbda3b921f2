// The identity of an order: the payee under its name, and the label in words that people read. Pure.
import { identityOfAccount } from 'contract/accounts/account-identity.ts'
import { ribOf } from 'contract/values/iban.ts'
import { type Identity, identityOfName } from 'contract/values/identity.ts'
import { identityOf } from '../counterparties/identity-rules.ts'
import { isInCapitals } from '../counterparties/proper-names.ts'

type Order = { name: string; iban: string; label: string; is_own_account: boolean }

export function identityOfOrder({ name, iban, label, is_own_account }: Order): Identity {
  // What the customer has written stays as it is; the wording of machines is read.
  const read = identityOf({ type: 'transfer_out', label, counterparty: name })
  const memo = isInCapitals(label) ? read.memo : label
  if (is_own_account) return identityOfAccount({ label: name, number: ribOf(iban).account_number }, memo)
  return read.name === name ? { ...read, memo, state: null } : identityOfName(name, memo)
}
