import {
  alertKinds,
  type AlertKind,
  type AlertRule,
  type AlertTiming,
  changeAlertPreferences,
  getAlertPreferences,
  listAlerts,
  readAlert,
  readAlerts,
} from 'contract/access/alerts.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { signIn } from 'contract/access/session.ts'
import { createTransfer, rejectTransfer } from 'contract/transfers/transfers.ts'
import { codesOf, openTestBank, PASSWORD, type TestBank, type Visitor } from '../../../test/test-bank.ts'
import { answerMessage } from '../inbox/answer-message.ts'
import { produceStatements } from '../statements/produce-statements.ts'
import { writeMessage } from 'contract/accounts/messages.ts'
import { sendNextAlerts } from './send-alerts.ts'

const AT_ONCE: AlertTiming = { is_daily: false, quiet: null }
const START = new Date('2026-03-10T09:30:00Z')

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())

const ports = () => ({ db: bank.db, clock: { now: () => bank.clock.at }, portalUrl: 'https://banque.example/connect/' })
const rule = (kind: AlertKind, threshold: number | null, by_mail = false): AlertRule => ({
  kind,
  is_on: true,
  threshold,
  by_mail,
  by_push: true,
})
const input = (visitor: Visitor, rules: AlertRule[], timing = AT_ONCE) =>
  visitor.call(changeAlertPreferences, { body: { timing, rules } })
/** A page of alerts, after the worker has derived them. */
async function list(visitor: Visitor, query: Parameters<typeof visitor.call<typeof listAlerts>>[1] = {}) {
  await bank.deriveAlerts()
  return visitor.call(listAlerts, query)
}
const alertsOf = async (visitor: Visitor) => (await list(visitor)).body.map(({ kind, amount }) => [kind, amount])

const move = (visitor: Visitor, amount: number) => bank.move(visitor.account_id, amount)

async function withAddress(visitor: Visitor): Promise<string> {
  const email = `${visitor.login}@courrier.example`
  await bank.owner.query('UPDATE users SET email = $2 WHERE id = $1', [visitor.user_id, email])
  return email
}
async function mailsTo(email: string): Promise<string[]> {
  await bank.deriveAlerts()
  for (let runs = 0; await sendNextAlerts(ports()); runs += 1)
    if (runs > 1_000) throw new Error('it never comes to an end')
  const { rows } = await bank.owner.query<{ subject: string }>(
    'SELECT subject FROM mails WHERE recipient = $1 ORDER BY created_at, id',
    [email],
  )
  return rows.map(({ subject }) => subject.replaceAll(/[\u00A0\u202F]/g, ' ').replace(' · Banque Téranga', ''))
}
const at = (time: string) => {
  bank.clock.at = new Date(`${time}:00Z`)
}

describe('an alert', () => {
  it('is created for movements above its threshold only', async () => {
    const awa = await bank.aCustomer({ balance: 100_000 })
    expect((await input(awa, [rule('debit_above', 20_000), rule('credit_above', 50_000)])).status).toBe(204)
    for (const amount of [-19_999, -20_000, 49_999, 50_000]) await move(awa, amount)
    expect((await alertsOf(awa)).sort()).toEqual([
      ['credit_above', 50_000],
      ['debit_above', -20_000],
    ])
  })

  it('is listed in the language of the reader', async () => {
    const awa = await bank.aCustomer({ balance: 100_000 })
    await input(awa, [rule('debit_above', 20_000)])
    await move(awa, -20_000)
    expect((await list(awa)).body[0]?.text).toBe('Débit de 20\u202F000\u00A0F\u202FCFA')
    expect((await list(awa, { headers: { 'accept-language': 'en' } })).body[0]?.text).toBe(
      'Debit of 20,000\u00A0F\u202FCFA',
    )
  })

  it('is created once each time the balance falls below the threshold', async () => {
    const awa = await bank.aCustomer({ balance: 100_000 })
    await input(awa, [rule('balance_below', 50_000)])
    for (const amount of [-50_000, -1, -10_000, 20_000, -15_000]) await move(awa, amount)
    expect((await alertsOf(awa)).sort()).toEqual([
      ['balance_below', -1],
      ['balance_below', -15_000],
    ])
  })

  it('is created when the bank writes a message, and not when the customer does', async () => {
    const awa = await bank.aCustomer()
    await input(awa, [rule('message_received', null)])
    const { body } = await awa.call(writeMessage, { body: { subject: 'Question', body: 'Bonjour' } })
    expect(await alertsOf(awa)).toEqual([])
    await answerMessage(ports(), { account_id: awa.account_id, message_id: body.id, body: 'Nous regardons.' })
    expect((await list(awa)).body).toMatchObject([{ kind: 'message_received', subject_id: body.id, is_read: false }])
  })

  it('is created when the statement of the last month becomes available, not for those before', async () => {
    const awa = await bank.aCustomer()
    await bank.deposit(awa.account_id, 10_000, '2026-01-05')
    await input(awa, [rule('statement_available', null, true)])
    const email = await withAddress(awa)
    at('2026-03-02T06:00')
    await produceStatements(ports())
    at('2026-03-02T06:01')
    const alerts = (await list(awa)).body
    expect(alerts).toMatchObject([{ kind: 'statement_available', about: 'statement', amount: null, name: null }])
    const { rows } = await bank.owner.query<{ first_day: string }>(
      'SELECT first_day::text FROM statements WHERE account_id = $1 AND id = $2',
      [awa.account_id, alerts[0]?.subject_id],
    )
    expect(rows).toEqual([{ first_day: '2026-02-01' }])
    expect(await mailsTo(email)).toEqual(['Votre relevé de compte est disponible'])
    bank.clock.at = START
  })

  it('is not created when the ledger refuses the movement', async () => {
    const awa = await bank.aCustomer({ balance: 10_000 })
    await input(awa, [rule('debit_above', 1)])
    // The ledger refuses it: the balance is too low.
    await move(awa, -10_001)
    expect(await alertsOf(awa)).toEqual([])
  })

  it('is created for each user who enabled it and may still see the operation', async () => {
    const awa = await bank.aCustomer({ balance: 100_000 })
    const [clerk, former] = [await bank.aMember(awa.account_id), await bank.aMember(awa.account_id)]
    for (const one of [clerk, former]) await input(one, [rule('debit_above', 10)])
    await bank.owner.query("UPDATE memberships SET rights = '{inbox}' WHERE user_id = $1", [former.user_id])
    await move(awa, -10)
    expect([await alertsOf(awa), await alertsOf(clerk), await alertsOf(former)]).toEqual([
      [],
      [['debit_above', -10]],
      [],
    ])
    await bank.owner.query('DELETE FROM memberships WHERE user_id = $1', [clerk.user_id])
    expect(await alertsOf(clerk)).toEqual([])
  })

  it('is marked as read once, by its own user only', async () => {
    const [awa, other] = [await bank.aCustomer({ balance: 100_000 }), await bank.aCustomer()]
    await input(awa, [rule('debit_above', 10)])
    for (const amount of [-10, -11, -12]) await move(awa, amount)
    const [first] = (await list(awa)).body
    const read = (visitor: Visitor) =>
      visitor.call(readAlert, { params: { id: first?.id ?? '' }, body: { read: true } })
    expect((await read(other)).status).toBe(404)
    expect((await read(awa)).status).toBe(204)
    expect((await list(awa, { query: { unread: 'true' } })).headers['x-pagination-total-count']).toBe('2')
    expect((await awa.call(readAlerts, { body: { read: true } })).status).toBe(204)
    expect((await list(awa, { query: { unread: 'true' } })).body).toEqual([])
    expect((await list(awa)).body).toHaveLength(3)
  })
})

describe('the preferences of a user', () => {
  it('are stored per account, and absent fields stay unchanged', async () => {
    const awa = await bank.aCustomer()
    await input(awa, [rule('balance_below', 5_000, true)], { is_daily: true, quiet: { from: 22, to: 7 } })
    await input(awa, [rule('message_received', null)], { is_daily: true, quiet: { from: 22, to: 7 } })
    const { timing, rules } = (await awa.call(getAlertPreferences)).body
    expect(timing).toEqual({ is_daily: true, quiet: { from: 22, to: 7 } })
    expect(rules.map(({ kind }) => kind)).toEqual(alertKinds)
    const ofKind = (wanted: AlertKind) => rules.find(({ kind }) => kind === wanted)
    expect(ofKind('balance_below')).toEqual({
      kind: 'balance_below',
      is_on: true,
      threshold: 5_000,
      by_mail: true,
      by_push: true,
    })
    expect(ofKind('message_received')).toEqual({
      kind: 'message_received',
      is_on: true,
      threshold: null,
      by_mail: false,
      by_push: true,
    })
    // Kinds without a preference have the default of the catalogue.
    expect(ofKind('debit_above')).toEqual({
      kind: 'debit_above',
      is_on: false,
      threshold: null,
      by_mail: false,
      by_push: true,
    })
    expect(ofKind('instalment_unpaid')).toEqual({
      kind: 'instalment_unpaid',
      is_on: true,
      threshold: null,
      by_mail: true,
      by_push: true,
    })
    await input(awa, [{ kind: 'balance_below', is_on: false, threshold: 5_000, by_mail: true, by_push: true }])
    const { rows: acts } = await bank.owner.query(
      "SELECT facts FROM audit_events WHERE action = 'alerts.change' AND user_id = $1",
      [awa.user_id],
    )
    expect(acts).toHaveLength(3)
    expect((await awa.call(getAlertPreferences)).body.rules[0]?.is_on).toBe(false)
  })

  it('require a threshold, different quiet hours, and the right to the section', async () => {
    const awa = await bank.aCustomer()
    const clerk = await bank.aMember(awa.account_id, { rights: ['inbox'] })
    expect(codesOf(await input(awa, [rule('debit_above', null)]))).toEqual(['rules: alert_threshold_missing'])
    expect(await input(awa, [], { is_daily: false, quiet: { from: 7, to: 7 } })).toMatchObject({
      status: 422,
      body: [{ field: 'timing.quiet.to', code: 'hours_equal' }],
    })
    expect(codesOf(await input(clerk, [rule('debit_above', 10)]))).toEqual(['right_missing'])
    expect((await clerk.call(getAlertPreferences)).body.rules.map(({ kind }) => kind)).toEqual(['message_received'])
  })
})

describe('the e-mail of an alert', () => {
  it('is sent once by several concurrent workers', async () => {
    bank.clock.at = START
    const awa = await bank.aCustomer({ balance: 100_000 })
    const email = await withAddress(awa)
    await input(awa, [rule('debit_above', 10, true), rule('credit_above', 10)])
    await move(awa, -75_000)
    await move(awa, 500)
    await bank.deriveAlerts()
    await Promise.all(Array.from({ length: 6 }, () => sendNextAlerts(ports())))
    expect(await mailsTo(email)).toEqual(['Débit de 75 000 F CFA'])
    expect(await mailsTo(email)).toHaveLength(1)
  })

  it('goes to each of many users with their own alerts, at once or at their hour', async () => {
    bank.clock.at = START
    await mailsTo('nobody')
    const daily = { is_daily: true, quiet: null }
    const chosen = [AT_ONCE, daily, AT_ONCE, AT_ONCE]
    const users = await Promise.all(
      chosen.map(async (timing) => {
        const user = await bank.aCustomer({ balance: 100_000 })
        const email = await withAddress(user)
        await input(user, [rule('debit_above', 10, true)], timing)
        return { user, email }
      }),
    )
    for (const [index, { user }] of users.entries()) await move(user, -1_000 * (index + 1))
    for (const { user } of users.slice(3)) await move(user, -5_000)
    await bank.deriveAlerts()
    // All of them in one call.
    expect(await sendNextAlerts(ports())).toBe(true)
    expect(await sendNextAlerts(ports())).toBe(false)
    expect(await Promise.all(users.map(({ email }) => mailsTo(email)))).toEqual([
      ['Débit de 1 000 F CFA'],
      [],
      ['Débit de 3 000 F CFA'],
      ['2 alertes sur vos comptes'],
    ])
    at('2026-03-11T08:00')
    expect(await mailsTo(users[1]?.email ?? '')).toEqual(['Débit de 2 000 F CFA'])
  })

  it('leaves a user to the worker that has locked them', async () => {
    bank.clock.at = START
    const awa = await bank.aCustomer({ balance: 100_000 })
    const email = await withAddress(awa)
    await input(awa, [rule('debit_above', 10, true)])
    await move(awa, -75_000)
    await bank.deriveAlerts()
    const other = await bank.owner.connect()
    await other.query('BEGIN')
    await other.query('SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [awa.user_id])
    expect(await sendNextAlerts(ports())).toBe(false)
    await other.query('COMMIT')
    other.release()
    expect(await mailsTo(email)).toEqual(['Débit de 75 000 F CFA'])
  })

  it('is sent in the morning for the whole previous day when the user chose a daily e-mail', async () => {
    at('2026-03-10T09:31')
    const awa = await bank.aCustomer({ balance: 100_000 })
    const email = await withAddress(awa)
    await input(awa, [rule('debit_above', 10, true)], { is_daily: true, quiet: null })
    await move(awa, -100)
    expect(await mailsTo(email)).toEqual([])
    at('2026-03-10T17:00')
    await move(awa, -200)
    at('2026-03-11T07:59')
    expect(await mailsTo(email)).toEqual([])
    at('2026-03-11T08:00')
    expect(await mailsTo(email)).toEqual(['2 alertes sur vos comptes'])
  })

  it('is not sent in quiet hours, also after the worker was stopped; turning quiet hours off sends it', async () => {
    at('2026-03-10T23:00')
    const [awa, other] = [await bank.aCustomer({ balance: 100_000 }), await bank.aCustomer({ balance: 100_000 })]
    const [first, second] = [await withAddress(awa), await withAddress(other)]
    const night = { is_daily: false, quiet: { from: 22, to: 7 } }
    for (const one of [awa, other]) await input(one, [rule('debit_above', 10, true)], night)
    for (const one of [awa, other]) await move(one, -100)
    expect(await mailsTo(first)).toEqual([])
    await input(other, [], AT_ONCE)
    expect(await mailsTo(second)).toHaveLength(1)
    // The worker was stopped until the next night.
    at('2026-03-11T22:30')
    expect(await mailsTo(first)).toEqual([])
    at('2026-03-12T07:00')
    expect(await mailsTo(first)).toHaveLength(1)
  })

  it('is not sent for an account that the user has lost', async () => {
    bank.clock.at = START
    const awa = await bank.aCustomer({ balance: 100_000 })
    const clerk = await bank.aMember(awa.account_id)
    const email = await withAddress(clerk)
    await input(clerk, [rule('debit_above', 10, true)])
    await move(awa, -100)
    await bank.owner.query('DELETE FROM memberships WHERE user_id = $1', [clerk.user_id])
    expect(await mailsTo(email)).toEqual([])
  })
})

describe('an alert about security', () => {
  it('is e-mailed immediately, also in quiet hours, and cannot be disabled', async () => {
    at('2026-03-10T23:00')
    const awa = await bank.aCustomer({ balance: 100_000 })
    const email = await withAddress(awa)
    await input(awa, [rule('debit_above', 10, true)], { is_daily: true, quiet: { from: 20, to: 7 } })
    await move(awa, -100)
    // The user signed in twice before without a browser name, and signs in with a telephone now.
    await bank.call(signIn, {
      headers: {
        authorization: `Basic ${Buffer.from(`${awa.login}:${PASSWORD}`).toString('base64')}`,
        'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/140.0 Mobile Safari/537.36',
      },
    })
    expect(await mailsTo(email)).toEqual(['Connexion depuis un nouvel appareil : Chrome · Android'])
    expect(
      (
        await input(awa, [
          { kind: 'new_device', is_on: false, threshold: null, by_mail: false, by_push: true } as never,
        ])
      ).status,
    ).toBe(422)
    at('2026-03-11T08:00')
    expect(await mailsTo(email)).toEqual([
      'Connexion depuis un nouvel appareil : Chrome · Android',
      'Débit de 100 F CFA',
    ])
  })
})

describe('an alert with a long name', () => {
  it('is e-mailed with a shortened subject, and does not stop the e-mails of others', async () => {
    bank.clock.at = START
    const [awa, other] = [await bank.aCustomer({ balance: 100_000 }), await bank.aCustomer({ balance: 100_000 })]
    const emails = [await withAddress(awa), await withAddress(other)]
    for (const one of [awa, other]) await input(one, [rule('debit_above', 10, true)])
    for (const one of [awa, other]) await move(one, -100)
    await bank.deriveAlerts()
    // The longest of what an alert names: a batch moved by a holiday, with the cleaned name of its file, in English.
    await bank.owner.query("UPDATE users SET lang = 'en' WHERE id = $1", [awa.user_id])
    await bank.owner.query(
      "UPDATE alerts SET kind = 'date_moved', name = $2, amount = 999999999999999 WHERE user_id = $1",
      [awa.user_id, 'é'.repeat(100)],
    )
    const [subjects, others] = [await mailsTo(emails[0] ?? ''), await mailsTo(emails[1] ?? '')]
    expect(subjects).toEqual([expect.stringMatching(/^Moved to the next business day.*é{100}, .*…$/)])
    expect(others).toHaveLength(1)
  })
})

describe('a sign-in', () => {
  it('is announced where its browser has no mark of the user, whatever name it has; an update changes the name only', async () => {
    bank.clock.at = START
    const awa = await bank.aCustomer()
    await bank.deriveAlerts()
    const signInFrom = async (name: string, mark?: string) => {
      const { headers } = await bank.call(signIn, {
        headers: {
          authorization: `Basic ${Buffer.from(`${awa.login}:${PASSWORD}`).toString('base64')}`,
          'user-agent': name,
          ...(mark && { cookie: mark }),
        },
      })
      await bank.deriveAlerts()
      const { body } = await list(awa)
      return {
        mark: /__Host-connect-device=[^;]*/.exec(String(headers['set-cookie']))?.[0],
        announced: body.filter(({ kind }) => kind === 'new_device').length,
      }
    }
    const { mark, announced } = await signInFrom('Firefox/140.0')
    expect(announced).toBe(1)
    expect((await signInFrom('Firefox/141.0', mark)).announced).toBe(1)
    // Somebody else's browser of the same name.
    expect((await signInFrom('Firefox/140.0')).announced).toBe(2)
  })
})

describe('the e-mail about a refused order', () => {
  it('is the e-mail of its alert: one per event, and none when it is disabled', async () => {
    bank.clock.at = START
    const maker = await bank.aCustomer({ kind: 'company', balance: 1_000_000, capabilities: ['transfer.create'] })
    const checker = await bank.aMember(maker.account_id, { capabilities: ['transfer.validate'] })
    const beneficiary_id = await bank.aBeneficiary(maker.account_id, (await bank.aCustomer()).iban)
    const email = await withAddress(maker)
    const refused = async () => {
      const order = { type: 'direct' as const, beneficiary_id, amount: 8_000, label: 'Loyer de mars', comment: null }
      const { body } = await maker.confirm(createTransfer, { body: order })
      await bank.deriveAlerts()
      await checker.call(rejectTransfer, { params: { id: body.id }, body: { version: 1, reason: 'Facture en double' } })
      return body.id
    }
    await input(maker, [rule('transfer_rejected', null, true)])
    const id = await refused()
    expect((await list(maker)).body).toMatchObject([
      { kind: 'transfer_rejected', subject_id: id, name: 'Moustapha Thiam', amount: 8_000 },
    ])
    expect((await list(checker)).body).toMatchObject([{ kind: 'order_to_sign', subject_id: id }])
    expect(await mailsTo(email)).toHaveLength(1)
    await input(maker, [rule('transfer_rejected', null, false)])
    await refused()
    expect(await alertsOf(maker)).toHaveLength(2)
    expect(await mailsTo(email)).toHaveLength(1)
  })
})

it('creates a live event for the user when an alert is created', async () => {
  const awa = await bank.aCustomer({ balance: 100_000 })
  await input(awa, [rule('debit_above', 10)])
  await move(awa, -100)
  await bank.deriveAlerts()
  const { rows } = await bank.owner.query(
    "SELECT 1 FROM change_events WHERE $1 = ANY (topic_ids) AND kind = 'alerts'",
    [awa.user_id],
  )
  expect(rows).toHaveLength(1)
})
