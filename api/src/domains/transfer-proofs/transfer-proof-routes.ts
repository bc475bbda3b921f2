import * as contract from 'contract/transfers/transfers.ts'
import type { Clock } from '../../adapters/clock.ts'
import type { Db } from '../../db/db.ts'
import type { Serve } from '../../http/serve.ts'
import { checkProof, proveTransfer } from './transfer-proof.ts'

export function transferProofRoutes(serve: Serve, ports: { db: Db; clock: Clock; portalUrl: string }) {
  serve(contract.getTransferProof, ({ caller, params, lang }) => proveTransfer(ports, caller, params.id, lang))
  serve(contract.checkProof, ({ params, raw }) => checkProof(ports, params.code, raw.ip))
}
