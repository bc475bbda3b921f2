import type { Operation } from 'contract/accounts/operations.ts'
import { textIn } from 'contract/values/identity.ts'
import { accountName } from '../../lib/account-name.ts'
import { useLanguage } from '../../lib/language.ts'

/** Several accounts may have one label: the last digits distinguish them, as in the menu. */
export const nameOf = ({ label, number }: NonNullable<Operation['account']>) =>
  `${accountName(label)} •• ${number.slice(-4)}`

/** The name of who stands on the other side, in the active language. */
export function useSubject(): (operation: Pick<Operation, 'identity'>) => string {
  const language = useLanguage()
  return ({ identity }) => textIn(identity.name, language)
}
