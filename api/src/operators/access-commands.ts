// Commands that list and stop what administrators of customers have decided alone, before it takes effect.
import { Id } from 'contract/values/text.ts'
import { Refused } from '../refused.ts'
import { transaction } from '../db/transaction.ts'
import { lockAccessOf } from '../domains/access/access-store.ts'
import {
  endDelay,
  findDelayedCustomer,
  getDelayedChange,
  listDelays,
  stopWaiting,
} from '../domains/access/delayed-access-store.ts'
import { findDelayedRules, listDelayedRules, stopRules } from '../domains/signing/delayed-rules-store.ts'
import { lockRules } from '../domains/signing/signing-rules-store.ts'
import { type Command, type OperatorPorts, read, recordAct, type Result } from './command.ts'

const MAX = 1_000

function stopAccess(ports: OperatorPorts, id: string): Promise<Result> {
  return transaction(ports.db, async (tx) => {
    const now = ports.clock.now()
    const customer_id = await findDelayedCustomer(tx, id)
    if (customer_id) await lockAccessOf(tx, customer_id)
    if (!customer_id || !(await endDelay(tx, id)))
      throw new Refused('there is no delayed change of access with this id')
    const { account_ids, user_id, rights, capabilities } = await getDelayedChange(tx, id, { administered: false })
    await stopWaiting(tx, id, now)
    await recordAct(tx, ports, {
      action: 'access.stop',
      subject_id: user_id,
      account_id: account_ids[0] ?? null,
      facts: { customer_id, account_ids, before: null, after: { rights, capabilities } },
    })
    return { rows: [{ id, stopped: account_ids.length }], said: 'The change was stopped: nobody gains rights by it.' }
  })
}

function stopWeakerRules(ports: OperatorPorts, id: string): Promise<Result> {
  return transaction(ports.db, async (tx) => {
    const account_id = await findDelayedRules(tx, id)
    if (account_id) await lockRules(tx, account_id)
    if (!account_id || !(await stopRules(tx, id, ports.clock.now())))
      throw new Refused('there is no delayed change of rules with this id')
    await recordAct(tx, ports, { action: 'rules.stop', subject_id: account_id, account_id, facts: { change: id } })
    return { rows: [{ id }], said: 'The change was stopped: the rules of the account stay.' }
  })
}

export const accessCommands: readonly Command[] = [
  {
    name: 'access delays',
    summary: 'Lists the rights that an administrator has given alone and that take effect later, the next ones first.',
    run: async ({ db }) => ({
      rows: (await listDelays(db, MAX)).map(({ capabilities, effective_at, ...row }) => ({
        ...row,
        capabilities: capabilities.join(', '),
        effective_at: effective_at.toISOString(),
      })),
    }),
  },
  {
    name: 'access stop',
    summary: 'Stops rights that an administrator has given alone, before they take effect.',
    operands: ['change'],
    run: (ports, { operands: [id] }) => stopAccess(ports, read(Id, id, '<change>')),
  },
  {
    name: 'rules delays',
    summary: 'Lists weaker signing rules that an administrator has set alone and that take effect later.',
    run: async ({ db }) => ({
      rows: (await listDelayedRules(db, MAX)).map(({ effective_at, ...row }) => ({
        ...row,
        effective_at: effective_at.toISOString(),
      })),
    }),
  },
  {
    name: 'rules stop',
    summary: 'Stops weaker signing rules that an administrator has set alone, before they take effect.',
    operands: ['change'],
    run: (ports, { operands: [id] }) => stopWeakerRules(ports, read(Id, id, '<change>')),
  },
]
