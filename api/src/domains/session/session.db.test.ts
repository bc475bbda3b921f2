import { headers } from 'contract/endpoint.ts'
import { getDashboard } from 'contract/dashboard.ts'
import {
  answerDeviceLink,
  completeSignIn,
  getDeviceLink,
  type SecondStepRequired,
} from 'contract/access/second-step.ts'
import { changePassword } from 'contract/access/passwords.ts'
import { confirmEmail, updateUser } from 'contract/access/profile.ts'
import { getUser, reauthenticate, signOut, updatePreferences } from 'contract/access/session.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codesOf, cookieOf, openTestBank, PASSWORD, type Reply, type TestBank } from '../../../test/test-bank.ts'
import { createPasswords } from '../../adapters/passwords.ts'
import { createTokens, newSigningKey } from '../../adapters/tokens.ts'
import { signIn } from './sign-in.ts'

const START = new Date('2026-03-10T09:30:00Z')

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
beforeEach(() => {
  bank.clock.at = START
})
afterAll(() => bank.close())

const later = (seconds: number) => {
  bank.clock.at = new Date(bank.clock.at.getTime() + seconds * 1000)
}
const basic = (login: string, password: string) => ({
  authorization: `Basic ${Buffer.from(`${login}:${password}`).toString('base64')}`,
})
const attempt = (login: string, password: string, more: Record<string, string> = {}) =>
  bank.app.inject({ method: 'GET', url: '/wb-api/user/auth', headers: { ...basic(login, password), ...more } })
/** The first cookie of an answer: that of the session. */
const cookieLineOf = (reply: { headers: Record<string, unknown> }) => [reply.headers['set-cookie']].flat()[0]
const statusOf = async (reply: Promise<Reply<unknown>>) => (await reply).status

describe('signing in', () => {
  it('returns the user, a token and a cookie with HttpOnly and SameSite', async () => {
    const { login, account_id } = await bank.aCustomer()
    const reply = await attempt(login, PASSWORD)
    expect(reply.statusCode).toBe(200)
    expect(reply.json()).toMatchObject({
      lang: 'fr',
      must_change_password: false,
      accounts: { count: 1, default: { uuid: account_id } },
    })
    expect(cookieLineOf(reply)).toMatch(/^__Host-connect=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/)
  })

  it('compresses no answer with a token, and others', async () => {
    const { login, account_id } = await bank.aCustomer()
    const signedIn = await attempt(login, PASSWORD, { 'accept-encoding': 'gzip' })
    const own = {
      'accept-encoding': 'gzip',
      cookie: String(cookieLineOf(signedIn)).split(';')[0],
      authorization: `Bearer ${signedIn.json().token}`,
      [headers.accountId]: account_id,
      [headers.clientDatetime]: '2026-03-10T09:30:00+00:00',
    }
    const codingOf = async (path: string) => {
      const reply = await bank.app.inject({ url: `/wb-api${path}`, headers: own })
      return [reply.statusCode, reply.headers['content-encoding']]
    }
    expect(signedIn.body.length).toBeGreaterThan(1024)
    expect(signedIn.headers['content-encoding']).toBeUndefined()
    expect(await codingOf('/user')).toEqual([200, undefined])
    expect(await codingOf('/dashboard/outlook')).toEqual([200, 'gzip'])
  })

  it.each(['localhost:8080', '127.0.0.1', '[::1]:8080'])(
    'sets a cookie that Safari accepts without TLS, on %s only',
    async (host) => {
      const local = await bank.aServer({ portalUrl: 'http://localhost:8080/connect/' })
      const { login } = await bank.aCustomer()
      const signIn = (name: string) =>
        local.app.inject({
          method: 'GET',
          url: '/wb-api/user/auth',
          headers: { ...basic(login, PASSWORD), host: name },
        })
      const reply = await signIn(host)
      expect(cookieLineOf(reply)).toMatch(/^connect=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)
      const cookie = String(cookieLineOf(reply)).split(';')[0]
      const look = (name: string) =>
        local.app.inject({
          method: 'GET',
          url: '/wb-api/user',
          headers: { cookie, host: name, [headers.clientDatetime]: 'x' },
        })
      expect((await look(host)).statusCode).toBe(200)
      expect((await look('banque.example')).statusCode).toBe(401)
      expect(cookieLineOf(await signIn('banque.example'))).toMatch(/^__Host-connect=.*; Secure;/)
      await local.close()
    },
  )

  it('gives the same answer for a wrong password and an unknown user, with the specified sentence', async () => {
    const { login } = await bank.aCustomer()
    for (const reply of [await attempt(login, 'Wrong-2026!'), await attempt('00000000', PASSWORD)]) {
      expect(reply.statusCode).toBe(401)
      expect(reply.json()).toMatchObject({ code: 'bad_credentials', message: 'Mauvais identifiant et/ou mot de passe' })
    }
    const english = await attempt(login, 'Wrong-2026!', { 'accept-language': 'en-GB' })
    expect(english.json()).toMatchObject({ message: 'Wrong creditentials' })
  })

  it.each([
    '',
    'Basic',
    'Basic %%%',
    'Bearer x',
    `Basic ${Buffer.from('nocolon').toString('base64')}`,
    `Basic ${Buffer.from(`${'9'.repeat(80)}:x`).toString('base64')}`,
  ])('refuses the malformed credentials "%s" with a refusal, not a server error', async (authorization) => {
    const reply = await bank.app.inject({ method: 'GET', url: '/wb-api/user/auth', headers: { authorization } })
    expect(reply.statusCode).toBe(401)
  })

  it('locks an id for fifteen minutes after five failures, known or not, and returns the remaining time', async () => {
    const { login } = await bank.aCustomer()
    for (const id of [login, '77777777']) {
      const statuses = []
      for (let times = 0; times < 5; times += 1) statuses.push((await attempt(id, 'Wrong-2026!')).statusCode)
      expect(statuses).toEqual([401, 401, 401, 401, 423])
      const locked = await attempt(id, PASSWORD)
      expect(locked.statusCode).toBe(423)
      expect(locked.headers['retry-after']).toBe('900')
      expect(locked.json()).toMatchObject({
        message: 'Mauvais identifiant et/ou mot de passe. Nouvel essai possible dans 15 min.',
      })
    }
    later(15 * 60 + 1)
    expect((await attempt(login, PASSWORD)).statusCode).toBe(200)
  })

  it('accepts at most five attempts out of a hundred simultaneous ones', async () => {
    const { login } = await bank.aCustomer()
    const replies = await Promise.all(Array.from({ length: 40 }, () => attempt(login, 'Wrong-2026!')))
    expect(replies.filter(({ statusCode }) => statusCode === 401)).toHaveLength(4)
    expect(replies.filter(({ statusCode }) => statusCode === 423)).toHaveLength(36)
  })

  it('resets the failures after a successful sign-in', async () => {
    const { login } = await bank.aCustomer()
    for (let times = 0; times < 4; times += 1) await attempt(login, 'Wrong-2026!')
    expect((await attempt(login, PASSWORD)).statusCode).toBe(200)
    expect((await attempt(login, 'Wrong-2026!')).statusCode).toBe(401)
  })
})

it('opens no session with a password that is replaced while it is checked', async () => {
  const customer = await bank.aCustomer()
  const passwords = await createPasswords()
  const ports = {
    db: bank.db,
    clock: { now: () => bank.clock.at },
    tokens: await createTokens([await newSigningKey('one')]),
    isInstant: false,
    portalUrl: 'https://banque.example/connect/',
    passwords: {
      ...passwords,
      matches: async (password: string, hash: string | null) => {
        const isRight = await passwords.matches(password, hash)
        const changed = await customer.call(changePassword, {
          body: { current: PASSWORD, password: 'Pirogue-bleue-47' },
        })
        expect(changed.status).toBe(204)
        return isRight
      },
    },
  }
  const credentials = { login: customer.login, password: PASSWORD, address: '10.0.0.9', user_agent: null, device: null }
  await expect(signIn(ports, credentials)).rejects.toMatchObject({ code: 'bad_credentials' })
})

describe('the session', () => {
  it('requires a token and a cookie of the same session', async () => {
    const one = await bank.aCustomer()
    const other = await bank.aCustomer()
    const ask = (given: Record<string, string>) =>
      bank.app.inject({
        method: 'GET',
        url: '/wb-api/dashboard',
        headers: { [headers.accountId]: one.account_id, ...given },
      })
    const token = { authorization: `Bearer ${one.token}` }
    expect((await ask({ ...token, cookie: `__Host-connect=${one.cookie}` })).statusCode).toBe(200)
    expect((await ask(token)).statusCode).toBe(401)
    expect((await ask({ cookie: `__Host-connect=${one.cookie}` })).statusCode).toBe(401)
    expect((await ask({ ...token, cookie: `__Host-connect=${other.cookie}` })).statusCode).toBe(401)
  })

  it('is restored after a reload by the cookie and a header that only the portal’s script sends', async () => {
    const { cookie, user_id } = await bank.aCustomer()
    const own = { cookie: `__Host-connect=${cookie}` }
    const reply = await bank.app.inject({
      method: 'GET',
      url: '/wb-api/user',
      headers: { ...own, [headers.clientDatetime]: 'x' },
    })
    expect(reply.json()).toMatchObject({ uuid: user_id })
    expect((await bank.app.inject({ method: 'GET', url: '/wb-api/user', headers: own })).statusCode).toBe(401)
  })

  it('refuses a token that was altered, is unsigned, or has expired', async () => {
    const customer = await bank.aCustomer()
    const [head = '', body = '', signature = ''] = customer.token.split('.')
    const none = Buffer.from(JSON.stringify({ alg: 'none', typ: 'at+jwt' })).toString('base64url')
    const forged = Buffer.from(
      JSON.stringify({ ...JSON.parse(Buffer.from(body, 'base64url').toString()), exp: 99_999_999_999 }),
    ).toString('base64url')
    for (const token of [`${none}.${body}.`, `${head}.${forged}.${signature}`, 'x.y.z', '']) {
      expect(await statusOf(customer.call(getDashboard, { headers: { authorization: `Bearer ${token}` } }))).toBe(401)
    }
    expect(await statusOf(customer.call(getDashboard))).toBe(200)
    later(301)
    expect(await statusOf(customer.call(getDashboard))).toBe(401)
  })

  it('returns the times of issue and expiry of its token, so that a device with a wrong clock can use their difference', async () => {
    const { token } = await bank.aCustomer()
    const now = bank.clock.at.getTime() / 1000
    expect(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())).toMatchObject({
      iat: now,
      exp: now + 300,
    })
  })

  it('renews its token until it ends', async () => {
    const customer = await bank.aCustomer()
    let token = customer.token
    for (let minutes = 0; minutes < 20; minutes += 4) {
      later(240)
      const reply = await customer.call(getUser, { headers: { authorization: `Bearer ${token}` } })
      expect(reply.status).toBe(200)
      token = reply.body.token
    }
  })

  it('ends after five idle minutes and the grace period, and after twelve hours at most', async () => {
    const idle = await bank.aCustomer()
    later(316)
    expect(await statusOf(idle.call(getUser))).toBe(401)

    const busy = await bank.aCustomer()
    let last = 200
    let minutes = 0
    while (last === 200 && minutes < 13 * 60) {
      later(280)
      minutes += 280 / 60
      last = await statusOf(busy.call(getUser))
    }
    expect(minutes).toBeGreaterThan(12 * 60 - 5)
    expect(minutes).toBeLessThan(12 * 60 + 5)
  })

  it('is not prolonged by automatic requests, even with a new token', async () => {
    const customer = await bank.aCustomer()
    let token = customer.token
    const ask = async (idle: string) => {
      const reply = await customer.call(getUser, {
        headers: { authorization: `Bearer ${token}`, [headers.idleSeconds]: idle },
      })
      if (reply.status === 200) token = reply.body.token
      return reply.status
    }
    for (let idle = 60; idle <= 300; idle += 60) {
      later(60)
      expect(await ask(String(idle))).toBe(200)
    }
    later(20)
    expect(await ask('320')).toBe(401)
    expect(await ask('0')).toBe(401)

    bank.clock.at = START
    const typing = await bank.aCustomer()
    // Activity between two polls counts from when it happened.
    later(200)
    expect((await typing.call(getDashboard, { headers: { [headers.idleSeconds]: '50' } })).status).toBe(200)
    later(260)
    token = typing.token
    expect((await typing.call(getUser, { headers: { authorization: '', [headers.idleSeconds]: '310' } })).status).toBe(
      200,
    )
    later(10)
    expect((await typing.call(getUser, { headers: { authorization: '', [headers.idleSeconds]: '320' } })).status).toBe(
      401,
    )
  })

  it.each(['-5', 'x', '1e9', '', '99999999999'])('ignores the invalid idle time "%s"', async (idle) => {
    const customer = await bank.aCustomer()
    later(200)
    expect((await customer.call(getUser, { headers: { [headers.idleSeconds]: idle } })).status).toBe(200)
    const recorded = async () =>
      (await bank.owner.query('SELECT last_active_at FROM sessions WHERE user_id = $1', [customer.user_id])).rows
    await expect.poll(recorded, { timeout: 30_000 }).toEqual([{ last_active_at: bank.clock.at }])
  })

  it('records when people were active without waiting for a session that another transaction changes', async () => {
    const [locked, other] = [await bank.aCustomer(), await bank.aCustomer()]
    const recordedOf = async ({ user_id }: { user_id: string }) =>
      (
        await bank.owner.query<{ last_active_at: Date }>('SELECT last_active_at FROM sessions WHERE user_id = $1', [
          user_id,
        ])
      ).rows[0]?.last_active_at
    const before = await recordedOf(locked)
    later(30)
    await bank.owner.query('BEGIN')
    try {
      await bank.owner.query('SELECT FROM sessions WHERE user_id = $1 FOR NO KEY UPDATE', [locked.user_id])
      expect((await locked.call(getUser)).status).toBe(200)
      expect((await other.call(getUser)).status).toBe(200)
      await expect.poll(() => recordedOf(other), { timeout: 30_000 }).toEqual(bank.clock.at)
      expect(await recordedOf(locked)).toEqual(before)
    } finally {
      await bank.owner.query('ROLLBACK')
    }
  })

  it('is over on the server after sign-out: token and cookie are refused', async () => {
    const customer = await bank.aCustomer()
    const reply = await customer.call(signOut)
    expect(reply.status).toBe(204)
    expect(cookieOf(reply)).toBe('')
    expect(await statusOf(customer.call(getDashboard))).toBe(401)
    expect(await statusOf(customer.call(getUser))).toBe(401)
  })

  it('refuses cross-site requests', async () => {
    const customer = await bank.aCustomer()
    const reply = await customer.call(getUser, { headers: { 'sec-fetch-site': 'cross-site' } })
    expect([reply.status, ...codesOf(reply)]).toEqual([403, 'cross_site'])
  })

  it('allows no other call until the initial password is replaced', async () => {
    const customer = await bank.aCustomer({ must_change_password: true })
    expect((await customer.call(getUser)).body.must_change_password).toBe(true)
    expect(codesOf(await customer.call(getDashboard))).toEqual(['password_change_required'])
  })
})

describe('the password for re-authentication', () => {
  it('is checked, and a wrong one is reported at its field', async () => {
    const customer = await bank.aCustomer()
    expect((await customer.call(reauthenticate, { body: { password: PASSWORD } })).body).toEqual({
      confirmation: null,
      expires_in: 300,
    })
    expect(codesOf(await customer.call(reauthenticate, { body: { password: 'Wrong-2026!' } }))).toEqual([
      'password: wrong_password',
    ])
    expect(codesOf(await customer.call(reauthenticate, { body: { password: '' } }))).toEqual([
      'password: password_missing',
    ])
  })

  it('locks after five failures, as at sign-in', async () => {
    const customer = await bank.aCustomer()
    const statuses = []
    for (let times = 0; times < 5; times += 1)
      statuses.push(await statusOf(customer.call(reauthenticate, { body: { password: 'Wrong-2026!' } })))
    expect(statuses).toEqual([422, 422, 422, 422, 423])
    expect((await attempt(customer.login, PASSWORD)).statusCode).toBe(423)
  })
})

it('stores the language and the theme', async () => {
  const customer = await bank.aCustomer()
  expect((await customer.call(updatePreferences, { body: { lang: 'en', theme: 'dark' } })).status).toBe(204)
  expect((await customer.call(updatePreferences, { body: { theme: 'light' } })).status).toBe(204)
  expect((await customer.call(getUser)).body).toMatchObject({ lang: 'en', theme: 'light' })
})

it('never stores a password, a token or a cookie in the database', async () => {
  const { login, token, cookie } = await bank.aCustomer()
  await attempt(login, PASSWORD)
  const { rows: tables } = await bank.owner.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace",
  )
  const holding = async (secret: string) => {
    const found = []
    for (const { name } of tables) {
      const { rows } = await bank.owner.query(`SELECT FROM "${name}" AS held WHERE held::text LIKE $1 LIMIT 1`, [
        `%${secret}%`,
      ])
      if (rows.length > 0) found.push(name)
    }
    return found
  }
  expect(await holding(login)).toEqual(['users'])
  for (const secret of [PASSWORD, token, cookie]) expect(await holding(secret)).toEqual([])
})

describe('a new device', () => {
  const mailed = async (email: string) => {
    const { rows } = await bank.owner.query<{ body: string }>(
      'SELECT plain AS body FROM mails WHERE recipient = $1 ORDER BY created_at DESC, id DESC LIMIT 1',
      [email],
    )
    return /login\/device#([\w-]{43})/.exec(rows[0]?.body ?? '')?.[1] ?? ''
  }
  const links = (value: number) =>
    bank.owner.query("UPDATE parameters SET value = $1 WHERE name = 'factor_link'", [value])
  async function begin(more: Record<string, string> = {}) {
    const customer = await bank.aCustomer()
    const email = `${customer.login}@client.example`
    await bank.owner.query('UPDATE users SET email = $2 WHERE id = $1', [customer.user_id, email])
    await links(1)
    const reply = await attempt(customer.login, PASSWORD, more)
    await links(0)
    return { customer, email, reply, sign_in: reply.json<SecondStepRequired>().sign_in }
  }
  const complete = (sign_in: string) => bank.call(completeSignIn, { body: { sign_in } })

  it('is allowed by the link of an e-mail, and then known', async () => {
    const { customer, email, reply, sign_in } = await begin({ 'user-agent': 'Mozilla/5.0 (Android 14) Firefox/140.0' })
    expect(reply.statusCode).toBe(403)
    expect(reply.headers['set-cookie']).toBeUndefined()
    expect(reply.json()).toMatchObject({ code: 'second_step_required', methods: ['mail'] })
    expect(codesOf(await complete(sign_in))).toEqual(['sign_in_waits'])
    const token = await mailed(email)
    const link = await bank.call(getDeviceLink, { params: { token } })
    expect(link.body).toMatchObject({ device: 'Firefox · Android', address: '127.0.0.1' })
    await bank.call(answerDeviceLink, { params: { token }, body: { is_allowed: true } })
    const again = await bank.call(answerDeviceLink, { params: { token }, body: { is_allowed: false } })
    expect(codesOf(again)).toEqual(['link_over'])
    const opened = await complete(sign_in)
    expect(opened.body.login).toBe(customer.login)
    const device = /connect-device=([\w-]+)/.exec(String(opened.headers['set-cookie']))?.[1]
    await links(1)
    const known = await attempt(customer.login, PASSWORD, { cookie: `__Host-connect-device=${device}` })
    await links(0)
    expect(known.statusCode).toBe(200)
    expect(codesOf(await bank.call(getDeviceLink, { params: { token } }))).toEqual(['link_over'])
  })

  it('that its owner refuses gets no session', async () => {
    const { email, sign_in } = await begin()
    const token = await mailed(email)
    const refused = await bank.call(answerDeviceLink, { params: { token }, body: { is_allowed: false } })
    expect(refused.status).toBe(204)
    expect(codesOf(await complete(sign_in))).toEqual(['sign_in_over'])
    const late = await bank.call(answerDeviceLink, { params: { token }, body: { is_allowed: true } })
    expect(codesOf(late)).toEqual(['link_over'])
  })

  it('that waits, or was allowed by mistake, gets no session after a new password', async () => {
    const { customer, email, sign_in } = await begin()
    await bank.call(answerDeviceLink, { params: { token: await mailed(email) }, body: { is_allowed: true } })
    const password = 'Pirogue-bleue-47'
    expect((await customer.call(changePassword, { body: { current: PASSWORD, password } })).status).toBe(204)
    expect(codesOf(await complete(sign_in))).toEqual(['sign_in_over'])
  })

  it('is not allowed any more by the link in the former mailbox after a new e-mail address', async () => {
    const { customer, email, sign_in } = await begin()
    const params = { token: await mailed(email) }
    const next = `new-${email}`
    await customer.confirm(updateUser, { body: { email: next } })
    const { rows } = await bank.owner.query<{ plain: string }>('SELECT plain FROM mails WHERE recipient = $1', [next])
    const code = / : (\d{6})/.exec(rows[0]?.plain ?? '')?.[1] ?? ''
    expect((await customer.call(confirmEmail, { body: { code } })).status).toBe(204)
    expect(codesOf(await bank.call(answerDeviceLink, { params, body: { is_allowed: true } }))).toEqual(['link_over'])
    expect(codesOf(await complete(sign_in))).toEqual(['sign_in_over'])
  })

  it('waits ten minutes at most, and sends three e-mails at once at most', async () => {
    const { customer, email, sign_in } = await begin()
    later(601)
    expect(codesOf(await bank.call(getDeviceLink, { params: { token: await mailed(email) } }))).toEqual(['link_over'])
    expect(codesOf(await complete(sign_in))).toEqual(['sign_in_over'])
    await links(1)
    const statuses = []
    for (let times = 0; times < 4; times += 1) statuses.push((await attempt(customer.login, PASSWORD)).statusCode)
    await links(0)
    expect(statuses).toEqual([403, 403, 403, 429])
  })

  it('of the right user is not delayed by the failures of its address; another is', async () => {
    const { login } = await bank.aCustomer()
    const first = await attempt(login, PASSWORD)
    const device = /connect-device=([\w-]+)/.exec(String(first.headers['set-cookie']))?.[1]
    await bank.owner.query(
      `INSERT INTO request_limits (subject, times, last_at, next_at) VALUES ('sign-in-from:127.0.0.1', 200, $1, $2)
       ON CONFLICT (subject) DO UPDATE SET last_at = $1, next_at = $2`,
      [bank.clock.at, new Date(bank.clock.at.getTime() + 60_000)],
    )
    const cookie = `__Host-connect-device=${device}`
    expect((await attempt(login, PASSWORD)).statusCode).toBe(429)
    expect((await attempt(login, PASSWORD, { cookie })).statusCode).toBe(200)
    const other = await bank.owner.query<{ login: string }>('SELECT login FROM users WHERE login <> $1 LIMIT 1', [
      login,
    ])
    expect((await attempt(other.rows[0]?.login ?? '', PASSWORD, { cookie })).statusCode).toBe(429)
    await bank.owner.query("DELETE FROM request_limits WHERE subject = 'sign-in-from:127.0.0.1'")
  })
})
