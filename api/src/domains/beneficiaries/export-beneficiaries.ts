import type { Language } from 'contract/language.ts'
import type { Beneficiary } from 'contract/transfers/beneficiaries.ts'
import type { AccountCaller } from '../../caller.ts'
import { businessDate, type Clock } from '../../adapters/clock.ts'
import type { Db } from '../../db/db.ts'
import { eachItem } from '../../db/each-item.ts'
import { tableFile } from '../../formats/table-file.ts'
import type { Cell } from '../../formats/xlsx-writer.ts'
import { byCaller, recordEvent } from '../audit/audit-store.ts'
import { type BeneficiarySearch, listBeneficiariesOf } from './beneficiary-store.ts'

const translations = {
  fr: { list: 'Beneficiaires', titles: ['Nom', 'IBAN ou compte', 'BIC', 'Banque', 'Pays', 'Code', 'Listes'] },
  en: { list: 'Beneficiaries', titles: ['Name', 'IBAN or account', 'BIC', 'Bank', 'Country', 'Code', 'Lists'] },
} as const

/** Exports the saved beneficiaries that a search finds as CSV. */
export async function exportBeneficiaries(
  { db, clock }: { db: Db; clock: Clock },
  caller: AccountCaller,
  { search, lang }: { search: BeneficiarySearch; lang: Language },
) {
  const { total: count } = await listBeneficiariesOf(db, caller, search, { page: 1, per_page: 1 })
  await recordEvent(db, {
    at: clock.now(),
    ...byCaller(caller),
    action: 'beneficiary.export',
    subject_id: caller.account_id,
    facts: { format: 'csv', count },
  })
  const cellsOf = ({ name, iban, bic, bank_name, country, code, lists }: Beneficiary): Cell[] => [
    name,
    iban,
    bic,
    bank_name,
    country,
    code,
    lists.map((list) => list.name).join(', '),
  ]
  async function* rows(): AsyncGenerator<Cell[]> {
    for await (const one of eachItem((page) => listBeneficiariesOf(db, caller, search, page))) yield cellsOf(one)
  }
  const { list, titles } = translations[lang]
  return tableFile({ format: 'csv', lang, name: list, day: businessDate(clock), titles, rows: rows(), count })
}
