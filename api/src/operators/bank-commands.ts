// Commands for chequebooks and files of the clearing.
import { join } from 'node:path'
import { Id, Reason } from 'contract/values/text.ts'
import * as z from 'zod/mini'
import { transaction } from '../db/transaction.ts'
import { listOnTheirWay } from '../domains/chequebooks/chequebook-store.ts'
import { moveChequebook } from '../domains/chequebooks/move-chequebook.ts'
import { receiveAnswers } from '../domains/clearing/receive-answers.ts'
import { receiveCollections } from '../domains/debits/present-collections.ts'
import { transferListener } from '../domains/transfer-execution/transfer-clearing.ts'
import { newId } from '../adapters/ids.ts'
import { type Command, type OperatorPorts, read, recordAct, UsageError } from './command.ts'
import { Refused } from '../refused.ts'
import { findWaiting } from './bank-store.ts'

const MAX = 200

/** Reads the files of the networks; their effects are recorded in the audit log. */
export async function readNetworks(ports: OperatorPorts): Promise<{ answers: number; collections: number }> {
  const incoming = join(ports.clearingFolder, 'in')
  const answers = await receiveAnswers({ ...ports, notify: transferListener(ports), folder: incoming })
  const collections = await receiveCollections({ ...ports, folder: join(incoming, 'collections') })
  return { answers, collections }
}

export const bankCommands: readonly Command[] = [
  {
    name: 'chequebooks list',
    summary: 'Lists the chequebook orders in progress, the longest unchanged first.',
    run: async ({ db }) => ({
      rows: (await listOnTheirWay(db, MAX)).map(({ id, iban, status, moved_at }) => ({
        chequebook: id,
        account: iban,
        status,
        moved_at: moved_at.toISOString(),
      })),
    }),
  },
  {
    name: 'chequebooks move',
    summary: 'Moves a chequebook to its next state, or refuses it with a reason for the customer and refunds its fee.',
    operands: ['chequebook'],
    options: {
      to: { hint: 'in_production|available|delivered|refused' },
      reason: { hint: '<words>', isOptional: true },
    },
    run: async (ports, { operands: [chequebook = ''], values }) => {
      const to = read(z.enum(['in_production', 'available', 'delivered', 'refused']), values['to'], '--to')
      if (to !== 'refused' && values['reason'] !== undefined) throw new UsageError('--reason requires --to refused')
      const move = to === 'refused' ? { to, reason: read(Reason, values['reason'], '--reason') } : { to }
      const found = await findWaiting(ports.db, 'chequebooks', read(Id, chequebook, '<chequebook>'))
      if (!found) throw new Refused(`there is no chequebook ${chequebook}`)
      const from = await moveChequebook(ports, {
        account_id: found.account_id,
        id: found.id,
        operator: ports.operator,
        move,
      })
      if (from === null) throw new Refused(`a chequebook cannot move from ${found.status ?? ''} to ${to}`)
      return { rows: [{ chequebook, from, to }] }
    },
  },
  {
    name: 'clearing read',
    summary: 'Processes the networks’ answers and direct debits in the clearing folder.',
    run: async (ports) => {
      const read = await readNetworks(ports)
      await transaction(ports.db, (tx) =>
        recordAct(tx, ports, { action: 'clearing.read', subject_id: newId(), facts: read }),
      )
      return {
        rows: [read],
        said: 'Invalid files are in the folder "refused", each with a file that names the reason.',
      }
    },
  },
]
