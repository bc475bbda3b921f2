import type { Input } from 'contract/endpoint.ts'
import {
  createTransfer,
  getTransfer,
  listTransfers,
  type NewTransfer,
  type Transfer,
} from 'contract/transfers/transfers.ts'
import { listTransferRows, TRANSFER_GROUPS_HEADER, type TransferGroup } from 'contract/transfers/transfer-rows.ts'
import { transferStatuses } from 'contract/transfers/transfer-status-codes.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openTestBank, type TestBank, type Visitor } from '../../../test/test-bank.ts'

const TODAY = '2026-03-10'
const FRANCE = 'FR1420041010050500013M02606'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
beforeEach(() => {
  bank.clock.at = new Date(`${TODAY}T09:30:00Z`)
})
afterAll(() => bank.close())

const aTransfer = (input: Partial<NewTransfer> & Pick<NewTransfer, 'beneficiary_id'>): NewTransfer => ({
  type: 'direct',
  amount: 8_000,
  label: 'Loyer de mars',
  comment: null,
  ...input,
})

/** Every row that a reader finds, page after page. */
async function all(visitor: Visitor, query: Input<typeof listTransfers>['query'] = {}): Promise<Transfer[]> {
  const found: Transfer[] = []
  for (let page = 1; ; page += 1) {
    const { body } = await visitor.call(listTransfers, { query: { ...query, page } })
    if (body.length === 0) return found
    found.push(...body)
  }
}
type State = {
  type: string
  validation_status: string
  execution_status: string
  suspended: string | null
  reason_code: string | null
  day: string
  is_own: boolean
  network: 'book' | 'sica'
  clearing: 'none' | 'sent' | 'settled'
}

/** Every combination that the database allows for an order, one day before, on and after today. */
function* everyState(): Generator<State> {
  for (const type of ['direct', 'delayed', 'periodic'])
    for (const validation_status of ['pending', 'validated', 'refused'])
      for (const execution_status of [
        'scheduled',
        'executed',
        'rejected',
        'cancelled',
        'paused',
        'ended',
        'returned',
      ]) {
        const hasMoved = execution_status === 'executed' || execution_status === 'returned'
        if (hasMoved && (type === 'periodic' || validation_status !== 'validated')) continue
        if ((execution_status === 'paused' || execution_status === 'ended') && type !== 'periodic') continue
        const isToCome = execution_status === 'scheduled' || execution_status === 'paused'
        const isNotExecuted = validation_status === 'refused' || execution_status === 'rejected'
        const reasons = isNotExecuted
          ? [null, 'funds', 'payee', 'payer', 'expired', 'payee_changed', 'payee_removed']
          : [null]
        for (const reason_code of reasons)
          for (const suspended of isToCome ? [null, 'payee_change', 'late'] : [null])
            for (const day of ['2026-03-09', TODAY, '2026-03-11'])
              for (const is_own of validation_status === 'pending' ? [false, true] : [false])
                for (const clearing of hasMoved ? (['none', 'sent', 'settled'] as const) : (['none'] as const))
                  yield {
                    type,
                    validation_status,
                    execution_status,
                    suspended,
                    reason_code,
                    day,
                    is_own,
                    clearing,
                    network: clearing === 'none' ? 'book' : 'sica',
                  }
      }
}

/** Inserts an order in each state directly: calls would take too long. */
async function insertStates(account_id: string, beneficiary_id: string, [author, other]: readonly [string, string]) {
  // Their money is irrelevant to this test.
  await bank.owner.query(`
    ALTER TABLE transfers DROP CONSTRAINT transfers_posting_id_fkey;
    ALTER TABLE outgoing_payments DROP CONSTRAINT outgoing_payments_posting_id_fkey, DROP CONSTRAINT outgoing_payments_file_id_fkey`)
  const states = [...everyState()]
  await bank.owner.query(
    `INSERT INTO transfers (account_id, id, type, rail, network, beneficiary_id, beneficiary_name, beneficiary_iban, amount, fees, tax, currency,
                            label, reference, validation_status, execution_status, suspended, reason, reason_code, execution_date, created_at, created_by,
                            executed_at, posting_id, validated_at, run_at, periodicity, start_date, next_occurrence, signatures_needed, signing_rule)
     SELECT $2, gen_random_uuid(), s.type, CASE s.network WHEN 'book' THEN 'internal' ELSE 'local' END, s.network, $3, 'Moussa', $4, 1000, 0, 0, 'XOF',
            s.clearing, 'R' || row_number() OVER (), s.validation_status, s.execution_status, s.suspended,
            CASE WHEN (s.validation_status = 'refused' OR s.execution_status = 'rejected') AND s.reason_code IS NULL THEN 'Déjà payé' END,
            s.reason_code, s.day, $7::timestamptz - interval '5 days', CASE WHEN s.is_own THEN $6::uuid ELSE $5::uuid END,
            CASE WHEN s.network <> '' AND s.execution_status IN ('executed', 'returned') THEN $7::timestamptz END,
            CASE WHEN s.execution_status IN ('executed', 'returned') THEN gen_random_uuid() END,
            CASE WHEN s.validation_status = 'validated' THEN $7::timestamptz END,
            CASE WHEN s.validation_status = 'validated' AND s.execution_status = 'scheduled' AND s.suspended IS NULL THEN s.day::timestamptz END,
            CASE WHEN s.type = 'periodic' THEN 'monthly' END, CASE WHEN s.type = 'periodic' THEN s.day END,
            CASE WHEN s.type = 'periodic' THEN 0 END, 1, 'one'
       FROM jsonb_to_recordset($1) AS s (type text, validation_status text, execution_status text, suspended text, reason_code text, day date,
                                         is_own boolean, network text, clearing text)`,
    [JSON.stringify(states), account_id, beneficiary_id, FRANCE, author, other, bank.clock.at],
  )
  await bank.owner.query(
    `INSERT INTO outgoing_payments (id, account_id, transfer_id, posting_id, network, amount, currency, settlement_date, reference, end_to_end_id, uetr,
                                 debtor_name, debtor_iban, creditor_name, creditor_iban, label, queued_at, state, file_id, place, settled_at)
     SELECT gen_random_uuid(), account_id, id, posting_id, 'sica', 1000, 'XOF', execution_date, reference, reference, gen_random_uuid(), 'A', 'A', 'B',
            'B', 'C', executed_at, CASE label WHEN 'sent' THEN 'queued' ELSE 'settled' END, CASE label WHEN 'settled' THEN gen_random_uuid() END,
            CASE label WHEN 'settled' THEN 0 END, CASE label WHEN 'settled' THEN executed_at END
       FROM transfers WHERE account_id = $1 AND label <> 'none'`,
    [account_id],
  )
  return states.length
}

describe('transfers in every combination of states', () => {
  let readers: Visitor[]
  let count: number
  beforeAll(async () => {
    const author = await bank.aCustomer({ kind: 'company', capabilities: ['transfer.create'] })
    const { account_id } = author
    const validator = await bank.aMember(account_id, { capabilities: ['transfer.validate'] })
    const limited = await bank.aMember(account_id, { capabilities: ['transfer.validate'] })
    const onlooker = await bank.aMember(account_id, { capabilities: [] })
    count = await insertStates(account_id, await bank.aBeneficiary(account_id, FRANCE), [
      author.user_id,
      validator.user_id,
    ])
    // Every order is of 1,000.
    await bank.owner.query(
      `INSERT INTO transfer_limits (account_id, user_id, purpose, period, amount)
       VALUES ($1, $2, 'validate', 'day', 1000), ($1, $3, 'validate', 'operation', 999)`,
      [account_id, validator.user_id, limited.user_id],
    )
    readers = [author, validator, limited, onlooker]
  }, 60_000)

  it('the filter by status finds exactly the rows with that status, for each reader', async () => {
    for (const reader of readers) {
      const rows = await all(reader)
      expect(rows.length).toBe(count)
      for (const status of transferStatuses) {
        const found = await all(reader, { status })
        const toView = rows.filter((row) => row.status === status)
        expect([status, found.map(({ id }) => id)]).toEqual([status, toView.map(({ id }) => id)])
      }
    }
    // Each status is seen by some reader, and only users who may sign see "to sign".
    const [author, validator, limited] = await Promise.all(readers.slice(0, 3).map((reader) => all(reader)))
    expect(new Set(validator?.map(({ status }) => status))).toEqual(new Set(transferStatuses))
    expect(author?.some(({ status }) => status === 'to_sign')).toBe(false)
    expect(limited?.some(({ status, actions }) => status === 'to_sign' || actions.includes('accept'))).toBe(false)
    expect(limited?.some(({ status, is_over_limit }) => status === 'pending' && is_over_limit)).toBe(true)
    expect(validator?.every(({ status, actions }) => status !== 'to_sign' || actions.includes('accept'))).toBe(true)
  }, 60_000)

  it('the list is sorted by the displayed date, and late orders have a number of days', async () => {
    for (const reader of readers) {
      const rows = await all(reader)
      const days = rows.map(({ display_date }) => display_date ?? 'none')
      expect(days).toEqual(
        days.toSorted((one, other) =>
          one === other ? 0 : one === 'none' || (other !== 'none' && one > other) ? -1 : 1,
        ),
      )
      expect(rows.filter(({ status, days_late }) => (status === 'late') !== (days_late !== null))).toEqual([])
      // Only an order with the status "late" is listed under a past day before it has run.
      const open = rows.filter(
        ({ execution_status }) => execution_status === 'scheduled' || execution_status === 'paused',
      )
      const past = open.filter((row) => row.validation_status !== 'refused' && (row.display_date ?? TODAY) < TODAY)
      expect(new Set(past.map(({ status }) => status))).toEqual(new Set(['late']))
    }
  }, 60_000)

  it('in groups, what is to come is first and ascends, then series, then months from the latest, with their totals', async () => {
    for (const reader of readers) {
      const { body: first, headers: given } = await reader.call(listTransferRows)
      const rows = [...first]
      for (let page = 2; rows.length < count; page += 1) {
        const { body } = await reader.call(listTransferRows, { query: { page } })
        expect(body.length).toBeGreaterThan(0)
        rows.push(...body)
      }
      const ids = rows.map(({ group }) => group)
      const months = ids.filter((id) => id !== 'upcoming' && id !== 'recurring')
      expect(ids).toEqual([
        ...ids.filter((id) => id === 'upcoming'),
        ...ids.filter((id) => id === 'recurring'),
        ...months.toSorted().toReversed(),
      ])
      const days = rows.filter(({ group }) => group === 'upcoming').map(({ display_date }) => display_date ?? '')
      expect(days).toEqual(days.toSorted())
      const totals = JSON.parse(given[TRANSFER_GROUPS_HEADER.toLowerCase()] ?? '[]') as TransferGroup[]
      expect(totals.find(({ id }) => id === 'upcoming')?.count).toBe(days.length)
      expect(totals.every(({ count: many, sum }) => sum <= many * 1000)).toBe(true)
    }
  }, 60_000)

  it('a filter by period finds only orders displayed under its days', async () => {
    const [reader] = readers
    if (!reader) throw new Error('no reader')
    const rows = await all(reader, { from: TODAY, to: TODAY })
    expect(new Set(rows.map(({ display_date }) => display_date))).toEqual(new Set([TODAY]))
  })
})

it('an order has the same status in its list, its detail and the response that created it', async () => {
  const author = await bank.aCustomer({ kind: 'company', balance: 1_000_000, capabilities: ['transfer.create'] })
  const validator = await bank.aMember(author.account_id, { capabilities: ['transfer.validate'] })
  const beneficiary_id = await bank.aBeneficiary(author.account_id, (await bank.aCustomer()).iban)
  const { body: sent } = await author.confirm(createTransfer, { body: aTransfer({ beneficiary_id }) })
  bank.clock.at = new Date('2026-03-13T09:30:00Z')
  for (const [reader, status] of [
    [await bank.signIn(author), 'pending'],
    [await bank.signIn(validator), 'to_sign'],
  ] as const) {
    const { body } = await reader.call(getTransfer, { params: { id: sent.id } })
    const [row] = (await reader.call(listTransfers)).body
    expect([body.status, body.display_date, row?.status, row?.display_date]).toEqual([status, null, status, null])
  }
  expect([sent.status, sent.display_date]).toEqual(['pending', null])
})
