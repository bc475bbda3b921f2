import { exportAuditLog, listAuditEvents, listAuditPeople } from 'contract/access/audit.ts'
import type { AuditKind } from 'contract/access/audit-labels.ts'
import { callFile } from '../../lib/api/call.ts'
import { callQuery } from '../../lib/api/query.ts'
import type { FetchExport } from '../../shell/exports/use-export.ts'

export type AuditFilter = {
  person?: string | undefined
  kind?: AuditKind | undefined
  from?: string | undefined
  to?: string | undefined
  search?: string | undefined
}

export const auditQuery = (page: number, filter: AuditFilter) =>
  callQuery(listAuditEvents, { query: { page, ...filter } })
export const auditPeopleQuery = () => callQuery(listAuditPeople, {})
export const fetchAuditLog = (filter: AuditFilter, how: Parameters<FetchExport>[0]) =>
  callFile(exportAuditLog, { query: filter }, how)
