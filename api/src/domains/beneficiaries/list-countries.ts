import type { Country } from 'contract/transfers/beneficiaries.ts'
import type { Language } from 'contract/language.ts'
import type { Db } from '../../db/db.ts'
import { ibanLength } from './account-number-rules.ts'
import { listDialCodes } from './account-number-store.ts'

/** The countries sorted by name in the reader's language. */
export async function listCountries(db: Db, lang: Language): Promise<Country[]> {
  const names = new Intl.DisplayNames(lang, { type: 'region' })
  const byName = new Intl.Collator(lang).compare
  const countries = await listDialCodes(db)
  return countries
    .map(({ code, dial_code }) => ({
      code,
      name: names.of(code) ?? code,
      dial_code: `+${dial_code}`,
      iban_length: ibanLength(code),
    }))
    .sort((one, other) => byName(one.name, other.name))
}
