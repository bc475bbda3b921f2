import { recordsetOf } from '../../../db/columns.ts'
import type { Tx } from '../../../db/db.ts'
import { instantParticipants } from './instant-columns.ts'
import type { RowOf } from '../../../db/columns.ts'

/** Stores the list of the connected institutions as the platform sends it. One that is not in it keeps its last state. */
export async function saveParticipants(
  tx: Tx,
  participants: readonly RowOf<typeof instantParticipants>[],
): Promise<void> {
  await tx`
    INSERT INTO instant_participants AS p (member, name, state, updated_at)
    SELECT n.member, n.name, n.state, n.updated_at FROM ${recordsetOf(instantParticipants, participants, 'n')}
    ON CONFLICT (member) DO UPDATE SET name = excluded.name, state = excluded.state, updated_at = excluded.updated_at`
}
