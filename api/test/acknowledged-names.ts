import { changeImport, findImport, type Import } from 'contract/transfers/imports.ts'
import type { Visitor } from './test-bank.ts'

/** Acknowledges, as the author, each line of a draft whose name differs from the known one of its account. */
export async function withAcknowledgedNames(visitor: Visitor, draft: Import): Promise<Import> {
  const params = { id: draft.import_id }
  const unseen = draft.items.filter(({ acknowledgement }) => acknowledgement === 'needed')
  for (const { id } of unseen)
    await visitor.call(changeImport, { params, body: { lines: [id], set: { is_acknowledged: true } } })
  return unseen.length === 0 ? draft : ((await visitor.call(findImport)).body ?? draft)
}
