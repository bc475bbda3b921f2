// Commands for account managers, and for the accounts that they look after.
import { Email, Phone } from 'contract/values/contact.ts'
import { Id, line } from 'contract/values/text.ts'
import * as z from 'zod/mini'
import { newId } from '../adapters/ids.ts'
import type { Tx } from '../db/db.ts'
import { transaction } from '../db/transaction.ts'
import type { AdvisorRow } from '../domains/accounts/account-columns.ts'
import { byBank, recordEvents } from '../domains/audit/audit-store.ts'
import { Refused } from '../refused.ts'
import { type Command, type OperatorPorts, read, recordAct, UsageError, type Values } from './command.ts'
import * as store from './manager-store.ts'
import { getAccount, getCustomer } from './people-commands.ts'
import { hasBranch } from './people-store.ts'

const teams = ['individuals', 'companies'] as const

const options = {
  'first-name': { hint: '<name>' },
  'last-name': { hint: '<name>' },
  branch: { hint: '<code>' },
  team: { hint: teams.join('|') },
  phone: { hint: '<number>' },
  email: { hint: '<address>' },
} as const
const optional = Object.fromEntries(
  Object.entries(options).map(([name, { hint }]) => [name, { hint, isOptional: true }]),
)

const nameOf = ({ first_name, last_name }: AdvisorRow) => `${first_name} ${last_name}`

/** A manager as typed; what is not typed stays as it was. */
async function readManager(tx: Tx, values: Values, before: AdvisorRow | null): Promise<AdvisorRow> {
  const manager = {
    id: before?.id ?? newId(),
    first_name: read(line(1, 60), values['first-name'] ?? before?.first_name, '--first-name'),
    last_name: read(line(1, 60), values['last-name'] ?? before?.last_name, '--last-name'),
    branch_code: read(z.string(), values['branch'] ?? before?.branch_code, '--branch'),
    team: read(z.enum(teams), values['team'] ?? before?.team, '--team'),
    phone: values['phone'] === undefined && before ? before.phone : read(Phone, values['phone'], '--phone'),
    email: read(Email, values['email'] ?? before?.email, '--email'),
  }
  if (!(await hasBranch(tx, manager.branch_code))) throw new Refused(`there is no branch ${manager.branch_code}`)
  return manager
}

async function getManager(tx: Tx, id: unknown, name: string): Promise<AdvisorRow> {
  const manager = await store.lockManager(tx, read(Id, id, name))
  if (!manager) throw new Refused(`there is no manager ${String(id)}`)
  return manager
}

type Managed = Awaited<ReturnType<typeof store.lockManaged>>

/** Gives accounts to a manager, or to their branches; the customers read the former and the new name. */
async function assign(tx: Tx, { clock }: OperatorPorts, accounts: Managed, manager: AdvisorRow | null): Promise<void> {
  const after = manager && nameOf(manager)
  const ids = accounts.map(({ id }) => id)
  await store.setManager(tx, ids, manager?.id ?? null)
  await recordEvents(
    tx,
    accounts.map(({ id, manager: before }) => ({
      at: clock.now(),
      ...byBank,
      action: 'account.change',
      subject_id: id,
      account_id: id,
      facts: { before: { manager: before }, after: { manager: after } },
    })),
  )
}

/** The accounts that an operator names: one, or those of a customer. */
async function lockNamed(tx: Tx, { account, customer }: Values): Promise<Managed> {
  if ((account === undefined) === (customer === undefined))
    throw new UsageError('either --customer or --account is required')
  const of = { account: null, customer: null, manager: null }
  if (customer !== undefined)
    return store.lockManaged(tx, {
      ...of,
      customer: (await getCustomer(tx, read(z.string(), customer, '--customer'))).id,
    })
  return store.lockManaged(tx, { ...of, account: (await getAccount(tx, read(z.string(), account, '--account'))).id })
}

export const managerCommands: readonly Command[] = [
  {
    name: 'managers add',
    summary: 'Adds an account manager. Answers the id.',
    options,
    run: (ports, { values }) =>
      transaction(ports.db, async (tx) => {
        const manager = await readManager(tx, values, null)
        await store.insertManager(tx, manager)
        await recordAct(tx, ports, { action: 'managers.add', subject_id: manager.id, facts: { after: manager } })
        return { rows: [manager], said: `${nameOf(manager)} is an account manager.` }
      }),
  },
  {
    name: 'managers change',
    summary: 'Changes the given fields of an account manager.',
    operands: ['manager'],
    options: optional,
    run: (ports, { operands: [id], values }) =>
      transaction(ports.db, async (tx) => {
        const before = await getManager(tx, id, '<manager>')
        const after = await readManager(tx, values, before)
        await store.updateManager(tx, after)
        await recordAct(tx, ports, { action: 'managers.change', subject_id: after.id, facts: { before, after } })
        return { rows: [after], said: `${nameOf(after)} was changed.` }
      }),
  },
  {
    name: 'managers list',
    summary: 'Lists the account managers with the number of their accounts.',
    run: async ({ db }) => ({ rows: await store.listManagers(db) }),
  },
  {
    name: 'managers assign',
    summary: 'Gives all accounts of a customer, or one account, to an account manager.',
    operands: ['manager'],
    options: { customer: { hint: '<id>', isOptional: true }, account: { hint: '<account>', isOptional: true } },
    run: (ports, { operands: [id], values }) =>
      transaction(ports.db, async (tx) => {
        const manager = await getManager(tx, id, '<manager>')
        const accounts = (await lockNamed(tx, values)).filter((one) => one.manager_id !== manager.id)
        await assign(tx, ports, accounts, manager)
        return { rows: [], said: `${accounts.length} accounts are now looked after by ${nameOf(manager)}.` }
      }),
  },
  {
    name: 'managers remove',
    summary: 'Removes an account manager; the accounts go to another one, or to their branches.',
    operands: ['manager'],
    options: { to: { hint: '<manager>', isOptional: true } },
    run: (ports, { operands: [id], values }) =>
      transaction(ports.db, async (tx) => {
        const manager = await getManager(tx, id, '<manager>')
        const successor = values['to'] === undefined ? null : await getManager(tx, values['to'], '--to')
        if (successor?.id === manager.id) throw new Refused('the accounts cannot go to the manager who is removed')
        const accounts = await store.lockManaged(tx, { account: null, customer: null, manager: manager.id })
        await assign(tx, ports, accounts, successor)
        await store.removeManager(tx, manager.id)
        await recordAct(tx, ports, {
          action: 'managers.remove',
          subject_id: manager.id,
          facts: { before: manager, successor: successor?.id ?? null, accounts: accounts.length },
        })
        const to = successor ? nameOf(successor) : 'their branches'
        return { rows: [], said: `${nameOf(manager)} was removed; ${accounts.length} accounts went to ${to}.` }
      }),
  },
]
