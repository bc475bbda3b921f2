import { accountName as nameOf } from 'contract/accounts/account-labels.ts'
import { translate } from './language.ts'

/** The label of an account in the language of the reader, where it begins with a kind; any other label as it is. */
export function accountName(label: string): string {
  const name = nameOf(label)
  return typeof name === 'string' ? name : translate(name)
}
