import * as contract from 'contract/search.ts'
import type { Db } from '../../db/db.ts'
import type { Serve } from '../../http/serve.ts'
import type { Clock } from '../../adapters/clock.ts'
import { searchPortal } from './search-portal.ts'

export function searchRoutes(serve: Serve, ports: { db: Db; clock: Clock }) {
  serve(contract.search, ({ caller, query }) => searchPortal(ports, caller, query.text ?? ''))
}
