import { PER_PAGE } from 'contract/endpoint.ts'
import { type BatchLine, lineColumns, MOST_IMPORT_LINES } from 'contract/multiple-transfers.ts'
import type { AccountCaller } from '../../caller.ts'
import type { Db } from '../../db/db.ts'
import { Refusal } from '../../refusal.ts'
import { findBatch, listLinesOf } from './batch-store.ts'
import { readerOf } from './get-transfer.ts'
import { writeCsv } from './import-csv-rules.ts'
import { heads } from './import-table-rules.ts'

type Ports = { db: Db }

/** A batch of which the caller may see the lines. */
export async function getOpenBatch(ports: Ports, caller: AccountCaller, id: string) {
  const batch = await getBatch(ports, caller, id)
  if (batch.are_lines_hidden) throw new Refusal('lines_confidential')
  return batch
}

async function getBatch({ db }: Ports, caller: AccountCaller, id: string) {
  const batch = await findBatch(db, readerOf(caller), id)
  if (!batch) throw new Refusal('not_found')
  return batch
}

export async function listBatchLines(
  ports: Ports,
  caller: AccountCaller,
  id: string,
  { page = 1, only }: { page?: number | undefined; only?: 'failed' | undefined },
) {
  await getOpenBatch(ports, caller, id)
  const where = { account_id: caller.account_id, batch_id: id, only_failed: only === 'failed' }
  const { items, total } = await listLinesOf(ports.db, where, { page, per_page: PER_PAGE })
  const lines: BatchLine[] = items.map(({ phone: _phone, email: _email, reference: _reference, block: _block, ...line }) => line)
  return { items: lines, total, page, per_page: PER_PAGE }
}

/** What did not go through, as a file that can be put right and imported again. */
export async function exportFailures(ports: Ports, caller: AccountCaller, id: string) {
  const { reference } = await getOpenBatch(ports, caller, id)
  const where = { account_id: caller.account_id, batch_id: id, only_failed: true }
  const { items } = await listLinesOf(ports.db, where, { page: 1, per_page: MOST_IMPORT_LINES })
  const rows = items.map(({ name, iban, amount, label, phone, email, reference: own, reason, reason_code }) => [
    name,
    iban,
    String(amount),
    label,
    '',
    '',
    phone ?? '',
    email ?? '',
    own ?? '',
    reason ?? reason_code ?? '',
  ])
  return {
    file_name: `${reference}_rejets.csv`,
    media_type: 'text/csv; charset=utf-8',
    content: writeCsv([[...lineColumns.map((column) => heads[column]), 'motif_du_rejet'], ...rows]),
  }
}
