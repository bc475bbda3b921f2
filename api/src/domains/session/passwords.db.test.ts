import { getDashboard } from 'contract/dashboard.ts'
import { requestPasswordLink, changePassword, getPasswordLink, setPassword } from 'contract/access/passwords.ts'
import { getUser, reauthenticate, signOut, updatePreferences } from 'contract/access/session.ts'
import { listSessions } from 'contract/access/profile.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codesOf, openTestBank, PASSWORD, type Reply, type TestBank } from '../../../test/test-bank.ts'
import { answerPasswordRequest } from './request-password-link.ts'

const START = new Date('2026-03-10T09:30:00Z')
const NEW = 'Pirogue-bleue-47'

let bank: TestBank
let addresses = 0
beforeAll(async () => {
  bank = await openTestBank()
})
beforeEach(() => {
  bank.clock.at = START
  addresses += 1
})
afterAll(() => bank.close())

const later = (seconds: number) => {
  bank.clock.at = new Date(bank.clock.at.getTime() + seconds * 1000)
}
const ask = (id: string, from = `10.0.0.${addresses}`) => bank.call(requestPasswordLink, { body: { id }, from })
const work = async () => {
  let times = 0
  while (await answerPasswordRequest({ db: bank.db, portalUrl: 'https://banque.example/connect/' }, bank.clock.at))
    times += 1
  return times
}
const giveEmail = (user_id: string, email: string) =>
  bank.owner.query('UPDATE users SET email = $2 WHERE id = $1', [user_id, email])
const mailsTo = async (email: string) =>
  (
    await bank.owner.query<{ subject: string; plain: string; html: string; lang: string }>(
      'SELECT subject, plain, html, lang FROM mails WHERE recipient = $1 ORDER BY created_at, id',
      [email],
    )
  ).rows
const tokenIn = (text: string | undefined) => /password\/update#([\w-]{43})/.exec(text ?? '')?.[1] ?? ''
const signInStatus = async (login: string, password: string) =>
  (
    await bank.app.inject({
      method: 'GET',
      url: '/wb-api/user/auth',
      headers: { authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}` },
    })
  ).statusCode
const statusOf = async (reply: Promise<Reply<unknown>>) => (await reply).status

/** The difference between the medians of two series of durations. */
function ratioOf(one: readonly number[], other: readonly number[]): number {
  const medians = [one, other].map((times) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0)
  return Math.max(...medians) / Math.min(...medians)
}

/** A customer who has requested and received a link. */
async function withLink(input: Parameters<TestBank['aCustomer']>[0] = {}) {
  const customer = await bank.aCustomer(input)
  const email = `${customer.login}@courrier.example`
  await giveEmail(customer.user_id, email)
  expect(await statusOf(ask(customer.login))).toBe(204)
  await work()
  const [mail] = await mailsTo(email)
  return { customer, email, token: tokenIn(mail?.plain) }
}

describe('requesting a password link', () => {
  it('sends a link to the stored address, as text and HTML, in the user’s language', async () => {
    const customer = await bank.aCustomer()
    await giveEmail(customer.user_id, 'awa@courrier.example')
    await customer.call(updatePreferences, { body: { lang: 'en' } })
    expect(await statusOf(ask(customer.login))).toBe(204)
    expect(await work()).toBe(1)
    const [mail, ...more] = await mailsTo('awa@courrier.example')
    expect(more).toEqual([])
    expect(mail).toMatchObject({ lang: 'en', subject: 'Change your password · Banque Téranga' })
    expect(mail?.html).toContain(`href="https://banque.example/connect/password/update#${tokenIn(mail?.plain)}"`)
    expect(mail?.plain).toContain('works once, within one hour')
  })

  it('gives the same answer and leaves the same records for an unknown id and for one without an address', async () => {
    const { login } = await bank.aCustomer()
    const replies = [
      await ask(login, '10.1.0.1'),
      await ask('00000001', '10.1.0.2'),
      await ask('nobody at all', '10.1.0.3'),
    ]
    expect(replies.map(({ status, body }) => [status, body])).toEqual([
      [204, null],
      [204, null],
      [204, null],
    ])
    const { rows } = await bank.owner.query('SELECT login FROM password_requests')
    expect(rows).toHaveLength(3)
    const before = (await bank.owner.query('SELECT count(*)::int AS mails FROM mails')).rows[0]
    expect(await work()).toBe(3)
    expect((await bank.owner.query('SELECT count(*)::int AS mails FROM mails')).rows[0]).toEqual(before)
  })

  it('takes the same time for known and unknown ids', async () => {
    const customer = await bank.aCustomer()
    await giveEmail(customer.user_id, 'time@courrier.example')
    const time = async (id: string, from: string) => {
      const start = performance.now()
      expect(await statusOf(ask(id, from))).toBe(204)
      return performance.now() - start
    }
    const known: number[] = []
    const unknown: number[] = []
    // Alternating, so that other load on the machine slows both alike.
    for (let round = 0; round < 41; round += 1) {
      later(7 * 3600)
      known.push(await time(customer.login, `10.2.0.${round}`))
      unknown.push(await time('00000003', `10.2.1.${round}`))
    }
    expect(ratioOf(known, unknown)).toBeLessThan(2)
    await work()
  })

  it('is possible again after one, two, then four minutes, for known and unknown ids', async () => {
    const { login } = await bank.aCustomer()
    for (const [id, from] of [
      [login, '10.5.0.1'],
      ['00000004', '10.5.0.2'],
    ] as const) {
      bank.clock.at = START
      expect(await statusOf(ask(id, from))).toBe(204)
      later(59)
      const early = await ask(id, from)
      expect([early.status, ...codesOf(early), early.headers['retry-after']]).toEqual([429, 'asked_too_often', '60'])
      later(1)
      expect(await statusOf(ask(id, from))).toBe(204)
      later(61)
      expect(await statusOf(ask(id, from))).toBe(429)
      later(60)
      expect(await statusOf(ask(id, from))).toBe(204)
      later(239)
      expect(await statusOf(ask(id, from))).toBe(429)
      later(6 * 3600)
      expect(await statusOf(ask(id, from))).toBe(204)
      later(61)
      expect(await statusOf(ask(id, from))).toBe(204)
    }
    await work()
  })

  it('sends one link for a hundred simultaneous requests, and limits the rate per IP address', async () => {
    const { login } = await bank.aCustomer()
    const together = await Promise.all(
      Array.from({ length: 20 }, (_, round) => statusOf(ask(login, `10.3.0.${round}`))),
    )
    expect(together.filter((status) => status === 204)).toHaveLength(1)
    const flood = []
    for (let round = 0; round < 40; round += 1) flood.push(await statusOf(ask(`flood ${round}`, '10.4.0.1')))
    expect(flood.filter((status) => status === 204)).toHaveLength(31)
    expect(await statusOf(ask('somebody else', '10.4.0.2'))).toBe(204)
    await work()
  })

  it('answers impossible ids without an error', async () => {
    for (const id of ['', 'x'.repeat(65), 'a\0b', 'a\r\nBcc: all@courrier.example', '١٢٣']) {
      const reply = await ask(id)
      expect(reply.status).toBe(422)
    }
    expect(codesOf(await ask(''))).toEqual(['id: user_id_missing'])
  })

  it('invalidates the previous link', async () => {
    const { customer, email, token } = await withLink()
    later(61)
    await ask(customer.login)
    await work()
    const tokens = (await mailsTo(email)).map(({ plain }) => tokenIn(plain))
    expect(tokens).toHaveLength(2)
    expect((await bank.call(getPasswordLink, { params: { token } })).status).toBe(410)
    expect((await bank.call(getPasswordLink, { params: { token: tokens[1] ?? '' } })).status).toBe(200)
  })
})

describe('a password link', () => {
  it('names its user and its expiry', async () => {
    const { token } = await withLink()
    const expires_at = START.getTime() / 1000 + 3600
    expect((await bank.call(getPasswordLink, { params: { token } })).body).toEqual({ kind: 'existing', expires_at })
    const first = await withLink({ must_change_password: true })
    expect((await bank.call(getPasswordLink, { params: { token: first.token } })).body).toEqual({
      kind: 'new',
      expires_at,
    })
    await bank.owner.query('UPDATE users SET password_hash = NULL, must_change_password = false WHERE id = $1', [
      first.customer.user_id,
    ])
    expect((await bank.call(getPasswordLink, { params: { token: first.token } })).body).toMatchObject({ kind: 'new' })
  })

  it('sets a password, ends every session, unlocks the id, and notifies the owner', async () => {
    const { customer, email, token } = await withLink()
    for (let times = 0; times < 5; times += 1) await signInStatus(customer.login, 'Wrong-2026!')
    expect(await signInStatus(customer.login, PASSWORD)).toBe(423)
    expect(await statusOf(bank.call(setPassword, { params: { token }, body: { password: NEW } }))).toBe(204)
    expect(await statusOf(customer.call(getUser))).toBe(401)
    expect(await signInStatus(customer.login, NEW)).toBe(200)
    expect(await signInStatus(customer.login, PASSWORD)).toBe(401)
    const lastMail = (await mailsTo(email)).at(-1)
    expect(lastMail?.subject).toBe('Votre mot de passe a changé · Banque Téranga')
    expect(lastMail?.plain).toMatch(/Le 10 mars 2026 à 09:30, depuis l’adresse 127\.0\.0\.1\./)
    expect(lastMail?.plain).not.toContain(NEW)
    const { rows } = await bank.owner.query(
      "SELECT session_id, facts FROM audit_events WHERE user_id = $1 AND action = 'password.set'",
      [customer.user_id],
    )
    expect(rows).toEqual([{ session_id: null, facts: {} }])
  })

  it('can be used once, also by simultaneous calls', async () => {
    const { customer, token } = await withLink()
    const use = (password: string) => statusOf(bank.call(setPassword, { params: { token }, body: { password } }))
    const statuses = await Promise.all([use(NEW), use('Baobab-jaune-58'), use('Calebasse-verte-69')])
    expect(statuses.toSorted()).toEqual([204, 410, 410])
    expect(await use(NEW)).toBe(410)
    expect((await bank.call(getPasswordLink, { params: { token } })).status).toBe(410)
    const winner = [NEW, 'Baobab-jaune-58', 'Calebasse-verte-69'][statuses.indexOf(204)] ?? ''
    expect(await signInStatus(customer.login, winner)).toBe(200)
  })

  it('expires after an hour', async () => {
    const { token } = await withLink()
    later(3599)
    expect((await bank.call(getPasswordLink, { params: { token } })).status).toBe(200)
    later(2)
    const reply = await bank.call(setPassword, { params: { token }, body: { password: NEW } })
    expect([reply.status, ...codesOf(reply)]).toEqual([410, 'link_over'])
  })

  it.each(['x', 'A'.repeat(43), '%00', '../auth', 'null'])(
    'with the malformed token "%s" is answered 410',
    async (token) => {
      expect((await bank.call(getPasswordLink, { params: { token } })).status).toBe(410)
      expect((await bank.call(setPassword, { params: { token }, body: { password: NEW } })).status).toBe(410)
    },
  )

  it('is stored as a hash only, and is invalidated when the e-mail address changes', async () => {
    const { token } = await withLink()
    const { rows } = await bank.owner.query('SELECT FROM password_tokens AS held WHERE held::text LIKE $1', [
      `%${token}%`,
    ])
    expect(rows).toEqual([])
  })

  it.each([
    ['', 'password: password_missing'],
    ['Pirogue47', 'password: password_weak'],
    ['Senegal-2026!', 'password: password_common'],
    [`Pirogue-47${'x'.repeat(300)}`, 'password: text_too_long'],
    ['Zèbres-NDIAYE-47', 'password: password_personal'],
  ])('refuses the password "%s" and stays valid', async (password, code) => {
    const { token } = await withLink()
    expect(codesOf(await bank.call(setPassword, { params: { token }, body: { password } }))).toEqual([code])
    expect((await bank.call(getPasswordLink, { params: { token } })).status).toBe(200)
  })

  it('refuses a password of ten megabytes before it is hashed', async () => {
    const { token } = await withLink()
    const start = performance.now()
    const reply = await bank.call(setPassword, {
      params: { token },
      raw: JSON.stringify({ password: 'x'.repeat(10_000_000) }),
    })
    expect([reply.status, ...codesOf(reply)]).toEqual([413, 'too_large'])
    expect(performance.now() - start).toBeLessThan(1000)
  })
})

describe('changing the password', () => {
  it('requires the current one, keeps this session and ends the others', async () => {
    const customer = await bank.aCustomer()
    await giveEmail(customer.user_id, 'change@courrier.example')
    expect(await signInStatus(customer.login, PASSWORD)).toBe(200)
    const open = async () => (await customer.call(listSessions)).body.filter(({ is_open }) => is_open).length
    expect(await open()).toBe(2)
    expect(await statusOf(customer.call(changePassword, { body: { current: PASSWORD, password: NEW } }))).toBe(204)
    expect(await open()).toBe(1)
    expect(await statusOf(customer.call(getDashboard))).toBe(200)
    expect(await signInStatus(customer.login, NEW)).toBe(200)
    expect((await mailsTo('change@courrier.example')).map(({ subject }) => subject)).toEqual([
      'Votre mot de passe a changé · Banque Téranga',
    ])
    expect((await customer.call(reauthenticate, { body: { password: NEW } })).status).toBe(200)
  })

  it('reports errors at the field, and counts wrong passwords like sign-in attempts', async () => {
    const customer = await bank.aCustomer()
    const change = (current: string, password: string) => customer.call(changePassword, { body: { current, password } })
    expect(codesOf(await change(PASSWORD, PASSWORD))).toEqual(['password: password_common'])
    expect(codesOf(await change(PASSWORD, `Zz-47!${customer.login}`))).toEqual(['password: password_personal'])
    expect(codesOf(await change('', NEW))).toEqual(['current: password_missing'])
    await change(PASSWORD, NEW)
    expect(codesOf(await change(NEW, NEW))).toEqual(['password: password_unchanged'])
    const wrong = []
    for (let times = 0; times < 5; times += 1) wrong.push((await change('Wrong-2026!', 'Calebasse-verte-69')).status)
    expect(wrong).toEqual([422, 422, 422, 422, 423])
  })

  it('is applied once by simultaneous calls', async () => {
    const customer = await bank.aCustomer()
    const replies = await Promise.all(
      [NEW, 'Calebasse-verte-69'].map((password) =>
        statusOf(customer.call(changePassword, { body: { current: PASSWORD, password } })),
      ),
    )
    expect(replies.toSorted()).toEqual([204, 422])
  })

  it('does not require the old password at the first sign-in, only afterwards', async () => {
    const fresh = await bank.aCustomer({ must_change_password: true })
    expect(codesOf(await fresh.call(changePassword, { body: { password: PASSWORD } }))).toEqual([
      'password: password_common',
    ])
    expect(await statusOf(fresh.call(changePassword, { body: { password: NEW } }))).toBe(204)
    expect(await signInStatus(fresh.login, NEW)).toBe(200)
    // The first password is set: from here on it is an ordinary change.
    expect(codesOf(await fresh.call(changePassword, { body: { password: 'Calebasse-verte-69' } }))).toEqual([
      'current: current_password_missing',
    ])
    const late = await bank.aCustomer({ must_change_password: true })
    await bank.owner.query(`UPDATE sessions SET created_at = created_at - interval '11 minutes' WHERE user_id = $1`, [
      late.user_id,
    ])
    expect(codesOf(await late.call(changePassword, { body: { password: NEW } }))).toEqual([
      'current: current_password_missing',
    ])
    expect(await statusOf(late.call(changePassword, { body: { current: PASSWORD, password: NEW } }))).toBe(204)
    const customer = await bank.aCustomer()
    expect(codesOf(await customer.call(changePassword, { body: { password: NEW } }))).toEqual([
      'current: current_password_missing',
    ])
  })

  it('is the only call allowed at the first sign-in, and allows the others afterwards', async () => {
    const customer = await bank.aCustomer({ must_change_password: true })
    expect(codesOf(await customer.call(getDashboard))).toEqual(['password_change_required'])
    expect(codesOf(await customer.call(listSessions))).toEqual(['password_change_required'])
    expect(
      codesOf(await customer.call(reauthenticate, { body: { password: PASSWORD, operation_hash: 'a'.repeat(64) } })),
    ).toEqual(['password_change_required'])
    expect((await customer.call(getUser)).body.must_change_password).toBe(true)
    expect(await statusOf(customer.call(changePassword, { body: { current: PASSWORD, password: NEW } }))).toBe(204)
    expect((await customer.call(getUser)).body.must_change_password).toBe(false)
    expect(await statusOf(customer.call(getDashboard))).toBe(200)
    expect(await statusOf(customer.call(signOut))).toBe(204)
  })
})

it('limits the rate of an IP address that tries passwords on many ids', async () => {
  const attempt = (round: number, remoteAddress: string) =>
    bank.app.inject({
      method: 'GET',
      url: '/wb-api/user/auth',
      remoteAddress,
      headers: { authorization: `Basic ${Buffer.from(`${10_000 + round}:Wrong-2026!`).toString('base64')}` },
    })
  for (let round = 0; round < 101; round += 1) expect((await attempt(round, '10.9.0.1')).statusCode).toBe(401)
  const slowed = await attempt(200, '10.9.0.1')
  expect([slowed.statusCode, slowed.headers['retry-after']]).toEqual([429, '60'])
  expect((await attempt(201, '10.9.0.2')).statusCode).toBe(401)
  later(6)
  expect((await attempt(202, '10.9.0.1')).statusCode).toBe(401)
})

it('reveals neither by the answer nor by the duration of a sign-in whether an id exists', async () => {
  // The customers of these tests have cheap hashes; this hash must cost as much as the one that unknown ids are checked against.
  const { customer, token } = await withLink()
  await bank.call(setPassword, { params: { token }, body: { password: NEW } })
  const time = async (id: string) => {
    const start = performance.now()
    expect(await signInStatus(id, 'Wrong-2026!')).toBe(401)
    return performance.now() - start
  }
  const known: number[] = []
  const unknown: number[] = []
  for (let round = 0; round < 15; round += 1) {
    later(1000)
    known.push(await time(customer.login))
    unknown.push(await time(String(20_000 + round)))
  }
  expect(ratioOf(known, unknown)).toBeLessThan(2)
})
