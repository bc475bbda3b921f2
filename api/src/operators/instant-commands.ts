// Commands of instant payments: the state of the rail, its guarantee, differences with the platform, identities of customers.
import { ibanError, normaliseAccountNumber, ribOf } from 'contract/values/iban.ts'
import { Id, line } from 'contract/values/text.ts'
import * as z from 'zod/mini'
import { newId } from '../adapters/ids.ts'
import { transaction } from '../db/transaction.ts'
import { getBankIdentity } from '../domains/bank/bank-identity-store.ts'
import {
  findAvailabilityIdentity,
  upsertAvailabilityIdentity,
} from '../domains/instant-payments/platform/availability-store.ts'
import { getGuarantee, updateGuarantee } from '../domains/instant-payments/platform/guarantee-store.ts'
import { listRefusedPayments } from '../domains/instant-payments/payments/refused-payment-store.ts'
import { returnRefusedPayment } from '../domains/instant-payments/payments/refused-payment.ts'
import { countParticipants, getRailStatus } from '../domains/instant-payments/platform/rail-status-store.ts'
import { listOpenDifferences, resolveDifference } from '../domains/instant-payments/reports/report-store.ts'
import { transferListener } from '../domains/transfer-execution/transfer-clearing.ts'
import {
  type Command,
  type OperatorPorts,
  read,
  recordAct,
  type Result,
  type Row,
  UsageError,
  type Values,
  WholeNumber,
} from './command.ts'
import { Refused } from '../refused.ts'
import { findIdentity, upsertIdentity } from './identity-store.ts'
import { findCustomer } from './people-store.ts'

const MAX = 1_000
/** The proof of availability leaves every five minutes: after two without one, the rail is down. */
const CONNECTED_MS = 11 * 60_000

async function status({ db, clock }: OperatorPorts): Promise<Result> {
  const now = clock.now()
  const rail = await getRailStatus(db, now)
  const guarantee = await getGuarantee(db)
  const taken = rail.last_taken_at
  const isConnected = taken !== null && now.getTime() - taken.getTime() <= CONNECTED_MS
  const row = (name: string, value: Row[string], since: Date | null = null): Row => ({
    name,
    value,
    since: since?.toISOString() ?? null,
  })
  const rows = [
    row('connected', isConnected, taken),
    ...(await countParticipants(db)).map(({ state, count }) => row(`participants ${state}`, count)),
    row('availability proved', (await findAvailabilityIdentity(db)) !== null),
    row('guarantee deposited', guarantee.amount),
    row('guarantee used', guarantee.used),
    row('guarantee left', guarantee.amount - guarantee.used, guarantee.warned_at),
    row('guarantee left at the platform', guarantee.platform_left, guarantee.platform_at),
    row('payments on their way', guarantee.on_their_way),
    row('messages waiting', rail.waiting, rail.oldest_waiting),
    row('messages refused', rail.refused),
    row('payments refused or lost by the AIP', (await listRefusedPayments(db, MAX)).length),
    row('outcomes asked for', rail.asking, rail.oldest_asking),
    row('differences', rail.differences),
    row('reports missing', rail.reports_missing),
  ]
  return isConnected
    ? { rows }
    : { rows, isError: true, said: 'The interface application (AIP) has taken no message in the last eleven minutes.' }
}

const Amount = WholeNumber.check(z.refine((amount) => amount >= 0, 'invalid'))

async function setGuarantee(ports: OperatorPorts, amount: number): Promise<Result> {
  const { before } = await transaction(ports.db, async (tx) => {
    const set = await updateGuarantee(tx, amount)
    if (!set) throw new Refused('instant payments use more than this at the moment: nothing was changed')
    await recordAct(tx, ports, {
      action: 'instant.guarantee',
      subject_id: newId(),
      facts: { before: set.before, amount },
    })
    return set
  })
  return { rows: [{ before, amount }], said: 'The deposited guarantee was changed.' }
}

async function setProof(ports: OperatorPorts, values: Values): Promise<Result> {
  const proof = {
    iban: read(z.pipe(z.string(), z.transform(normaliseAccountNumber)), values['iban'], '--iban'),
    tax_number: read(line(1, 35), values['tax-number'], '--tax-number'),
    city: read(line(1, 70), values['city'], '--city'),
  }
  await transaction(ports.db, async (tx) => {
    const { code } = await getBankIdentity(tx)
    if (ibanError(proof.iban) !== null || ribOf(proof.iban).bank_code !== code)
      throw new Refused('--iban must be an account number of this bank, with its check digits')
    const before = await findAvailabilityIdentity(tx)
    await upsertAvailabilityIdentity(tx, proof)
    await recordAct(tx, ports, { action: 'instant.proof', subject_id: newId(), facts: { before, after: proof } })
  })
  return { rows: [proof], said: 'The bank proves with this account that it is available, every five minutes.' }
}

const systems = { individual: ['NIDN', 'CCPT'], company: ['TXID'] } as const

async function setIdentity(ports: OperatorPorts, id: string, values: Values): Promise<Result> {
  const identity = {
    customer_id: read(Id, id, '<customer>'),
    system: read(z.enum(['NIDN', 'CCPT', 'TXID']), values['system'], '--system'),
    number: read(line(1, 35), values['number'], '--number'),
    city: read(line(1, 70), values['city'], '--city'),
    trade_register:
      values['trade-register'] === undefined ? null : read(line(1, 35), values['trade-register'], '--trade-register'),
  }
  const customer = await findCustomer(ports.db, identity.customer_id)
  if (!customer) throw new Refused(`there is no customer ${id}`)
  const allowed: readonly string[] = systems[customer.kind]
  if (!allowed.includes(identity.system)) throw new UsageError(`--system of this customer is ${allowed.join(' or ')}`)
  await transaction(ports.db, async (tx) => {
    const before = await findIdentity(tx, identity.customer_id)
    await upsertIdentity(tx, identity)
    await recordAct(tx, ports, {
      action: 'customer.identity',
      subject_id: identity.customer_id,
      facts: { before, after: identity },
    })
  })
  return { rows: [{ ...identity }], said: 'The identity was stored: messages of instant payments contain it.' }
}

async function resolve(ports: OperatorPorts, id: string): Promise<Result> {
  await transaction(ports.db, async (tx) => {
    if (!(await resolveDifference(tx, id, ports.operator, ports.clock.now())))
      throw new Refused('there is no open difference with this id')
    await recordAct(tx, ports, { action: 'instant.difference', subject_id: id, facts: {} })
  })
  return { rows: [{ id }], said: 'The difference is resolved. No money was moved.' }
}

async function listRefused({ db }: OperatorPorts): Promise<Result> {
  const payments = await listRefusedPayments(db, MAX)
  return {
    rows: payments.map(({ payment_id, end_to_end_id, iban, amount, queued_at, tries, refusal, is_unknown }) => ({
      id: payment_id,
      queued_at: queued_at.toISOString(),
      account: iban,
      amount,
      end_to_end_id,
      tries,
      refusal,
      unknown_there: is_unknown,
    })),
    ...(payments.length === 0 && { said: 'No payment waits whose message was refused or lost.' }),
  }
}

const objections = {
  not_refused: 'no payment with this id waits whose message was refused or lost',
  not_unknown:
    'the platform may have this payment: it is given back only after the last question for it was answered with 404',
} as const

async function returnRefused(ports: OperatorPorts, id: string): Promise<Result> {
  const now = ports.clock.now()
  const amount = await transaction(ports.db, async (tx) => {
    const returned = await returnRefusedPayment(tx, transferListener(ports), id, now)
    if (typeof returned === 'string') throw new Refused(objections[returned])
    await recordAct(tx, ports, {
      action: 'instant.refused',
      subject_id: id,
      facts: { item: id, amount: returned.amount },
    })
    return returned.amount
  })
  return { rows: [{ id, amount }], said: 'The money was given back; the customer is notified.' }
}

export const instantCommands: readonly Command[] = [
  {
    name: 'instant status',
    summary:
      'The rail of instant payments: its connection, participants, guarantee in francs, messages, outcomes, differences. Fails while it is not connected.',
    run: status,
  },
  {
    name: 'instant guarantee',
    summary: 'Sets the guarantee that the bank has deposited at the central bank, in francs; never below what is used.',
    operands: ['amount'],
    run: (ports, { operands: [amount] }) => setGuarantee(ports, read(Amount, amount, '<amount>')),
  },
  {
    name: 'instant proof',
    summary:
      'Sets the bank’s own account, tax number and city, by which it proves to the platform that it is available. Without them it proves nothing.',
    options: { iban: { hint: '<IBAN>' }, 'tax-number': { hint: '<number>' }, city: { hint: '<city>' } },
    run: (ports, { values }) => setProof(ports, values),
  },
  {
    name: 'identity set',
    summary:
      'Sets the identity of a customer: without it the customer neither pays nor receives instantly. A person with a trade register is a merchant.',
    operands: ['customer'],
    options: {
      system: { hint: 'NIDN|CCPT|TXID' },
      number: { hint: '<number>' },
      city: { hint: '<city>' },
      'trade-register': { hint: '<RCCM>', isOptional: true },
    },
    run: (ports, { operands: [id = ''], values }) => setIdentity(ports, id, values),
  },
  {
    name: 'instant refused',
    summary:
      'Lists payments that wait although the AIP refused their message, or does not know them a day later, the oldest first; --return gives the money of one back, when the platform does not know it.',
    options: { return: { hint: '<payment>', isOptional: true } },
    run: (ports, { values }) =>
      values['return'] === undefined
        ? listRefused(ports)
        : returnRefused(ports, read(Id, values['return'], '--return')),
  },
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
