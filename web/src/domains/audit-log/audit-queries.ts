import { exportAuditLog, listAuditEvents, listAuditPeople } from 'contract/access/audit.ts'
import type { AuditKind } from 'contract/access/audit-labels.ts'
import { callFile } from '../../lib/api/call.ts'
import { language } from '../../lib/language.ts'
import { callQuery } from '../../lib/api/query.ts'
import type { FetchExport } from '../../shell/exports/use-export.ts'

export type AuditFilter = {
  person?: string | undefined
  kind?: AuditKind | undefined
  from?: string | undefined
  to?: string | undefined
  search?: string | undefined
}

/** The server formats the details in the user's language: another language is another query. */
export function auditQuery(page: number, filter: AuditFilter) {
  const query = callQuery(listAuditEvents, { query: { page, ...filter } })
  return { ...query, queryKey: [...query.queryKey, language()] as unknown as typeof query.queryKey }
}
export const auditPeopleQuery = () => callQuery(listAuditPeople, {})
export const fetchAuditLog = (filter: AuditFilter, how: Parameters<FetchExport>[0]) =>
  callFile(exportAuditLog, { query: filter }, how)
