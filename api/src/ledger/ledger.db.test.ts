import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LedgerModel } from '../../test/ledger-model.ts'
import { aPosting, openTestLedger, type TestLedger, writePostings } from '../../test/test-ledger.ts'
import { transaction } from '../db/transaction.ts'
import { newId } from '../adapters/ids.ts'
import { auditLedger } from './ledger-audit.ts'
import { hold, type NewPosting, type PostingOutcome, release } from './ledger-store.ts'

let ledger: TestLedger
beforeAll(async () => {
  ledger = await openTestLedger()
})
afterAll(() => ledger.close())

const held_at = new Date('2026-03-10T09:00:00Z')

type AccountState = {
  booked: number
  held: number
  overdraft: number
  entry_count: number
  last_booking_date: string | null
}
async function accountStateOf(id: string): Promise<AccountState> {
  const [row] = await ledger.db<AccountState>`
    SELECT booked, held, overdraft, entry_count, last_booking_date FROM ledger_accounts WHERE id = ${id}`
  if (!row) throw new Error('no such account')
  return row
}

/** The violations that the audit finds. Holds of these tests have no transfer. */
async function errors(): Promise<string[]> {
  const verdicts = await auditLedger(ledger.db)
  return verdicts
    .filter(({ rule, errors }) => errors > 0 && rule !== 'every hold has a cause that lives')
    .map(({ rule }) => rule)
}

/** An account with this balance. */
async function aFundedAccount(amount: number, input: { overdraft?: number } = {}): Promise<string> {
  const id = await ledger.anAccount(input)
  await writePostings(ledger.asOwner, [
    aPosting([
      [ledger.internal('cash:XOF'), -amount],
      [id, amount],
    ]),
  ])
  return id
}

describe('a batch of postings', () => {
  it('executes the other postings when one is refused', async () => {
    const [rich, poor] = [await aFundedAccount(1_000), await aFundedAccount(10)]
    const pay = (from: string, to: string, amount: number) =>
      aPosting([
        [from, -amount],
        [to, amount],
      ])
    expect(
      await writePostings(ledger.asOwner, [
        pay(rich, poor, 100),
        pay(poor, rich, 500),
        pay(rich, poor, 400),
        pay(poor, rich, 500),
      ]),
    ).toEqual(['posted', 'insufficient_funds', 'posted', 'posted'])
    expect([await accountStateOf(rich), await accountStateOf(poor)]).toMatchObject([{ booked: 1_000 }, { booked: 10 }])
  })

  it('tries a key again after its first posting in the same batch could not be paid', async () => {
    const [from, to] = [await aFundedAccount(100), await ledger.anAccount()]
    const pay = (amount: number) =>
      aPosting(
        [
          [from, -amount],
          [to, amount],
        ],
        { posting_key: 'test:same' },
      )
    expect(await writePostings(ledger.asOwner, [pay(500), pay(60), pay(40)])).toEqual([
      'insufficient_funds',
      'posted',
      'repeated',
    ])
    expect(await accountStateOf(to)).toMatchObject({ booked: 60 })
  })

  it('does not report a posting as repeated if its key moved nothing', async () => {
    const [from, to] = [await aFundedAccount(100), await ledger.anAccount()]
    const duplicates = [0, 1].map(() =>
      aPosting(
        [
          [from, -500],
          [to, 500],
        ],
        { posting_key: 'test:twins' },
      ),
    )
    expect(await writePostings(ledger.asOwner, duplicates)).toEqual(['insufficient_funds', 'insufficient_funds'])
  })

  it('books no entry on a day before the previous entry', async () => {
    const id = await ledger.anAccount()
    const on = (booking_date: string) =>
      aPosting(
        [
          [ledger.internal('cash:XOF'), -10],
          [id, 10],
        ],
        { booking_date },
      )
    await writePostings(ledger.asOwner, [on('2026-03-12'), on('2026-03-10'), on('2026-03-13'), on('2026-03-11')])
    const rows = await ledger.db<{ booking_date: string }>`
      SELECT booking_date FROM ledger_entries WHERE account_id = ${id} ORDER BY seq`
    expect(rows.map(({ booking_date }) => booking_date)).toEqual([
      '2026-03-12',
      '2026-03-12',
      '2026-03-13',
      '2026-03-13',
    ])
  })

  it('refuses one of 5,000 postings without a long delay for the others', async () => {
    const [from, to, poor] = [await aFundedAccount(1_000_000), await ledger.anAccount(), await ledger.anAccount()]
    const batch = Array.from({ length: 5_000 }, (_, index) =>
      aPosting([
        [index === 2_500 ? poor : from, -1],
        [to, 1],
      ]),
    )
    const outcomes = await writePostings(ledger.asOwner, batch)
    expect(outcomes.filter((outcome) => outcome === 'posted')).toHaveLength(4_999)
    expect(outcomes[2_500]).toBe('insufficient_funds')
  }, 15_000)
})

/** Accounts are identified by index: 0 to 3 belong to customers, 4 and 5 to the bank. */
const aMove = fc.record({
  from: fc.nat(5),
  to: fc.nat(5),
  amount: fc.oneof(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 5 })),
  fee: fc.option(fc.integer({ min: 1, max: 20 })),
  isCreditFirst: fc.boolean(),
  /** Few keys, so that some are used again. */
  key: fc.nat(60),
  day: fc.integer({ min: 10, max: 28 }),
})
type Move = typeof aMove extends fc.Arbitrary<infer T> ? T : never

const aStep = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('post' as const),
      moves: fc.array(aMove, { minLength: 1, maxLength: 6 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('hold' as const),
      account: fc.nat(3),
      amount: fc.integer({ min: 1, max: 150 }),
      cause: fc.nat(9),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('release' as const), account: fc.nat(3), cause: fc.nat(9) }) },
)
type Step = typeof aStep extends fc.Arbitrary<infer T> ? T : never

/** Six accounts for one run, the first four of customers, with different overdrafts. */
async function aStage(overdrafts: readonly number[]) {
  const customers = await Promise.all(overdrafts.map((overdraft) => ledger.anAccount({ overdraft })))
  const accounts = [...customers, ledger.internal('cash:XOF'), ledger.internal('clearing:XOF')]
  const run = newId()
  const accountAt = (position: number) => accounts[position] ?? ledger.internal('suspense:XOF')
  const postingOf = ({ from, to, amount, fee, isCreditFirst, key, day }: Move): NewPosting => {
    const lines: [string, number][] = [
      [accountAt(from), -amount],
      [accountAt(to), amount],
    ]
    if (isCreditFirst) lines.reverse()
    if (fee) lines.push([accountAt(from), -fee], [ledger.internal('fees:XOF'), fee])
    return aPosting(lines, { posting_key: `${run}:${key}`, booking_date: `2026-04-${day}` })
  }
  return { customers, accountAt, postingOf, causeOf: (cause: number, n: number) => `${run}:${cause}:${n}` }
}

const someOverdrafts = fc.tuple(fc.nat(300), fc.constant(0), fc.nat(50), fc.constant(0))

type Stage = Awaited<ReturnType<typeof aStage>>

/** The answers of the database and of the model to the same step. */
async function applyToBoth(
  stage: Stage,
  model: LedgerModel,
  causes: Map<number, string>,
  step: Step,
  position: number,
): Promise<[unknown, unknown]> {
  if (step.kind === 'post') {
    const postings = step.moves.map(stage.postingOf)
    return [await writePostings(ledger.asOwner, postings), postings.map((posting) => model.post(posting))]
  }
  const account_id = stage.accountAt(step.account)
  if (step.kind === 'release') {
    const cause = causes.get(step.cause) ?? 'nothing'
    return [await release(ledger.db, account_id, cause, held_at), model.release(account_id, cause)]
  }
  const cause = stage.causeOf(step.cause, position)
  causes.set(step.cause, cause)
  const answer = await hold(ledger.db, { id: newId(), account_id, amount: step.amount, cause, held_at })
  return [answer, model.hold(account_id, cause, step.amount)]
}

describe('the ledger', () => {
  it('gives the same results as a simple model for sequential calls', async () => {
    await fc.assert(
      fc.asyncProperty(someOverdrafts, fc.array(aStep, { minLength: 5, maxLength: 25 }), async (overdrafts, steps) => {
        const stage = await aStage(overdrafts)
        const model = new LedgerModel()
        stage.customers.forEach((id, position) => model.open(id, overdrafts[position] ?? 0))
        const causes = new Map<number, string>()
        for (const [position, step] of steps.entries()) {
          const [answer, expected] = await applyToBoth(stage, model, causes, step, position)
          expect(answer).toEqual(expected)
        }
        for (const [id, { booked, days }] of model.accounts)
          expect(await accountStateOf(id)).toMatchObject({
            booked,
            held: model.held(id),
            entry_count: days.length,
            last_booking_date: days.at(-1) ?? null,
          })
      }),
      { numRuns: 60 },
    )
    expect(await errors()).toEqual([])
  })

  it('meets its invariants with concurrent postings, holds and releases', async () => {
    await fc.assert(
      fc.asyncProperty(
        someOverdrafts,
        fc.array(fc.array(aStep, { minLength: 2, maxLength: 8 }), { minLength: 4, maxLength: 8 }),
        async (overdrafts, visitors) => {
          const stage = await aStage(overdrafts)
          const answers: [NewPosting, PostingOutcome][] = []
          const act = async (step: Step, visitor: number, position: number) => {
            if (step.kind === 'post') {
              const postings = step.moves.map(stage.postingOf)
              const outcomes = await postWithRetries(postings)
              postings.forEach((posting, index) => answers.push([posting, outcomes[index] ?? 'repeated']))
              return
            }
            const account_id = stage.accountAt(step.account)
            const cause = stage.causeOf(step.cause, visitor * 100 + position)
            if (step.kind === 'hold')
              await hold(ledger.db, { id: newId(), account_id, amount: step.amount, cause, held_at })
            else await release(ledger.db, account_id, stage.causeOf(step.cause, visitor * 100 + position - 1), held_at)
          }
          await Promise.all(
            visitors.map(async (steps, visitor) => {
              for (const [position, step] of steps.entries()) await act(step, visitor, position)
            }),
          )
          await expectAnsweredPostings(answers)
        },
      ),
      { numRuns: 25 },
    )
    expect(await errors()).toEqual([])
  })
})

/** Like the server: a call that lost the race for a key is repeated in a new transaction. */
async function postWithRetries(postings: readonly NewPosting[]): Promise<PostingOutcome[]> {
  for (;;) {
    try {
      return await transaction(ledger.asOwner, (tx) => writePostings(tx, postings))
    } catch (error) {
      if (!(error instanceof Error && 'constraint' in error && error.constraint === 'ledger_postings_posting_key_key'))
        throw error
    }
  }
}

/** A key was answered 'posted' at most once, and exactly the entries of those postings exist. */
async function expectAnsweredPostings(answers: readonly [NewPosting, PostingOutcome][]): Promise<void> {
  const posted = answers.filter(([, outcome]) => outcome === 'posted').map(([posting]) => posting)
  const keys = posted.map(({ posting_key }) => posting_key)
  expect(new Set(keys).size).toBe(keys.length)
  // A posting reported as repeated was posted by another call.
  const repeated = answers.filter(([, outcome]) => outcome === 'repeated').map(([{ posting_key }]) => posting_key)
  expect(repeated.filter((key) => !keys.includes(key))).toEqual([])
  const requested = answers.map(([{ id }]) => id)
  const written = await ledger.db<{ posting_id: string; entries: number }>`
    SELECT posting_id, count(*) AS entries FROM ledger_entries WHERE posting_id = ANY (${requested}::uuid[]) GROUP BY posting_id`
  expect(new Map(written.map(({ posting_id, entries }) => [posting_id, entries]))).toEqual(
    new Map(posted.map(({ id, entries }) => [id, entries.length])),
  )
}
