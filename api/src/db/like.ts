import { frenchLabelOf } from 'contract/accounts/account-labels.ts'

/** Escapes a text as a LIKE pattern that finds it anywhere: %, _ and \ are matched literally, and letters are composed as stored ones are. */
export const containing = (text: string) => `%${text.normalize('NFC').replace(/[\\%_]/g, '\\$&')}%`

/** Patterns of an account's label, one a line: what is searched, and in French the kind of account that it names in English. */
export const accountPatterns = (search: string): string =>
  [search, frenchLabelOf(search)].flatMap((text) => (text === null ? [] : containing(text))).join('\n')
