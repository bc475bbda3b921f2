import * as contract from 'contract/rib.ts'
import type { Db } from '../../db/db.ts'
import type { Serve } from '../../http/serve.ts'
import { listBankDetails } from './rib-store.ts'

export function ribRoutes(serve: Serve, { db }: { db: Db }) {
  serve(contract.listBankDetails, ({ caller }) => listBankDetails(db, caller.account_id))
}
