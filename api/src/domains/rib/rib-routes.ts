import * as contract from 'contract/accounts/rib.ts'
import { getCorrespondence } from '../accounts/correspondence-store.ts'
import { getBankIdentity } from '../bank/bank-identity-store.ts'
import type { Db } from '../../db/db.ts'
import type { Serve } from '../../http/serve.ts'
import type { Clock } from '../../adapters/clock.ts'
import { ribDocument } from './rib-document.ts'
import { listBankDetails } from './rib-store.ts'
import { sendBankDetails } from './send-bank-details.ts'

export function ribRoutes(serve: Serve, ports: { db: Db; clock: Clock }) {
  const { db, clock } = ports
  serve(contract.listBankDetails, ({ caller }) => listBankDetails(db, caller.account_id))
  serve(contract.getBankDetailsFile, async ({ caller, lang }) =>
    ribDocument(await listBankDetails(db, caller.account_id), {
      correspondence: await getCorrespondence(db, caller.account_id),
      lang,
      bank: await getBankIdentity(db),
      made_at: clock.now(),
    }),
  )
  serve(contract.sendBankDetails, ({ caller, body, once }) => sendBankDetails(ports, { caller, input: body, once }))
}
