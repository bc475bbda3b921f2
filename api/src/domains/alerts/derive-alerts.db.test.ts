// Tests the job that derives alerts: each cause alerts once, despite late commits and concurrent workers, and an open
// page shows it in time.
import { alertCatalogue, type AlertKind, changeAlertPreferences, listAlerts } from 'contract/access/alerts.ts'
import { createTransfer } from 'contract/transfers/transfers.ts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestBank, type TestBank, type Visitor } from '../../../test/test-bank.ts'
import { openStream } from '../../../test/test-stream.ts'
import { until } from '../../../test/until.ts'
import { newId } from '../../adapters/ids.ts'
import { runEvery } from '../../adapters/run-every.ts'
import { alertedActions } from './alert-cause-rules.ts'
import { alertCauses } from './alert-causes.ts'
import { DERIVE_ALERTS_EVERY_MS } from './derive-alerts.ts'

const ORDERS = 5

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())

async function aThreshold(visitor: Visitor): Promise<void> {
  const rule = { kind: 'debit_above' as const, is_on: true, threshold: 10, by_mail: false, by_push: true }
  const body = { timing: { is_daily: false, quiet: null }, rules: [rule] }
  expect((await visitor.call(changeAlertPreferences, { body })).status).toBe(204)
}
const amountsOf = async ({ user_id }: Visitor) =>
  (
    await bank.owner.query<{ amount: number }>(
      'SELECT amount::integer FROM alerts WHERE user_id = $1 ORDER BY amount DESC',
      [user_id],
    )
  ).rows.map(({ amount }) => amount)
const countQueued = async () => (await bank.owner.query('SELECT FROM alert_queue')).rowCount

it('creates each alert once with concurrent workers, and empties the queue', async () => {
  const awa = await bank.aCustomer({ balance: 1_000_000 })
  await aThreshold(awa)
  const amounts = Array.from({ length: 120 }, (_, index) => -11 - index)
  for (const amount of amounts) await bank.move(awa.account_id, amount)
  await Promise.all(Array.from({ length: 5 }, () => bank.deriveAlerts()))
  expect(await amountsOf(awa)).toEqual(amounts)
  expect(await countQueued()).toBe(0)
})

it('creates alerts of events that were committed after a later event', async () => {
  const awa = await bank.aCustomer()
  await bank.deriveAlerts()
  const slow = await bank.owner.connect()
  const record = (run: (sql: string, values: unknown[]) => Promise<unknown>) =>
    run(
      `INSERT INTO audit_events (id, at, user_id, action, subject_id, facts) VALUES ($1, now(), $2, 'password.change', $2, '{}')`,
      [newId(), awa.user_id],
    )
  const kinds = async () => (await awa.call(listAlerts)).body.map(({ kind }) => kind)
  await slow.query('BEGIN')
  await record((sql, values) => slow.query(sql, values))
  await record((sql, values) => bank.owner.query(sql, values))
  await bank.deriveAlerts()
  expect(await kinds()).toEqual(['password_changed'])
  await slow.query('COMMIT')
  slow.release()
  await bank.deriveAlerts()
  expect(await kinds()).toEqual(['password_changed', 'password_changed'])
})

it('leaves events in the queue when alerts cannot be inserted, and creates the alerts later', async () => {
  const awa = await bank.aCustomer({ balance: 1_000 })
  await aThreshold(awa)
  await bank.move(awa.account_id, -777)
  await bank.owner.query('ALTER TABLE alerts ADD CONSTRAINT alerts_fail CHECK (amount IS DISTINCT FROM -777)')
  await expect(bank.deriveAlerts()).rejects.toThrow('alerts_fail')
  await bank.owner.query('ALTER TABLE alerts DROP CONSTRAINT alerts_fail')
  await bank.deriveAlerts()
  expect(await amountsOf(awa)).toEqual([-777])
})

it('does not queue movements of accounts without a threshold', async () => {
  const awa = await bank.aCustomer({ balance: 1_000 })
  await bank.deriveAlerts()
  await bank.move(awa.account_id, -100)
  expect(await countQueued()).toBe(0)
})

it('queues the movements that reach a member’s threshold, and no others', async () => {
  const kinds = (Object.keys(alertCauses) as AlertKind[]).filter((kind) => alertCauses[kind].source === 'entry')
  await bank.deriveAlerts()
  for (const kind of kinds) {
    const cause = alertCauses[kind]
    if (cause.source !== 'entry') throw new Error('only kinds of entries were chosen')
    const awa = await bank.aCustomer()
    const rule = { kind, is_on: true, threshold: 1_000, by_mail: false, by_push: true }
    const body = { timing: { is_daily: false, quiet: null }, rules: [rule] }
    expect((await awa.call(changeAlertPreferences, { body })).status).toBe(204)
    await bank.owner.query('DELETE FROM alert_queue')
    const outcomes = new Set<boolean>()
    for (const amount of [999, 1_000, 1, -999, -1, -1, 5_000, -1_000, -3_000, -1_500]) {
      await bank.move(awa.account_id, amount)
      const [entry] = (
        await bank.owner.query<{ balance_after: number }>(
          'SELECT balance_after::integer FROM ledger_entries WHERE account_id = $1 ORDER BY seq DESC LIMIT 1',
          [awa.account_id],
        )
      ).rows
      const { balance_after } = entry ?? { balance_after: Number.NaN }
      const at = bank.clock.at
      const isReached = cause.isReached({ account_id: awa.account_id, id: '', amount, balance_after, at }, 1_000)
      expect([kind, amount, await countQueued()]).toEqual([kind, amount, isReached ? 1 : 0])
      await bank.owner.query('DELETE FROM alert_queue')
      outcomes.add(isReached)
    }
    expect([kind, outcomes.size]).toEqual([kind, 2])
  }
})

/** The actions of which an event was queued on this account, each recorded alone. */
async function queuedActions(awa: Visitor): Promise<string[]> {
  const queued: string[] = []
  for (const action of alertedActions) {
    await bank.owner.query('DELETE FROM alert_queue')
    await bank.owner.query(
      `INSERT INTO audit_events (id, at, user_id, account_id, action, subject_id, facts) VALUES ($1, now(), $2, $3, $4, $2, '{"status": "pending"}')`,
      [newId(), awa.user_id, awa.account_id, action],
    )
    if ((await countQueued()) === 1) queued.push(action)
  }
  await bank.owner.query('DELETE FROM alert_queue')
  return queued
}

it('queues each event that may alert somebody: of a kind that is off, where a member has switched it on', async () => {
  const awa = await bank.aCustomer()
  const isOff = (action: string) => {
    const causes = (Object.keys(alertCauses) as AlertKind[]).flatMap((kind) => {
      const cause = alertCauses[kind]
      return cause.source === 'event' && action in cause.actions ? [alertCatalogue[kind].isOn] : []
    })
    return causes.length > 0 && causes.every((isOn) => !isOn)
  }
  expect(await queuedActions(awa)).toEqual(alertedActions.filter((action) => !isOff(action)))
  const rules = (['transfer_executed', 'card_topped_up'] as const).map((kind) => ({
    kind,
    is_on: true,
    threshold: null,
    by_mail: false,
    by_push: true,
  }))
  const body = { timing: { is_daily: false, quiet: null }, rules }
  expect((await awa.call(changeAlertPreferences, { body })).status).toBe(204)
  expect(await queuedActions(awa)).toEqual(alertedActions)
})

it('does not queue the events of an order that ran at once', async () => {
  const awa = await bank.aCustomer({ balance: 10_000 })
  const beneficiary_id = await bank.aBeneficiary(awa.account_id, (await bank.aCustomer()).iban)
  await bank.deriveAlerts()
  const body = { type: 'direct' as const, beneficiary_id, amount: 1_000, label: 'Loyer', comment: null }
  const { status } = await awa.confirm(createTransfer, { body })
  expect(status).toBe(201)
  const { rows } = await bank.owner.query<{ action: string }>(
    'SELECT e.action FROM alert_queue q JOIN audit_events e ON e.id = ANY (q.ids)',
  )
  expect(rows.filter(({ action }) => action.startsWith('transfer.'))).toEqual([])
})

it('sends a live event to an open page within two seconds of the order', async () => {
  const maker = await bank.aCustomer({ kind: 'company', balance: 1_000_000, capabilities: ['transfer.create'] })
  const checker = await bank.aMember(maker.account_id, { capabilities: ['transfer.validate'] })
  const beneficiary_id = await bank.aBeneficiary(maker.account_id, (await bank.aCustomer()).iban)
  const server = await bank.aServer()
  const stream = await openStream(server.address, checker)
  await until(() => stream.received.length > 0)
  const failures: unknown[] = []
  const job = runEvery(bank.deriveAlerts, () => DERIVE_ALERTS_EVERY_MS, {
    done: () => undefined,
    failed: (error) => failures.push(error),
  })
  const isAlertEvent = (kind: string) => kind === 'alerts'
  const delays: number[] = []
  for (let order = 1; order <= ORDERS; order += 1) {
    const body = {
      type: 'direct' as const,
      beneficiary_id,
      amount: 1_000 + order,
      label: `Facture ${order}`,
      comment: null,
    }
    expect((await maker.confirm(createTransfer, { body })).status).toBe(201)
    const answeredAt = performance.now()
    await until(() => stream.kinds().filter(isAlertEvent).length === order)
    delays.push(performance.now() - answeredAt)
  }
  await job.stop()
  stream.close()
  await server.close()
  expect(failures).toEqual([])
  expect(Math.max(...delays)).toBeLessThan(2_000)
  expect((await checker.call(listAlerts)).body).toHaveLength(ORDERS)
})
