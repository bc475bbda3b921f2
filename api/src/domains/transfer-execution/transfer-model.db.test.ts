// Compares the bank with a simple model over random sequences of actions on a company's orders, and audits the ledger.
import { deepEqual } from 'node:assert/strict'
import { rmSync } from 'node:fs'
import {
  acceptTransfer,
  cancelTransfer,
  changeTransfer,
  createTransfer,
  type NewTransfer,
  rejectTransfer,
} from 'contract/transfers/transfers.ts'
import { periodicities } from 'contract/values/calendar.ts'
import { makeTemporaryFolder } from 'database/temporary-folder.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestBank, type TestBank, type Visitor } from '../../../test/test-bank.ts'
import { clearingAt, paymentReturn, paymentsIn, statusReport } from '../../../test/test-clearing.ts'
import { type ModelOrder, type ModelPayment, TransferModel } from '../../../test/transfer-model.ts'
import { auditLedger } from '../../ledger/ledger-audit.ts'
import { newReference } from '../../adapters/ids.ts'
import { runDueTransfers } from './run-transfers.ts'

const RUNS = Number(process.env['MODEL_RUNS'] || 12)
const BALANCE = 900_000_000
const SENEGAL = 'SN08SN9980101010004610100147'
// A Thursday before a leap day, with an invented holiday between.
const START = '2028-02-24T09:00:00Z'
const HOLIDAYS = ['2028-02-28', '2028-04-17', '2028-05-01']

const anOrder = fc.record({
  type: fc.constantFrom('direct' as const, 'delayed' as const, 'periodic' as const),
  isOutside: fc.constantFrom(true, true, false),
  amount: fc.integer({ min: 1, max: 900_000 }),
  inDays: fc.integer({ min: 1, max: 40 }),
  periodicity: fc.constantFrom(...periodicities),
  lasts: fc.option(fc.integer({ min: 0, max: 200 })),
})
const which = fc.nat(1_000)
const aStep = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('create' as const), order: anOrder }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('sign' as const), which }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('refuse', 'cancel', 'pause', 'resume'), which }) },
  {
    weight: 4,
    // The worker runs most of the time, and is away now and then.
    arbitrary: fc.record({
      do: fc.constant('wait' as const),
      hours: fc.oneof(fc.integer({ min: 1, max: 900 }), fc.constantFrom(24, 168)),
      jobRuns: fc.integer({ min: 0, max: 3 }),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('answer' as const),
      which,
      says: fc.constantFrom('ACSC', 'RJCT', 'RTRN'),
      isTwice: fc.boolean(),
    }),
  },
)
type Step = typeof aStep extends fc.Arbitrary<infer T> ? T : never

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
  for (const day of HOLIDAYS)
    await bank.owner.query(`INSERT INTO holidays (day, name_fr, name_en) VALUES ($1, 'Férié', 'Holiday')`, [day])
})
afterAll(() => bank.close())

const clock = { now: () => bank.clock.at }
const addHours = (hours: number) => {
  bank.clock.at = new Date(bank.clock.at.getTime() + hours * 3_600_000)
}
const dayIn = (days: number) => new Date(bank.clock.at.getTime() + days * 86_400_000).toISOString().slice(0, 10)

class Company {
  readonly model = new TransferModel(BALANCE, new Set(HOLIDAYS))
  private readonly sessions = new Map<string, { visitor: Visitor; at: number }>()
  readonly maker: Visitor
  readonly checker: Visitor
  readonly payees: { inside: string; outside: string }
  readonly clearing: ReturnType<typeof clearingAt>

  constructor(maker: Visitor, checker: Visitor, payees: { inside: string; outside: string }, folder: string) {
    this.maker = maker
    this.checker = checker
    this.payees = payees
    this.clearing = clearingAt(folder, { db: bank.db, clock })
  }

  /** A user with a session that has not expired meanwhile. */
  async as(visitor: Visitor): Promise<Visitor> {
    const known = this.sessions.get(visitor.login)
    const now = bank.clock.at.getTime()
    const current = known && now - known.at < 60_000 ? known.visitor : await bank.signIn(visitor)
    this.sessions.set(visitor.login, { visitor: current, at: now })
    return current
  }

  async create({
    type,
    isOutside,
    amount,
    inDays,
    periodicity,
    lasts,
  }: Extract<Step, { do: 'create' }>['order']): Promise<void> {
    const first = dayIn(inDays)
    const series = { start_date: first, periodicity, end_date: lasts === null ? null : dayIn(inDays + lasts) }
    const body: NewTransfer = {
      type,
      amount,
      label: 'Facture',
      comment: null,
      beneficiary_id: isOutside ? this.payees.outside : this.payees.inside,
      ...(type === 'delayed' && { execution_date: first }),
      ...(type === 'periodic' && series),
    }
    const maker = await this.as(this.maker)
    const reply = await maker.confirm(createTransfer, { body })
    deepEqual(reply.status, 201)
    const network = isOutside ? 'sica' : 'book'
    this.model.orders.push({
      id: reply.body.id,
      reference: reply.body.reference,
      type,
      network,
      amount,
      total: amount + (isOutside ? 585 : 0),
      validation: 'pending',
      execution: 'scheduled',
      day: this.model.firstDayOf(type, network, first, bank.clock.at),
      run_at: null,
      series: type === 'periodic' ? series : null,
      occurrence: type === 'periodic' ? 0 : null,
    })
  }

  async act(step: { do: 'sign' | 'refuse' | 'cancel' | 'pause' | 'resume' }, order: ModelOrder): Promise<void> {
    const { model } = this
    const now = bank.clock.at
    const isMaker = step.do !== 'sign' && step.do !== 'refuse'
    const visitor = await this.as(isMaker ? this.maker : this.checker)
    const params = { id: order.id }
    const answers = {
      sign: () => visitor.confirm(acceptTransfer, { params, body: { version: 1 } }),
      refuse: () => visitor.call(rejectTransfer, { params, body: { version: 1, reason: 'Facture inconnue' } }),
      cancel: () => visitor.confirm(cancelTransfer, { params }),
      pause: () => visitor.call(changeTransfer, { params, body: { enabled: false } }),
      resume: () => visitor.confirm(changeTransfer, { params, body: { enabled: true } }),
    }
    const { status } = await answers[step.do]()
    const isDone = {
      sign: () => model.sign(order, now),
      refuse: () => model.refuse(order),
      cancel: () => model.cancel(order),
      pause: () => model.pause(order),
      resume: () => model.resume(order, now),
    }[step.do]()
    deepEqual([step.do, status], [step.do, isDone ? (step.do === 'cancel' ? 204 : 200) : 409])
  }

  async answer(payment: ModelPayment, says: 'ACSC' | 'RJCT' | 'RTRN', isTwice: boolean): Promise<void> {
    const tx =
      paymentsIn(this.clearing.outgoing).find(({ end_to_end_id }) => end_to_end_id === payment.end_to_end_id)?.tx_id ??
      ''
    const id = newReference('R', bank.clock.at)
    const amount = String(payment.order.amount)
    const message =
      says === 'RTRN'
        ? paymentReturn(id, { tx, amount, reason: 'AC04' })
        : statusReport(id, [{ tx, status: says, ...(says === 'RJCT' && { reason: 'AC04' }) }])
    for (const name of isTwice ? ['a', 'b'] : ['a']) this.clearing.drop(`${id}-${name}.xml`, message)
    deepEqual(await this.clearing.receive(), isTwice ? 2 : 1)
    this.model.answer(payment, says)
  }

  async step(step: Step): Promise<void> {
    const { model } = this
    if (step.do === 'create') return this.create(step.order)
    if (step.do === 'wait') {
      addHours(step.hours)
      return step.jobRuns === 0 ? undefined : this.work()
    }
    if (step.do === 'answer') {
      const sent = model.payments.filter(({ state }) => state !== 'queued')
      const payment = sent[step.which % Math.max(1, sent.length)]
      return payment && this.answer(payment, step.says, step.isTwice)
    }
    // Mostly an order that allows the action: actions that are refused in any state are tried often enough.
    const may = {
      sign: ({ validation }: ModelOrder) => validation === 'pending',
      refuse: ({ validation }: ModelOrder) => validation === 'pending',
      cancel: ({ execution }: ModelOrder) => execution === 'scheduled',
      pause: ({ series, validation }: ModelOrder) => series !== null && validation === 'validated',
      resume: ({ execution }: ModelOrder) => execution === 'paused',
    }[step.do]
    const fitting = step.which % 5 === 0 ? [] : model.orders.filter(may)
    const among = fitting.length > 0 ? fitting : model.orders
    const order = among[step.which % Math.max(1, among.length)]
    return order && this.act(step, order)
  }

  /** Runs the worker's jobs, four at once. */
  private async work(): Promise<void> {
    for (let taken = 1; taken > 0;) {
      const counts = await Promise.all(Array.from({ length: 4 }, () => runDueTransfers({ db: bank.db, clock })))
      taken = counts.reduce((sum, count) => sum + count)
    }
    await Promise.all([this.clearing.send(), this.clearing.send()])
    this.model.run(bank.clock.at)
    this.model.send()
  }

  async compare(): Promise<void> {
    const { model, maker } = this
    const [account] = await bank.db<{ booked: number; held: number }>`
      SELECT booked, held FROM ledger_accounts WHERE id = ${maker.account_id}`
    deepEqual(account, { booked: model.booked, held: model.held })
    const rows = await bank.db<Record<string, unknown>>`
      SELECT id, validation_status AS validation, execution_status AS execution, execution_date AS day, next_occurrence AS occurrence, run_at
        FROM transfers WHERE account_id = ${maker.account_id} ORDER BY created_at, id`
    deepEqual(
      rows,
      model.orders.map(({ id, validation, execution, day, occurrence, run_at }) => ({
        id,
        validation,
        execution,
        day,
        occurrence,
        run_at,
      })),
    )
    const sent = paymentsIn(this.clearing.outgoing).map(({ end_to_end_id, amount }) => `${end_to_end_id} ${amount}`)
    const expected = model.payments
      .filter(({ state }) => state !== 'queued')
      .map((payment) => `${payment.end_to_end_id} ${payment.order.amount}`)
    deepEqual(sent.filter((text) => expected.includes(text)).toSorted(), expected.toSorted())
  }
}

it(
  'behaves as the model for random sequences of actions',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(aStep, { minLength: 30, maxLength: 60, size: 'max' }), async (steps) => {
        bank.clock.at = new Date(START)
        const maker = await bank.aCustomer({ kind: 'company', balance: BALANCE, capabilities: ['transfer.create'] })
        const checker = await bank.aMember(maker.account_id, { capabilities: ['transfer.validate'] })
        const inside = await bank.aBeneficiary(maker.account_id, (await bank.aCustomer()).iban)
        const outside = await bank.aBeneficiary(maker.account_id, SENEGAL)
        const folder = makeTemporaryFolder('connect-model')
        try {
          const company = new Company(maker, checker, { inside, outside }, folder)
          for (const step of steps) {
            await company.step(step)
            await company.compare()
          }
          expect((await auditLedger(bank.db)).filter(({ errors }) => errors > 0)).toEqual([])
        } finally {
          rmSync(folder, { recursive: true, force: true })
          // Open orders and unsent e-mails must not reach the next run.
          await bank.owner.query(`
            SELECT ledger_release(account_id, 'transfer:' || id, now()) FROM transfers WHERE run_at IS NOT NULL;
            UPDATE transfers SET execution_status = 'cancelled', run_at = NULL WHERE run_at IS NOT NULL`)
        }
      }),
      { numRuns: RUNS, endOnFailure: true, verbose: 1 },
    )
  },
  Math.max(60_000, RUNS * 10_000),
)
