// Commands for the state of an account, its name, its overdraft and its limit of withdrawals.
import { line } from 'contract/values/text.ts'
import { transaction } from '../db/transaction.ts'
import type { Tx } from '../db/db.ts'
import { lockBalances } from '../ledger/ledger-store.ts'
import { Refused } from '../refused.ts'
import {
  type AccountStatus,
  listOpenContracts,
  lockAccount,
  lockWithdrawalLimit,
  removeWithdrawalLimit,
  setLabel,
  setOverdraft,
  setStatus,
  upsertWithdrawalLimit,
} from './account-store.ts'
import { type Command, type OperatorPorts, read, recordAct, type Result, UsageError, WholeNumber } from './command.ts'
import { getAccount } from './people-commands.ts'
import type { OpenAccount } from './people-store.ts'

const note = { note: { hint: '"<for the bank only>"' } } as const

const amountOf = (typed: unknown, name: string) => {
  const amount = read(WholeNumber, typed, name)
  if (amount < 0) throw new UsageError(`${name} is an amount without a sign`)
  return amount
}

/** The balance of an account, locked until the transaction ends. */
async function lockBalance(tx: Tx, { id, iban }: OpenAccount) {
  const [balance] = await lockBalances(tx, [id])
  if (!balance) throw new Error(`the account ${iban} has no balance`)
  return balance
}

/** Only an account without money, and that nothing will be paid to or from, is closed: its customers are settled with first. */
async function settle(tx: Tx, account: OpenAccount): Promise<void> {
  const { booked, held, overdraft } = await lockBalance(tx, account)
  if (booked !== 0) throw new Refused(`the balance of the account is ${booked}: only an account at 0 is closed`)
  if (held !== 0)
    throw new Refused(`${held} is held on the account: wait until nothing is held, or cancel what holds it`)
  const contracts = await listOpenContracts(tx, account.id)
  if (contracts.length > 0) throw new Refused(`deposits or credits have not ended: ${contracts.join(', ')}`)
  // An order that was admitted before the account is closed finds nothing to spend.
  if (overdraft !== 0) await setOverdraft(tx, account.id, 0)
}

type Change = {
  action: 'account.block' | 'account.reopen' | 'account.close'
  from: readonly AccountStatus[]
  to: AccountStatus
  said: string
}
const block: Change = {
  action: 'account.block',
  from: ['active', 'user_pending'],
  to: 'blocked',
  said: 'is blocked: its customers read it, and no debit is possible',
}
const reopen: Change = { action: 'account.reopen', from: ['blocked', 'closed'], to: 'active', said: 'is active' }
const close: Change = {
  action: 'account.close',
  from: ['active', 'user_pending', 'blocked'],
  to: 'closed',
  said: 'is closed, and its overdraft is 0',
}

/** Changes the state of an account. The note of the operator is in the audit log and is never shown to customers. */
function changeStatus(ports: OperatorPorts, name: string, { action, from, to, said }: Change, typed: unknown) {
  const written = read(line(1, 200), typed, '--note')
  return transaction(ports.db, async (tx): Promise<Result> => {
    const account = await getAccount(tx, name)
    if (to === 'closed') await settle(tx, account)
    const { status: before } = await lockAccount(tx, account.id)
    if (!from.includes(before)) throw new Refused(`the account ${account.iban} is ${before}`)
    await setStatus(tx, account.id, to)
    await recordAct(tx, ports, {
      action,
      subject_id: account.id,
      account_id: account.id,
      facts: { note: written, before: { account_status: before }, after: { account_status: to } },
    })
    return {
      rows: [{ account: account.iban, holder: account.customer, before, status: to }],
      said: `The account ${account.iban} ${said}.`,
    }
  })
}

/** Records what changes on an account: the customers read the former and the new value. */
const recordChange = (
  tx: Tx,
  ports: OperatorPorts,
  { id }: OpenAccount,
  name: 'label' | 'overdraft' | 'withdrawal_limit',
  before: string | number | null,
  after: string | number | null,
) =>
  recordAct(tx, ports, {
    action: 'account.change',
    subject_id: id,
    account_id: id,
    facts: { before: { [name]: before }, after: { [name]: after } },
  })

const setLimit = (ports: OperatorPorts, name: string, amount: number | null): Promise<Result> =>
  transaction(ports.db, async (tx) => {
    const account = await getAccount(tx, name)
    // Two operators at once: the second one reads what the first has set.
    await lockAccount(tx, account.id)
    const before = await lockWithdrawalLimit(tx, account.id)
    if (amount !== null) await upsertWithdrawalLimit(tx, account.id, amount)
    else if (before === null) throw new Refused(`the account ${account.iban} has no limit of its own`)
    else await removeWithdrawalLimit(tx, account.id)
    await recordChange(tx, ports, account, 'withdrawal_limit', before, amount)
    return {
      rows: [{ account: account.iban, before, limit: amount }],
      said: amount === null ? 'The limit of the bank is in force.' : `The limit of withdrawals is ${amount}.`,
    }
  })

export const accountCommands: readonly Command[] = [
  {
    name: 'accounts block',
    summary: 'Blocks an account: its customers read it, no debit is possible, and payments of other banks go back.',
    operands: ['account'],
    options: note,
    run: (ports, { operands: [name = ''], values }) => changeStatus(ports, name, block, values['note']),
  },
  {
    name: 'accounts reopen',
    summary: 'Makes a blocked or closed account active again.',
    operands: ['account'],
    options: note,
    run: (ports, { operands: [name = ''], values }) => changeStatus(ports, name, reopen, values['note']),
  },
  {
    name: 'accounts close',
    summary: 'Closes an account at 0 on which nothing is held, without a deposit or credit that has not ended.',
    operands: ['account'],
    options: note,
    run: (ports, { operands: [name = ''], values }) => changeStatus(ports, name, close, values['note']),
  },
  {
    name: 'accounts rename',
    summary: 'Changes the name of an account, on its pages and on new documents.',
    operands: ['account'],
    options: { label: { hint: '<words>' } },
    run: (ports, { operands: [name = ''], values }) => {
      const label = read(line(1, 60), values['label'], '--label')
      return transaction(ports.db, async (tx): Promise<Result> => {
        const account = await getAccount(tx, name)
        const { label: before } = await lockAccount(tx, account.id)
        await setLabel(tx, account.id, label)
        await recordChange(tx, ports, account, 'label', before, label)
        return { rows: [{ account: account.iban, before, label }], said: `The account is called ${label}.` }
      })
    },
  },
  {
    name: 'accounts overdraft',
    summary: 'Sets the authorised overdraft of an account, in the minor unit; 0 removes it.',
    operands: ['account', 'amount'],
    run: (ports, { operands: [name = '', typed] }) => {
      const amount = amountOf(typed, '<amount>')
      return transaction(ports.db, async (tx): Promise<Result> => {
        const account = await getAccount(tx, name)
        const { booked, held, overdraft: before } = await lockBalance(tx, account)
        if ((await lockAccount(tx, account.id)).status === 'closed')
          throw new Refused(`the account ${account.iban} is closed`)
        if (booked - held < -amount)
          throw new Refused(`the account has used ${held - booked} of its overdraft of ${before}: it cannot be less`)
        await setOverdraft(tx, account.id, amount)
        await recordChange(tx, ports, account, 'overdraft', before, amount)
        return {
          rows: [{ account: account.iban, before, overdraft: amount }],
          said: `The authorised overdraft is ${amount}.`,
        }
      })
    },
  },
  {
    name: 'cards limit',
    summary: 'Sets the limit of cash withdrawals of one account, or removes it: that of the bank is then in force.',
    operands: ['account'],
    options: {
      amount: { hint: '<amount in the minor unit>', isOptional: true },
      remove: { type: 'boolean', hint: '' },
    },
    run: (ports, { operands: [name = ''], values }) => {
      if ((values['amount'] === undefined) === (values['remove'] !== true))
        throw new UsageError('either --amount or --remove is required')
      return setLimit(ports, name, values['remove'] === true ? null : amountOf(values['amount'], '--amount'))
    },
  },
]
