import { exportJournal, listJournal, listJournalPeople } from 'contract/audit.ts'
import type { AuditKind } from 'contract/audit-words.ts'
import { callFile } from '../../lib/call.ts'
import { language } from '../../lib/language.ts'
import { callQuery } from '../../lib/query.ts'
import { saveFile } from '../../lib/save-file.ts'

export type JournalFilter = {
  person?: string | undefined
  kind?: AuditKind | undefined
  from?: string | undefined
  to?: string | undefined
  search?: string | undefined
}

/** The server says the details in the reader's language: another language is another answer. */
export function journalQuery(page: number, filter: JournalFilter) {
  const query = callQuery(listJournal, { query: { page, ...filter } })
  return { ...query, queryKey: [...query.queryKey, language()] as unknown as typeof query.queryKey }
}
export const journalPeopleQuery = () => callQuery(listJournalPeople, {})
export const downloadJournal = async (filter: JournalFilter) => saveFile(await callFile(exportJournal, { query: filter }))
