import * as contract from 'contract/access/audit.ts'
import { PER_PAGE } from 'contract/endpoint.ts'
import type { Db } from '../../db/db.ts'
import type { Serve } from '../../http/serve.ts'
import type { Clock } from '../../adapters/clock.ts'
import { listPeopleOf } from './audit-log-store.ts'
import { exportAuditLog, listAuditEvents } from './read-audit-log.ts'

export function auditRoutes(serve: Serve, ports: { db: Db; clock: Clock }) {
  serve(contract.listAuditEvents, async ({ caller, reading, query: { page = 1, ...query }, lang }) => {
    const position = { page, per_page: PER_PAGE }
    return {
      ...position,
      ...(await listAuditEvents({ ...ports, db: await reading() }, caller, { query, lang, ...position })),
    }
  })
  serve(contract.listAuditPeople, ({ caller }) => listPeopleOf(ports.db, caller.account_id))
  serve(contract.exportAuditLog, ({ caller, query, lang }) => exportAuditLog(ports, caller, { query, lang }))
}
