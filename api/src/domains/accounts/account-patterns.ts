import { frenchLabelOf } from 'contract/accounts/account-labels.ts'
import { containing } from '../../db/like.ts'

/** LIKE patterns of an account's label: the searched text, and the French label of the kind of account that it names in English. */
export const accountPatterns = (search: string): string[] =>
  [search, frenchLabelOf(search)].flatMap((text) => (text === null ? [] : containing(text)))
