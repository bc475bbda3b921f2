// The clock moves over month ends, leap days, years and holidays; every order runs on its day, once.
import { createTransfer, getTransfer, type NewTransfer, quoteTransfer } from 'contract/transfers/transfers.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { demoHolidays } from 'database/seeds/history/demo-calendar.ts'
import { openTestBank, type TestBank, type Visitor } from '../../../test/test-bank.ts'
import { auditLedger } from '../../ledger/ledger-audit.ts'
import { listAlerts } from 'contract/access/alerts.ts'
import { moveDates } from '../closed-days/move-dates.ts'
import { runDueTransfers } from './run-transfers.ts'

const SENEGAL = 'SN08SN9980101010004610100147'
const IVORY_COAST = 'CI93CI0080111301134291200589'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
  const span = { firstDay: new Date('2027-01-01T00:00:00Z'), today: new Date('2027-01-01T00:00:00Z') }
  for (const { day, name_fr, name_en } of demoHolidays(span))
    await bank.owner.query('INSERT INTO holidays (day, name_fr, name_en) VALUES ($1, $2, $3)', [day, name_fr, name_en])
})
// Orders that a test left open must not run in the next one.
beforeEach(() =>
  bank.owner.query(`
    SELECT ledger_release(account_id, 'transfer:' || id, now()) FROM transfers WHERE run_at IS NOT NULL;
    UPDATE transfers SET execution_status = 'cancelled', run_at = NULL WHERE run_at IS NOT NULL`),
)
afterAll(async () => {
  const broken = (await auditLedger(bank.db)).filter(({ errors }) => errors > 0)
  await bank.close()
  if (broken.length > 0) throw new Error(`the ledger is not sound: ${JSON.stringify(broken)}`)
})

const at = (moment: string) => {
  bank.clock.at = new Date(moment)
}
const run = () => runDueTransfers({ db: bank.db, clock: { now: () => bank.clock.at } })

async function anOrder(on: string, input: Partial<NewTransfer>, iban?: string) {
  at(`${on}T09:30:00Z`)
  const payer = await bank.aCustomer({ balance: 1_000_000 })
  const beneficiary_id = await bank.aBeneficiary(payer.account_id, iban ?? (await bank.aCustomer()).iban)
  const body: NewTransfer = {
    type: 'periodic',
    amount: 1_000,
    label: 'Tontine',
    comment: null,
    beneficiary_id,
    ...input,
  }
  const reply = await payer.confirm(createTransfer, { body })
  expect(reply.status).toBe(201)
  return { payer, order: reply.body }
}

/** The days on which a series runs, with four workers that run every morning, noon and afternoon. */
async function daysOf(from: string, count: number): Promise<string[]> {
  const days: string[] = []
  for (let index = 0; index < count; index += 1) {
    const day = new Date(Date.parse(from) + index * 86_400_000).toISOString().slice(0, 10)
    let executed = 0
    for (const hour of ['07:00', '11:00', '16:00']) {
      at(`${day}T${hour}:00Z`)
      executed += (await Promise.all([run(), run(), run(), run()])).reduce((sum, taken) => sum + taken)
    }
    if (executed > 0) days.push(`${day}${executed > 1 ? ` x${executed}` : ''}`)
  }
  return days
}

const nominalsOf = async (id: string) =>
  (
    await bank.db<{
      nominal_date: string
    }>`SELECT nominal_date FROM transfer_occurrences WHERE transfer_id = ${id} ORDER BY 1`
  ).map(({ nominal_date }) => nominal_date)

describe('a series of transfers', () => {
  it('that starts on the 31st runs on the last day of each month, over the year and a 29 February', async () => {
    const { order } = await anOrder('2027-10-20', {
      periodicity: 'monthly',
      start_date: '2027-10-31',
      end_date: '2028-04-30',
    })
    // 31 October is a Sunday and 1 November a holiday; 30 April 2028 is a Sunday, and 1 May a holiday.
    expect(await daysOf('2027-10-28', 190)).toEqual([
      '2027-11-02',
      '2027-11-30',
      '2027-12-31',
      '2028-01-31',
      '2028-02-29',
      '2028-03-31',
      '2028-05-02',
    ])
    expect(await nominalsOf(order.id)).toEqual([
      '2027-10-31',
      '2027-11-30',
      '2027-12-31',
      '2028-01-31',
      '2028-02-29',
      '2028-03-31',
      '2028-04-30',
    ])
  }, 60_000)

  it('that starts on 29 February returns to that day in leap years only', async () => {
    const { order } = await anOrder('2028-02-10', { periodicity: 'yearly', start_date: '2028-02-29' })
    for (const day of ['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-03-01']) {
      at(`${day}T06:59:59Z`)
      expect(await run()).toBe(0)
      at(`${day}T07:00:00Z`)
      expect(await run()).toBe(1)
    }
    expect(await nominalsOf(order.id)).toEqual(['2028-02-29', '2029-02-28', '2030-02-28', '2031-02-28', '2032-02-29'])
  })

  it('runs each missed date once when the worker is back', async () => {
    const { order } = await anOrder('2027-03-01', { periodicity: 'weekly', start_date: '2027-03-03' })
    at('2027-03-25T08:00:00Z')
    for (let taken = 1; taken > 0; taken = await run());
    expect(await nominalsOf(order.id)).toEqual(['2027-03-03', '2027-03-10', '2027-03-17', '2027-03-24'])
  })

  it('whose worker was away over a holiday shows the business day after it as the date it missed', async () => {
    const series: Partial<NewTransfer> = { periodicity: 'monthly', start_date: '2028-03-31', end_date: '2028-04-30' }
    const { payer, order } = await anOrder('2028-03-20', series)
    at('2028-05-22T08:00:00Z')
    for (let taken = 1; taken > 0; taken = await run());
    // 30 April 2028 is a Sunday, and 1 May a holiday.
    expect(await stateOf(payer, order.id)).toMatchObject({ execution_date: '2028-05-02' })
  })
})

describe('a holiday that depends on the moon', () => {
  it('postpones an order to the next business day when announced after the order was created', async () => {
    const { payer, order } = await anOrder('2027-06-01', { type: 'delayed', execution_date: '2027-06-08' })
    const { order: outside } = await anOrder('2027-06-01', { type: 'delayed', execution_date: '2027-06-08' }, SENEGAL)
    expect([order.execution_date, outside.execution_date]).toEqual(['2027-06-08', '2027-06-08'])
    await bank.owner.query(
      `INSERT INTO holidays (day, name_fr, name_en) VALUES ('2027-06-08', 'Fête annoncée', 'Announced holiday')`,
    )
    expect(await daysOf('2027-06-07', 4)).toEqual(['2027-06-08 x2', '2027-06-09 x2'])
    expect(await stateOf(payer, order.id)).toMatchObject({ execution_status: 'executed', execution_date: '2027-06-09' })
    await bank.owner.query(`DELETE FROM holidays WHERE day = '2027-06-08'`)
  })

  it('moves orders that are due on it as soon as it is announced, once, and notifies the customer', async () => {
    const { payer, order } = await anOrder('2027-05-25', { type: 'delayed', execution_date: '2027-06-09' }, SENEGAL)
    const { order: series } = await anOrder('2027-05-25', { periodicity: 'monthly', start_date: '2027-06-09' })
    await anOrder('2027-05-25', { type: 'delayed', execution_date: '2027-06-10' })
    await bank.owner.query(
      `INSERT INTO holidays (day, name_fr, name_en) VALUES ('2027-06-09', 'Fête annoncée', 'Announced holiday')`,
    )
    const move = () => moveDates({ db: bank.db, clock: { now: () => bank.clock.at } })
    expect(await Promise.all([move(), move()]).then(([one, two]) => one + two)).toBe(2)
    expect(await move()).toBe(0)
    const moved = await stateOf(payer, order.id)
    expect(moved).toMatchObject({ execution_status: 'scheduled', execution_date: '2027-06-10' })
    expect(moved.history.map(({ action }) => action)).toEqual(['transfer.create', 'transfer.move'])
    await bank.deriveAlerts()
    const { body: alerts } = await payer.call(listAlerts, { query: { page: 1 } })
    expect(alerts.filter(({ kind }) => kind === 'date_moved')).toMatchObject([
      { about: 'transfer', subject_id: order.id, amount: order.amount },
    ])
    expect(await daysOf('2027-06-08', 4)).toEqual(['2027-06-10 x3'])
    // The series is counted from its nominal dates.
    expect(await nominalsOf(series.id)).toEqual(['2027-06-09'])
    await bank.owner.query(`DELETE FROM holidays WHERE day = '2027-06-09'`)
  })
})

describe('a transfer to another country of the union', () => {
  const nationalDay = (country: string, day: string) =>
    bank.owner.query('INSERT INTO foreign_holidays VALUES ($1, $2, $3, $3, true)', [country, day, 'Fête nationale'])
  beforeAll(async () => {
    await nationalDay('CI', '2028-08-07')
    await nationalDay('ML', '2028-08-08')
  })

  it('leaves and arrives on business days of both countries', async () => {
    at('2028-08-04T09:30:00Z')
    const payer = await bank.aCustomer({ balance: 1_000_000 })
    const [abidjan, dakar] = [
      await bank.aBeneficiary(payer.account_id, IVORY_COAST),
      await bank.aBeneficiary(payer.account_id, SENEGAL),
    ]
    const quoted = async (beneficiary_id: string, moment: string) => {
      at(moment)
      const body: NewTransfer = { type: 'direct', amount: 1_000, label: 'Loyer', comment: null, beneficiary_id }
      return (await (await bank.signIn(payer)).call(quoteTransfer, { body })).body
    }
    expect(await quoted(abidjan, '2028-08-04T09:30:00Z')).toMatchObject({
      execution_date: '2028-08-04',
      arrival_date: '2028-08-08',
    })
    expect(await quoted(dakar, '2028-08-04T09:30:00Z')).toMatchObject({ arrival_date: '2028-08-07' })
    expect(await quoted(abidjan, '2028-08-07T09:30:00Z')).toMatchObject({
      execution_date: '2028-08-08',
      arrival_date: '2028-08-09',
      postponed_by: 'payee_closed_day',
    })
    expect(await quoted(dakar, '2028-08-07T09:30:00Z')).toMatchObject({
      execution_date: '2028-08-07',
      postponed_by: null,
    })
  })

  it('that is planned for such a day leaves on the next one, with its value date, also when it was announced later', async () => {
    const planned = await anOrder('2028-07-20', { type: 'delayed', execution_date: '2028-08-07' }, IVORY_COAST)
    expect(planned.order.execution_date).toBe('2028-08-08')
    const { payer, order } = await anOrder('2028-07-20', { type: 'delayed', execution_date: '2028-08-10' }, IVORY_COAST)
    expect(order.execution_date).toBe('2028-08-10')
    await nationalDay('CI', '2028-08-10')
    await nationalDay('CI', '2028-08-14')
    expect((await stateOf(payer, order.id)).arrival_date).toBe('2028-08-11')
    expect(await daysOf('2028-08-07', 6)).toEqual(['2028-08-08', '2028-08-10', '2028-08-11'])
    const moved = await stateOf(payer, order.id)
    expect(moved).toMatchObject({ status: 'in_progress', execution_date: '2028-08-11', arrival_date: '2028-08-15' })
    expect(moved.history.map(({ action }) => action)).toContain('transfer.move')
    const credited = await bank.db<{ value_date: string }>`
      SELECT DISTINCT e.value_date FROM ledger_entries e JOIN transfers t ON t.posting_id = e.posting_id
       WHERE t.id = ${order.id} AND e.account_id <> ${payer.account_id} AND e.amount = 1000`
    // The clearing is credited for Tuesday: Monday is closed in the payee’s country.
    expect(credited).toEqual([{ value_date: '2028-08-15' }])
  })
})

it('a holiday of the payee’s country moves a dated order when it is announced, and only orders to that country', async () => {
  const dated = { type: 'delayed' as const, execution_date: '2029-09-12' }
  const abroad = await anOrder('2029-09-03', dated, IVORY_COAST)
  const local = await anOrder('2029-09-03', dated, SENEGAL)
  await bank.owner.query(
    `INSERT INTO foreign_holidays (country, day, name_fr, name_en, is_confirmed)
     VALUES ('CI', '2029-09-12', 'Journée annoncée', 'Announced day', true), ('CI', '2029-09-13', 'Lendemain', 'Day after', true)`,
  )
  at('2029-09-05T09:30:00Z')
  await moveDates({ db: bank.db, clock: { now: () => bank.clock.at } })
  const moved = await stateOf(abroad.payer, abroad.order.id)
  expect(moved).toMatchObject({ execution_status: 'scheduled', execution_date: '2029-09-14' })
  expect(moved.history.map(({ action }) => action)).toContain('transfer.move')
  expect(await stateOf(local.payer, local.order.id)).toMatchObject({ execution_date: '2029-09-12' })
  // The rest was moved once: nothing is found again.
  expect(await moveDates({ db: bank.db, clock: { now: () => bank.clock.at } })).toBe(0)
})

async function stateOf(visitor: Visitor, id: string) {
  return (await (await bank.signIn(visitor)).call(getTransfer, { params: { id } })).body
}

describe('the cut-off time', () => {
  it.each([
    ['a second before it is in time', '2027-04-13T14:59:59Z', '2027-04-13'],
    ['at its second is late', '2027-04-13T15:00:00Z', '2027-04-14'],
    ['on a Friday at its second means Monday', '2027-04-16T15:00:00Z', '2027-04-19'],
  ])('%s', async (_what, moment, day) => {
    at(moment)
    const payer = await bank.aCustomer({ balance: 1_000_000 })
    const beneficiary_id = await bank.aBeneficiary(payer.account_id, SENEGAL)
    const body: NewTransfer = { type: 'direct', amount: 1_000, label: 'Loyer', comment: null, beneficiary_id }
    const { body: order } = await payer.confirm(createTransfer, { body })
    expect(order.execution_date).toBe(day)
  })

  it('missed by a worker postpones the order to the next business day, with the money still held', async () => {
    const { payer, order } = await anOrder('2027-03-12', { type: 'direct' }, SENEGAL)
    at('2027-03-12T15:00:00Z')
    expect(await run()).toBe(1)
    expect(await stateOf(payer, order.id)).toMatchObject({
      execution_status: 'scheduled',
      execution_date: '2027-03-15',
    })
    const [account] = await bank.db<{ held: number }>`SELECT held FROM ledger_accounts WHERE id = ${payer.account_id}`
    expect(account?.held).toBe(1_585)
    at('2027-03-15T07:00:00Z')
    expect(await run()).toBe(1)
    expect(await stateOf(payer, order.id)).toMatchObject({ execution_status: 'executed' })
  })
})
