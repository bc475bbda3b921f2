// Commands of instant payments: where the reports of the platform differ from the books.
import { Id } from 'contract/values/text.ts'
import { transaction } from '../db/transaction.ts'
import { listOpenDifferences, resolveDifference } from '../domains/instant-payments/report-store.ts'
import { type Command, type OperatorPorts, read, recordAct, type Result } from './command.ts'
import { Refused } from '../refused.ts'

const MAX = 1_000

async function resolve(ports: OperatorPorts, id: string): Promise<Result> {
  await transaction(ports.db, async (tx) => {
    if (!(await resolveDifference(tx, id, ports.operator, ports.clock.now())))
      throw new Refused('there is no open difference with this id')
    await recordAct(tx, ports, { action: 'instant.difference', subject_id: id, facts: {} })
  })
  return { rows: [{ id }], said: 'The difference is resolved. No money was moved.' }
}

export const instantCommands: readonly Command[] = [
  {
    name: 'instant differences',
    summary:
      'Lists where the reports of the instant payment platform differ from the books, the oldest first; --resolve ends one.',
    options: { resolve: { hint: '<difference>', isOptional: true } },
    run: async (ports, { values }) => {
      if (values['resolve'] !== undefined) return resolve(ports, read(Id, values['resolve'], '--resolve'))
      const differences = await listOpenDifferences(ports.db, MAX)
      return {
        rows: differences.map(({ id, kind, statement, end_to_end_id, what, ours, theirs, found_at }) => ({
          id,
          found_at: found_at.toISOString(),
          report: kind,
          statement,
          end_to_end_id,
          what,
          ours,
          theirs,
        })),
        ...(differences.length === 0 && { said: 'The reports and the books agree.' }),
      }
    },
  },
]
