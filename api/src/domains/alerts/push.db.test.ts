import {
  addPushDevice,
  type AlertTiming,
  changeAlertPreferences,
  getAlertPreferences,
  listAlerts,
  MAX_PUSH_DEVICES,
  removePushDevice,
  renewPushDevice,
} from 'contract/access/alerts.ts'
import { suspendPerson } from 'contract/access/access.ts'
import { endOtherSessions, endUserSession, listDevices, revokeDevice } from 'contract/access/profile.ts'
import { changePassword } from 'contract/access/passwords.ts'
import { signIn, signOut } from 'contract/access/session.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Browser, aBrowser, certificate, openPushService, type PushService } from '../../../test/push-service.ts'
import { codesOf, openTestBank, PASSWORD, type TestBank, type Visitor } from '../../../test/test-bank.ts'
import { purge } from '../../db/purge.ts'
import { loadPushKey } from '../notifications/push-key-store.ts'
import { newPushKey, openPushSender, publicKeyOf, type PushSender } from '../../adapters/web-push.ts'
import { describeDevices } from './push-devices.ts'
import { sendNextPush, fanOutNextPush } from './push-alerts.ts'

const AT_ONCE: AlertTiming = { is_daily: false, quiet: null }
const NIGHT: AlertTiming = { is_daily: true, quiet: { from: 22, to: 7 } }

let bank: TestBank
let service: PushService
let sender: PushSender
beforeAll(async () => {
  service = await openPushService()
  bank = await openTestBank({ pushServices: [service.host] })
  sender = openPushSender({
    key: await loadPushKey(bank.db, newPushKey, bank.clock.at),
    contact: async () => 'service.client@teranga.example',
    isAllowedAddress: () => true,
    ca: certificate,
  })
})
afterAll(async () => {
  sender.close()
  await bank.close()
  await service.close()
})
beforeEach(() => {
  at('2026-03-10T09:30')
  service.answer = { status: 201 }
})

const at = (time: string) => {
  bank.clock.at = new Date(`${time}:00Z`)
}
const ports = () => ({ db: bank.db, clock: { now: () => bank.clock.at }, services: [service.host] })

type Device = Browser & { id: string; path: string }
let devices = 0

/** Registers a browser of a user. */
async function switchOn(visitor: Visitor): Promise<Device> {
  devices += 1
  const path = `/push/${devices}`
  const browser = await aBrowser()
  const { body, status } = await visitor.call(addPushDevice, { body: subscription(browser, path) })
  expect(status).toBe(201)
  return { ...browser, id: body.id, path }
}
const subscription = ({ p256dh, auth }: Browser, path: string) => ({
  endpoint: `https://${service.host}${path}`,
  p256dh,
  auth,
})
const devicesOf = async (visitor: Visitor) =>
  (await visitor.call(getAlertPreferences)).body.push?.devices.map(({ id }) => id) ?? null
const input = (visitor: Visitor, timing = AT_ONCE, by_push = true) =>
  visitor.call(changeAlertPreferences, {
    body: { timing, rules: [{ kind: 'debit_above', is_on: true, threshold: 10, by_mail: false, by_push }] },
  })

/** Books a movement, and lets the worker alert the visitor, who has set a threshold; answers the alert. */
async function alert(visitor: Visitor, kind: 'debit_above' | 'credit_above' = 'debit_above'): Promise<string> {
  await bank.owner.query(
    'INSERT INTO alert_rules (account_id, user_id, kind, threshold, by_mail) VALUES ($1, $2, $3, 10, false) ON CONFLICT DO NOTHING',
    [visitor.account_id, visitor.user_id, kind],
  )
  await bank.owner.query('UPDATE ledger_accounts SET overdraft = 10000000 WHERE id = $1', [visitor.account_id])
  await bank.move(visitor.account_id, kind === 'debit_above' ? -75_000 : 75_000)
  await bank.deriveAlerts()
  const { rows } = await bank.owner.query<{ id: string }>(
    'SELECT a.id FROM alerts a JOIN ledger_entries e ON e.account_id = a.account_id AND e.id = a.subject_id WHERE a.user_id = $1 ORDER BY e.seq DESC LIMIT 1',
    [visitor.user_id],
  )
  return rows[0]?.id ?? ''
}

/** Runs the worker's job until nothing is due. */
async function work(): Promise<void> {
  await bank.deriveAlerts()
  for (let runs = 0; await fanOutNextPush(ports()); runs += 1)
    if (runs > 1_000) throw new Error('it never comes to an end')
  for (let runs = 0; (await sendNextPush(ports(), sender)).outcome !== 'none'; runs += 1)
    if (runs > 1_000) throw new Error('it never comes to an end')
}
const receivedBy = ({ path }: Device) => service.received.filter((message) => message.path === path)
const contentsFor = (device: Device) =>
  Promise.all(
    receivedBy(device).map(async ({ body }) => JSON.parse(await device.open(body)) as Record<string, unknown>),
  )

describe('an alert', () => {
  it('is pushed to every device of its user, with its kind and link only, and no personal data', async () => {
    const [awa, other] = [await bank.aCustomer(), await bank.aCustomer()]
    const [phone, laptop, foreign] = [await switchOn(awa), await switchOn(awa), await switchOn(other)]
    await input(awa)
    const id = await alert(awa)
    await work()
    expect(await contentsFor(phone)).toEqual([{ kind: 'debit_above', lang: 'fr', link: `alerts/${id}` }])
    expect(await contentsFor(laptop)).toEqual(await contentsFor(phone))
    expect(receivedBy(foreign)).toEqual([])
    // The push service cannot read the kind either.
    expect(JSON.stringify(receivedBy(phone)[0]?.headers)).not.toMatch(/debit|above/)
    // The key that browsers know is the one that signs.
    const { push } = (await awa.call(getAlertPreferences)).body
    expect(receivedBy(phone)[0]?.headers['authorization']).toContain(`k=${push?.public_key}`)
  })

  it('is queued for push in its own transaction, if the kind is enabled for push and a device is registered', async () => {
    const [awa, without, silent] = [await bank.aCustomer(), await bank.aCustomer(), await bank.aCustomer()]
    const [phone, quiet] = [await switchOn(awa), await switchOn(silent)]
    await input(silent, AT_ONCE, false)
    for (const one of [awa, without, silent]) await alert(one)
    const { rows } = await bank.owner.query(
      'SELECT user_id FROM alerts WHERE push_at IS NOT NULL AND user_id = ANY ($1)',
      [[awa.user_id, without.user_id, silent.user_id]],
    )
    expect(rows).toEqual([{ user_id: awa.user_id }])
    await work()
    expect([receivedBy(phone).length, receivedBy(quiet).length]).toEqual([1, 0])
    // Alerts from before the registration of a device are not sent to it.
    const late = await switchOn(without)
    await work()
    expect(receivedBy(late)).toEqual([])
    expect((await silent.call(listAlerts)).body).toHaveLength(1)
  })

  it('is sent once by concurrent workers; the newest alert of a kind replaces older ones', async () => {
    const awa = await bank.aCustomer()
    const phone = await switchOn(awa)
    await alert(awa)
    await alert(awa, 'credit_above')
    at('2026-03-10T09:31')
    const newest = await alert(awa)
    await Promise.all(Array.from({ length: 4 }, () => fanOutNextPush(ports())))
    await Promise.all(Array.from({ length: 4 }, () => work()))
    const contents = await contentsFor(phone)
    expect(contents.map(({ kind }) => kind).sort()).toEqual(['credit_above', 'debit_above'])
    expect(contents.find(({ kind }) => kind === 'debit_above')?.['link']).toBe(`alerts/${newest}`)
    // Neither the size nor the topic reveals the kind.
    const [one, two] = receivedBy(phone)
    expect(one?.body.length).toBe(two?.body.length)
    expect(one?.headers['topic']).not.toBe(two?.headers['topic'])
    expect(String(one?.headers['topic'])).toMatch(/^[\w-]{32}$/)
    expect(String(one?.headers['topic'])).not.toMatch(/above/)
  })

  it('is pushed at the end of quiet hours, not with the daily e-mail; security alerts are pushed immediately', async () => {
    const awa = await bank.aCustomer()
    const phone = await switchOn(awa)
    await input(awa, NIGHT)
    at('2026-03-10T23:00')
    await alert(awa)
    await work()
    expect(receivedBy(phone)).toEqual([])
    const basic = Buffer.from(`${awa.login}:${PASSWORD}`).toString('base64')
    await bank.call(signIn, { headers: { authorization: `Basic ${basic}`, 'user-agent': 'Firefox' } })
    await work()
    expect(receivedBy(phone).map(({ headers }) => headers['urgency'])).toEqual(['high'])
    at('2026-03-11T07:00')
    await work()
    expect((await contentsFor(phone)).map(({ kind }) => kind)).toEqual(['new_device', 'debit_above'])
    await alert(awa)
    await work()
    expect(receivedBy(phone)).toHaveLength(3)
  })

  it('is not pushed to a user who lost the right to see it', async () => {
    const awa = await bank.aCustomer()
    const clerk = await bank.aMember(awa.account_id)
    const phone = await switchOn(clerk)
    await alert(clerk)
    await bank.owner.query("UPDATE memberships SET rights = '{inbox}' WHERE user_id = $1", [clerk.user_id])
    await work()
    expect(receivedBy(phone)).toEqual([])
  })
})

describe('a push service', () => {
  it('is called again with increasing delays after an error, for at most a day', async () => {
    const awa = await bank.aCustomer()
    const phone = await switchOn(awa)
    await alert(awa)
    service.answer = { status: 500 }
    const tries: string[] = []
    for (let minute = 0; minute < 26 * 60; minute += 1) {
      bank.clock.at = new Date(Date.parse('2026-03-10T09:30:00Z') + minute * 60_000)
      const before = receivedBy(phone).length
      if (minute === 0) await work()
      else await sendNextPush(ports(), sender)
      if (receivedBy(phone).length > before) tries.push(bank.clock.at.toISOString().slice(11, 16))
    }
    expect(tries).toEqual(['09:30', '09:31', '09:36', '09:51', '10:51', '14:51', '02:51'])
    expect(await devicesOf(await bank.signIn(awa))).toEqual([phone.id])
    const { rows } = await bank.owner.query('SELECT 1 FROM push_messages')
    expect(rows).toEqual([])
  })

  it('is not called again during quiet hours after an error before them', async () => {
    const awa = await bank.aCustomer()
    const phone = await switchOn(awa)
    await input(awa, NIGHT)
    at('2026-03-10T21:58')
    await alert(awa)
    service.answer = { status: 500 }
    await work()
    at('2026-03-10T21:59')
    await work()
    service.answer = { status: 201 }
    at('2026-03-11T06:59')
    await work()
    expect(receivedBy(phone)).toHaveLength(2)
    at('2026-03-11T07:00')
    await work()
    expect(receivedBy(phone)).toHaveLength(3)
  })

  it('is called again after the delay that it requests', async () => {
    const awa = await bank.aCustomer()
    const phone = await switchOn(awa)
    await alert(awa)
    service.answer = { status: 429, headers: { 'retry-after': '1800' } }
    await work()
    service.answer = { status: 201 }
    at('2026-03-10T09:59')
    await work()
    expect(receivedBy(phone)).toHaveLength(1)
    at('2026-03-10T10:00')
    await work()
    expect(receivedBy(phone)).toHaveLength(2)
  })

  it.each([404, 410])('removes the device when it answers %i', async (status) => {
    const awa = await bank.aCustomer()
    const [phone, laptop] = [await switchOn(awa), await switchOn(awa)]
    await alert(awa)
    await fanOutNextPush(ports())
    service.answer = { status }
    await sendNextPush(ports(), sender)
    service.answer = { status: 201 }
    await work()
    expect(await devicesOf(awa)).toHaveLength(1)
    expect(receivedBy(phone).length + receivedBy(laptop).length).toBe(2)
  })

  it('is not called after it was removed from the configured services', async () => {
    const awa = await bank.aCustomer()
    const phone = await switchOn(awa)
    await alert(awa)
    await fanOutNextPush(ports())
    expect(await sendNextPush({ ...ports(), services: ['fcm.googleapis.com'] }, sender)).toEqual({ outcome: 'gone' })
    expect([receivedBy(phone).length, await devicesOf(awa)]).toEqual([0, []])
  })
})

describe('a device', () => {
  it('replaces the least recently used one when a user registers a sixth', async () => {
    const awa = await bank.aCustomer()
    const on: string[] = []
    const pass = () => {
      bank.clock.at = new Date(bank.clock.at.getTime() + 10_000)
    }
    for (let count = 0; count < MAX_PUSH_DEVICES; count += 1) {
      pass()
      on.push((await switchOn(awa)).id)
    }
    pass()
    const first = { ...(await aBrowser()), path: '/push/first-again' }
    expect(
      (await awa.call(renewPushDevice, { params: { id: on[0] ?? '' }, body: subscription(first, first.path) })).status,
    ).toBe(204)
    pass()
    const newest = await switchOn(awa)
    expect(await devicesOf(awa)).toEqual([newest.id, on[0], ...on.slice(2).reverse()])
    // Also for simultaneous registrations.
    await Promise.all([switchOn(awa), switchOn(awa), switchOn(awa)])
    expect(await devicesOf(awa)).toHaveLength(MAX_PUSH_DEVICES)
  })

  it('is described like its session, and its changes are recorded in the audit log', async () => {
    const awa = await bank.aCustomer()
    const phone = await switchOn(awa)
    await bank.owner.query(
      "UPDATE push_devices SET user_agent = 'Mozilla/5.0 (Linux; Android 14; K) Chrome/126.0 Mobile' WHERE id = $1",
      [phone.id],
    )
    expect((await awa.call(getAlertPreferences)).body.push?.devices).toMatchObject([
      { id: phone.id, device: { kind: 'phone', browser: 'Chrome', system: 'Android' } },
    ])
    expect((await awa.call(removePushDevice, { params: { id: phone.id } })).status).toBe(204)
    expect((await awa.call(removePushDevice, { params: { id: phone.id } })).status).toBe(404)
    const { rows } = await bank.owner.query('SELECT action FROM audit_events WHERE subject_id = $1 ORDER BY action', [
      phone.id,
    ])
    expect(rows).toEqual([{ action: 'alerts.device-off' }, { action: 'alerts.device-on' }])
  })

  it('can be removed, renewed or registered again by its owner only', async () => {
    const [awa, other] = [await bank.aCustomer(), await bank.aCustomer()]
    const [phone, theirs] = [await switchOn(awa), await switchOn(other)]
    const body = subscription(phone, phone.path)
    expect((await other.call(removePushDevice, { params: { id: phone.id } })).status).toBe(404)
    expect(
      (await other.call(renewPushDevice, { params: { id: phone.id }, body: subscription(phone, '/push/mine') })).status,
    ).toBe(404)
    expect((await other.call(renewPushDevice, { params: { id: theirs.id }, body })).status).toBe(404)
    expect(codesOf(await other.call(addPushDevice, { body }))).toEqual(['endpoint: push_endpoint_refused'])
    await alert(awa)
    await work()
    expect(await contentsFor(phone)).toHaveLength(1)
  })

  it('is refused for an address outside the push services and for an invalid key', async () => {
    const awa = await bank.aCustomer()
    const browser = await aBrowser()
    const add = (changes: object) =>
      awa.call(addPushDevice, { body: { ...subscription(browser, '/push/x'), ...changes } })
    for (const endpoint of [
      'http://localhost/a',
      'https://10.0.0.1/a',
      'https://localhost/a',
      'https://evil.example/a',
      `https://a@${service.host}/a`,
    ])
      expect(codesOf(await add({ endpoint }))).toEqual(['endpoint: push_endpoint_refused'])
    expect(codesOf(await add({ endpoint: `https://${service.host}/${'a'.repeat(1024)}` }))).toEqual([
      'endpoint: text_too_long',
    ])
    expect(codesOf(await add({ p256dh: `B${'A'.repeat(86)}` }))).toEqual(['p256dh: push_key_refused'])
    expect(codesOf(await add({ auth: 'short' }))).toEqual(['auth: invalid'])
    expect(await devicesOf(awa)).toEqual([])
  })
})

describe('a device receives no more notifications', () => {
  it('after somebody signed out or signed in on it; an idle page only ends its session', async () => {
    const awa = await bank.aCustomer()
    const phone = await switchOn(awa)
    await awa.call(signOut, { query: { idle: 'true' } })
    const again = await bank.signIn(awa)
    expect(await devicesOf(again)).toEqual([phone.id])
    await again.call(renewPushDevice, { params: { id: phone.id }, body: subscription(phone, phone.path) })
    await again.call(signOut)
    expect(await devicesOf(await bank.signIn(awa))).toEqual([])
    await alert(awa)
    await work()
    expect(receivedBy(phone)).toEqual([])
  })

  it('after its session was ended elsewhere, alone or with all others', async () => {
    const awa = await bank.aCustomer()
    const [one, two] = [await bank.signIn(awa), await bank.signIn(awa)]
    const [firstDevice, secondDevice, thirdDevice] = [await switchOn(awa), await switchOn(one), await switchOn(two)]
    const { rows } = await bank.owner.query<{ session_id: string }>(
      'SELECT session_id FROM push_devices WHERE id = $1',
      [secondDevice.id],
    )
    expect((await awa.call(endUserSession, { params: { id: rows[0]?.session_id ?? '' } })).status).toBe(204)
    expect((await devicesOf(awa))?.toSorted()).toEqual([firstDevice.id, thirdDevice.id].toSorted())
    // The session was purged long ago; the device was still notified.
    await bank.owner.query('UPDATE push_devices SET session_id = NULL WHERE id = $1', [thirdDevice.id])
    await awa.call(endOtherSessions)
    expect(await devicesOf(awa)).toEqual([firstDevice.id])
  })

  it('after its browser was forgotten, also when its session ended by inactivity days ago', async () => {
    const awa = await bank.aCustomer()
    const phone = await switchOn(awa)
    await awa.call(signOut, { query: { idle: 'true' } })
    at('2026-03-13T09:30')
    await purge(bank.db, bank.clock.at)
    const elsewhere = await bank.signIn(awa)
    expect(await devicesOf(elsewhere)).toEqual([phone.id])
    const lost = (await elsewhere.call(listDevices)).body.find(({ is_current }) => !is_current)
    expect((await elsewhere.call(revokeDevice, { params: { id: lost?.id ?? '' } })).status).toBe(204)
    expect(await devicesOf(elsewhere)).toEqual([])
  })

  it('after the password was changed elsewhere', async () => {
    const awa = await bank.aCustomer()
    const elsewhere = await bank.signIn(awa)
    const [firstDevice, secondDevice] = [await switchOn(awa), await switchOn(elsewhere)]
    expect(await devicesOf(awa)).toContain(secondDevice.id)
    expect((await awa.call(changePassword, { body: { current: PASSWORD, password: 'Autre-Mot-2026!' } })).status).toBe(
      204,
    )
    expect(await devicesOf(awa)).toEqual([firstDevice.id])
  })

  it('after its owner lost access', async () => {
    const admin = await bank.aCustomer({ kind: 'company' })
    const clerk = await bank.aMember(admin.account_id, { capabilities: [] })
    await switchOn(clerk)
    await bank.aMember(admin.account_id)
    expect((await admin.confirm(suspendPerson, { params: { id: clerk.user_id } })).status).toBe(204)
    const { rows } = await bank.owner.query('SELECT 1 FROM push_devices WHERE user_id = $1', [clerk.user_id])
    expect(rows).toEqual([])
  })
})

it('creates one key when several processes start together', async () => {
  await bank.owner.query('DELETE FROM push_keys')
  const keys = await Promise.all(Array.from({ length: 5 }, () => loadPushKey(bank.db, newPushKey, bank.clock.at)))
  expect(new Set(keys.map(publicKeyOf)).size).toBe(1)
})

it('offers no push notifications when the bank configured no push service', async () => {
  const awa = await bank.aCustomer()
  expect(await describeDevices({ db: bank.db, push: { services: [], publicKey: '' } }, awa.user_id)).toBeNull()
})
