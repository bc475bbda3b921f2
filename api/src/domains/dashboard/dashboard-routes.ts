import * as contract from 'contract/dashboard.ts'
import type { Db } from '../../db/db.ts'
import type { Serve } from '../../http/serve.ts'
import type { Clock } from '../../adapters/clock.ts'
import { describeDashboard } from './describe-dashboard.ts'
import { describeOutlook } from './describe-outlook.ts'

export function dashboardRoutes(serve: Serve, ports: { db: Db; clock: Clock }) {
  serve(contract.getDashboard, ({ caller, raw }) => describeDashboard(ports, caller, raw.log))
  serve(contract.getOutlook, ({ caller, raw }) => describeOutlook(ports, caller, raw.log))
}
