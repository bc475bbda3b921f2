import * as contract from 'contract/audit.ts'
import { PER_PAGE } from 'contract/endpoint.ts'
import type { Db } from '../../db/db.ts'
import type { Serve } from '../../http/serve.ts'
import type { Clock } from '../../outside/clock.ts'
import { listPeopleOf } from './journal-store.ts'
import { exportJournal, listJournal } from './read-journal.ts'

export function auditRoutes(serve: Serve, ports: { db: Db; clock: Clock }) {
  serve(contract.listJournal, async ({ caller, query: { page = 1, ...asked }, lang }) => {
    const place = { page, per_page: PER_PAGE }
    return { ...place, ...(await listJournal(ports, caller, { asked, lang, ...place })) }
  })
  serve(contract.listJournalPeople, ({ caller }) => listPeopleOf(ports.db, caller.account_id))
  serve(contract.exportJournal, ({ caller, query, lang }) => exportJournal(ports, caller, { asked: query, lang }))
}
