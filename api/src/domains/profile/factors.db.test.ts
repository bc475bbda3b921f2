import {
  activateCodes,
  addPasskey,
  getFactors,
  prepareCodes,
  preparePasskey,
  removeCodes,
  removePasskey,
  renamePasskey,
  renewRecoveryCodes,
} from 'contract/access/factors.ts'
import { updateUser } from 'contract/access/profile.ts'
import { completeSignIn, prepareSignIn, type SecondStepRequired, signInByPasskey } from 'contract/access/second-step.ts'
import { type ConfirmationRequired, getUser, prepareConfirmation, reauthenticate } from 'contract/access/session.ts'
import { acceptItems } from 'contract/transfers/signatures.ts'
import { getSigningRules, setSigningRules } from 'contract/transfers/signing-rules.ts'
import { acceptTopups, createTopup } from 'contract/products/card-topups.ts'
import { acceptTransfers, changeTransfer, createTransfer, quoteTransfer } from 'contract/transfers/transfers.ts'
import { headers } from 'contract/endpoint.ts'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codesOf, openTestBank, PASSWORD, type Reply, type TestBank, type Visitor } from '../../../test/test-bank.ts'
import { softwarePasskey } from '../../../test/software-passkey.ts'
import { aCard, aTopup } from '../../../test/test-cards.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
beforeEach(async () => {
  bank.clock.at = new Date('2026-03-10T09:30:00Z')
  await policy({ factor_sign_in: 1, factor_link: 0, factor_amount: -1 })
  // The clock goes back for each test.
  await bank.owner.query('DELETE FROM request_limits')
})
afterAll(() => bank.close())

async function policy(values: Record<string, number>) {
  for (const [name, value] of Object.entries(values))
    await bank.owner.query('UPDATE parameters SET value = $2 WHERE name = $1', [name, value])
}
const later = (seconds: number) => {
  bank.clock.at = new Date(bank.clock.at.getTime() + seconds * 1000)
}
const codeOf = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: bank.clock.at.getTime() })
const mailsTo = async (visitor: Visitor): Promise<string[]> =>
  (
    await bank.owner.query<{ subject: string }>(
      'SELECT m.subject FROM mails m JOIN users u ON u.email = m.recipient WHERE u.id = $1 ORDER BY m.created_at, m.subject',
      [visitor.user_id],
    )
  ).rows.map(({ subject }) => subject.replace(' · Banque Téranga', ''))

async function aCustomer(balance = 10_000_000) {
  const customer = await bank.aCustomer({ balance })
  await bank.owner.query('UPDATE users SET email = $2 WHERE id = $1', [
    customer.user_id,
    `${customer.login}@client.example`,
  ])
  return customer
}

async function withPasskey(name = 'Téléphone') {
  const customer = await aCustomer()
  const key = softwarePasskey()
  const options = await customer.confirm(preparePasskey, {})
  const added = await customer.call(addPasskey, { body: { name, credential: key.create(options.body) } })
  return { customer, key, options: options.body, added }
}

async function withCodes() {
  const customer = await aCustomer()
  const { secret } = (await customer.confirm(prepareCodes, {})).body
  const activated = await customer.call(activateCodes, { body: { code: codeOf(secret) } })
  later(30)
  return { customer, secret, activated }
}

const signInAgain = ({ login }: Visitor, cookie?: string) =>
  bank.app.inject({
    method: 'GET',
    url: '/wb-api/user/auth',
    headers: {
      authorization: `Basic ${Buffer.from(`${login}:${PASSWORD}`).toString('base64')}`,
      ...(cookie && { cookie }),
    },
  })
const pending = async (visitor: Visitor) => (await signInAgain(visitor)).json<SecondStepRequired>()

/** The 428 of a call, confirmed with a passkey. */
async function signedBy(customer: Visitor, key: ReturnType<typeof softwarePasskey>, needed: Reply<unknown>) {
  const { operation } = needed.body as ConfirmationRequired
  const options = await customer.call(prepareConfirmation, { body: { operation_hash: operation.hash } })
  return customer.call(reauthenticate, { body: { credential: key.sign(options.body) } })
}

const contact = { body: { phone: '+221771234567' } }
const phones = () => bank.owner.query('SELECT phone FROM users')

describe('passkeys', () => {
  it('are added after the password, with ten recovery codes, an e-mail and a trace', async () => {
    const { customer, added, options } = await withPasskey()
    expect(options).toMatchObject({ rp: { id: 'banque.example', name: 'Banque Téranga' }, excludeCredentials: [] })
    expect(added.status).toBe(201)
    expect(added.body.recovery_codes).toHaveLength(10)
    const { body } = await customer.call(getFactors)
    expect(body).toMatchObject({
      passkeys: [{ name: 'Téléphone', last_used_at: null, is_synced: false }],
      code_since: null,
      recovery_codes_left: 10,
    })
    expect((await customer.call(getUser)).body.factors).toEqual(['passkey'])
    expect(await mailsTo(customer)).toEqual(['Une clé d’accès a été ajoutée'])
    const { rows } = await bank.owner.query('SELECT action FROM audit_events WHERE subject_id = $1', [customer.user_id])
    expect(rows).toContainEqual({ action: 'passkey.add' })
  })

  it('are ten at most', async () => {
    const customer = await aCustomer()
    await bank.owner.query(
      `INSERT INTO passkeys (id, user_id, credential_id, public_key, counter, transports, is_synced, name, created_at)
       SELECT gen_random_uuid(), $1, uuid_send(gen_random_uuid()), '', 0, '{}', false, 'Clé', $2 FROM generate_series(1, 10)`,
      [customer.user_id, bank.clock.at],
    )
    expect(codesOf(await customer.call(preparePasskey))).toEqual(['too_many_passkeys'])
  })

  it('are not added without re-authentication', async () => {
    const customer = await aCustomer()
    expect((await customer.call(preparePasskey)).status).toBe(428)
  })

  it.each([
    ['another host', { origin: 'https://banque.example.evil.example' }],
    ['another relying party', { rpId: 'evil.example' }],
    ['a user who was not verified', { isUnverified: true }],
    ['a challenge that is not ours', { challenge: Buffer.alloc(32).toString('base64url') }],
  ])('are refused from %s', async (_, fault) => {
    const customer = await aCustomer()
    const options = await customer.confirm(preparePasskey, {})
    const credential = softwarePasskey().create(options.body, fault)
    const refused = await customer.call(addPasskey, { body: { name: 'Clé', credential } })
    expect(codesOf(refused)).toEqual(['credential: passkey_rejected'])
    expect((await customer.call(getFactors)).body.passkeys).toEqual([])
  })

  it('answer a challenge once, within five minutes, in the session that requested it', async () => {
    const prepare = async (visitor: Visitor) => (await visitor.confirm(preparePasskey, {})).body
    const add = async (visitor: Visitor, options: Awaited<ReturnType<typeof prepare>>) =>
      (await visitor.call(addPasskey, { body: { name: 'Clé', credential: softwarePasskey().create(options) } })).status
    const customer = await aCustomer()
    const once = await prepare(customer)
    expect([await add(customer, once), await add(customer, once)]).toEqual([201, 422])
    const second = await aCustomer()
    const other = await bank.signIn(second)
    expect(await add(other, await prepare(second))).toBe(422)
    const { key } = await withPasskey()
    const signIn = async (seconds: number) => {
      const { body } = await bank.call(prepareSignIn)
      later(seconds)
      return (await bank.call(signInByPasskey, { body: { credential: key.sign(body) } })).status
    }
    expect([await signIn(299), await signIn(300)]).toEqual([200, 401])
  })

  it('sign in without a password, from any device', async () => {
    const { customer, key } = await withPasskey()
    const options = await bank.call(prepareSignIn)
    expect(options.body).toMatchObject({ rpId: 'banque.example', allowCredentials: [], userVerification: 'required' })
    const credential = key.sign(options.body)
    const opened = await bank.call(signInByPasskey, { body: { credential } })
    expect(opened.body).toMatchObject({ login: customer.login, factors: ['passkey'] })
    expect(String(opened.headers['set-cookie'])).toMatch(/__Host-connect=.*__Host-connect-device=/)
    // The same signature again.
    expect(codesOf(await bank.call(signInByPasskey, { body: { credential } }))).toEqual(['passkey_unknown'])
  })

  it('that count backwards, are removed, or sign for another purpose open nothing', async () => {
    const { customer, key } = await withPasskey()
    const signIn = async (fault = {}) => {
      const { body } = await bank.call(prepareSignIn)
      return (await bank.call(signInByPasskey, { body: { credential: key.sign(body, fault) } })).status
    }
    expect(await signIn()).toBe(200)
    expect(await signIn({ counter: 1 })).toBe(401)
    expect(await signIn({ origin: 'https://evil.example' })).toBe(401)
    const hash = 'a'.repeat(64)
    const forOperation = await customer.call(prepareConfirmation, { body: { operation_hash: hash } })
    expect((await bank.call(signInByPasskey, { body: { credential: key.sign(forOperation.body) } })).status).toBe(401)
    await bank.owner.query('DELETE FROM passkeys WHERE user_id = $1', [customer.user_id])
    expect(await signIn()).toBe(401)
  })

  it('confirm exactly the operation that was displayed', async () => {
    const { customer, key } = await withPasskey()
    const needed: Reply<unknown> = await customer.call(updateUser, contact)
    expect(needed).toMatchObject({
      status: 428,
      body: { methods: ['passkey', 'code'], operation: { methods: ['passkey', 'code'] } },
    })
    const token = await signedBy(customer, key, needed)
    const confirmed = { [headers.confirmation]: token.body.confirmation ?? '' }
    const other = { body: { phone: '+221770000000' }, headers: confirmed }
    expect((await customer.call(updateUser, other)).status).toBe(428)
    expect((await customer.call(updateUser, { ...contact, headers: confirmed })).status).toBe(200)
    expect((await customer.call(updateUser, { body: { phone: null }, headers: confirmed })).status).toBe(428)
    expect((await phones()).rows).toContainEqual({ phone: '+221771234567' })
  })

  it('confirm once', async () => {
    const { customer, key } = await withPasskey()
    const to = (phone: string) => ({ body: { phone } })
    const change = async (phone: string, token: string | null) =>
      (await customer.call(updateUser, { ...to(phone), headers: { [headers.confirmation]: token ?? '' } })).status
    const tokenFor = async (phone: string) =>
      (await signedBy(customer, key, await customer.call(updateUser, to(phone)))).body.confirmation
    const first = await tokenFor('+221771111111')
    expect(await change('+221771111111', first)).toBe(200)
    expect(await change('+221772222222', await tokenFor('+221772222222'))).toBe(200)
    expect(await change('+221771111111', first)).toBe(428)
  })

  it('of another user, or of another session, confirm nothing', async () => {
    const customer = await aCustomer()
    const session = await bank.signIn(customer)
    const key = softwarePasskey()
    const created = key.create((await customer.confirm(preparePasskey, {})).body)
    await customer.call(addPasskey, { body: { name: 'Clé', credential: created } })
    const elsewhere = await customer.call(prepareConfirmation, { body: { operation_hash: 'b'.repeat(64) } })
    const foreign = await session.call(reauthenticate, { body: { credential: key.sign(elsewhere.body) } })
    expect(codesOf(foreign)).toEqual(['credential: passkey_rejected'])
    const attacker = await withPasskey()
    const needed: Reply<unknown> = await customer.call(updateUser, contact)
    const { operation } = needed.body as ConfirmationRequired
    const options = await customer.call(prepareConfirmation, { body: { operation_hash: operation.hash } })
    const credential = attacker.key.sign(options.body)
    expect(codesOf(await customer.call(reauthenticate, { body: { credential } }))).toEqual([
      'credential: passkey_rejected',
    ])
  })

  it('once registered, the password alone no longer changes security', async () => {
    const { customer } = await withPasskey()
    const refused = await customer.confirm(updateUser, contact)
    expect(refused.status).toBe(428)
  })

  it('are renamed and removed by their owner only', async () => {
    const { customer, key, added } = await withPasskey()
    const { id } = added.body.passkey
    const stranger = await withPasskey()
    const rename = { params: { id }, body: { name: 'Ordinateur' } }
    expect((await stranger.customer.call(renamePasskey, rename)).status).toBe(404)
    expect((await stranger.customer.call(removePasskey, { params: { id } })).status).toBe(404)
    expect((await customer.call(renamePasskey, rename)).status).toBe(204)
    const needed: Reply<unknown> = await customer.call(removePasskey, { params: { id } })
    expect(needed.body).toMatchObject({ operation: { summary: { facts: [{ name: 'passkey', text: 'Ordinateur' }] } } })
    const { body } = await signedBy(customer, key, needed)
    const confirmed = { params: { id }, headers: { [headers.confirmation]: body.confirmation ?? '' } }
    expect((await customer.call(removePasskey, confirmed)).status).toBe(204)
    expect((await customer.call(getFactors)).body).toEqual({ passkeys: [], code_since: null, recovery_codes_left: 0 })
    expect((await customer.call(getUser)).body.factors).toEqual([])
  })
})

describe('one-time codes', () => {
  it('are activated by one of their codes, which is used up', async () => {
    const customer = await aCustomer()
    const prepared = await customer.confirm(prepareCodes, {})
    expect(prepared.body.uri).toContain(`secret=${prepared.body.secret}`)
    expect(codesOf(await customer.call(activateCodes, { body: { code: '000000' } }))).toEqual(['code: wrong_code'])
    expect((await customer.call(getFactors)).body.code_since).toBeNull()
    const code = codeOf(prepared.body.secret)
    const { body } = await customer.call(activateCodes, { body: { code } })
    expect(body.recovery_codes).toHaveLength(10)
    expect((await customer.call(getUser)).body.factors).toEqual(['code'])
    const again = await pending(customer)
    const refused = await bank.call(completeSignIn, { body: { sign_in: again.sign_in, code } })
    expect(codesOf(refused)).toEqual(['code: wrong_code'])
  })

  it('complete the sign-in of a new device, which is known from then on', async () => {
    const { customer, secret } = await withCodes()
    const needed = await pending(customer)
    expect(needed).toMatchObject({ code: 'second_step_required', methods: ['code'] })
    const opened = await bank.call(completeSignIn, { body: { sign_in: needed.sign_in, code: codeOf(secret) } })
    expect(opened.body.login).toBe(customer.login)
    const device = /__Host-connect-device=([\w-]+)/.exec(String(opened.headers['set-cookie']))?.[1] ?? ''
    expect(device).toHaveLength(43)
    expect((await signInAgain(customer, `__Host-connect-device=${device}`)).statusCode).toBe(200)
    // A device of somebody else is none of this user's.
    const other = await withCodes()
    expect((await signInAgain(other.customer, `__Host-connect-device=${device}`)).statusCode).toBe(403)
    // A sign-in is completed once.
    later(30)
    const replayed = await bank.call(completeSignIn, { body: { sign_in: needed.sign_in, code: codeOf(secret) } })
    expect(codesOf(replayed)).toEqual(['sign_in_over'])
  })

  it('are required at every sign-in where the bank requires them, and never where it does not', async () => {
    const { customer, secret } = await withCodes()
    const { sign_in } = await pending(customer)
    const opened = await bank.call(completeSignIn, { body: { sign_in, code: codeOf(secret) } })
    const cookie = `__Host-connect-device=${/connect-device=([\w-]+)/.exec(String(opened.headers['set-cookie']))?.[1]}`
    await policy({ factor_sign_in: 2 })
    expect((await signInAgain(customer, cookie)).statusCode).toBe(403)
    await policy({ factor_sign_in: 0 })
    expect((await signInAgain(customer)).statusCode).toBe(200)
  })

  it('are guessed five times at most, however often the password is typed between', async () => {
    const { customer, secret } = await withCodes()
    const codes = []
    for (let times = 0; times < 5; times += 1) {
      const { sign_in } = await pending(customer)
      codes.push(...codesOf(await bank.call(completeSignIn, { body: { sign_in, code: '000000' } })))
    }
    expect(codes).toEqual([...Array<string>(4).fill('code: wrong_code'), 'codes_locked'])
    const { sign_in } = await pending(customer)
    const right = { body: { sign_in, code: codeOf(secret) } }
    expect(codesOf(await bank.call(completeSignIn, right))).toEqual(['codes_locked'])
  })

  it('confirm with the password, each once', async () => {
    const { customer, secret } = await withCodes()
    const needed: Reply<unknown> = await customer.call(updateUser, contact)
    const { operation, methods } = needed.body as ConfirmationRequired
    expect(methods).toEqual(['code'])
    const proof = { password: PASSWORD, operation_hash: operation.hash }
    const alone = await customer.call(reauthenticate, { body: proof })
    const weak = { ...contact, headers: { [headers.confirmation]: alone.body.confirmation ?? '' } }
    expect((await customer.call(updateUser, weak)).status).toBe(428)
    const code = codeOf(secret)
    const wrong = await customer.call(reauthenticate, { body: { ...proof, password: 'Wrong-2026!', code } })
    expect(codesOf(wrong)).toEqual(['password: wrong_password'])
    const token = await customer.call(reauthenticate, { body: { ...proof, code } })
    const strong = { ...contact, headers: { [headers.confirmation]: token.body.confirmation ?? '' } }
    expect((await customer.call(updateUser, strong)).status).toBe(200)
    expect(codesOf(await customer.call(reauthenticate, { body: { ...proof, code } }))).toEqual(['code: wrong_code'])
  })

  it('without a secret that was prepared, or after fifteen minutes, are not activated', async () => {
    const customer = await aCustomer()
    expect(codesOf(await customer.call(activateCodes, { body: { code: '123456' } }))).toEqual(['codes_not_prepared'])
    const { secret } = (await customer.confirm(prepareCodes, {})).body
    later(15 * 60 + 1)
    const again = await bank.signIn(customer)
    expect(codesOf(await again.call(activateCodes, { body: { code: codeOf(secret) } }))).toEqual(['codes_not_prepared'])
  })

  it('end with the confirmation of a code', async () => {
    const { customer, secret } = await withCodes()
    const needed: Reply<unknown> = await customer.call(removeCodes)
    const { operation } = needed.body as ConfirmationRequired
    const proof = { password: PASSWORD, code: codeOf(secret), operation_hash: operation.hash }
    const { body } = await customer.call(reauthenticate, { body: proof })
    const confirmed = { headers: { [headers.confirmation]: body.confirmation ?? '' } }
    expect((await customer.call(removeCodes, confirmed)).status).toBe(204)
    expect(await mailsTo(customer)).toEqual([
      'Une application de codes a été ajoutée',
      'Votre application de codes a été retirée',
    ])
  })
})

describe('recovery codes', () => {
  it('stand in for a lost device, each once', async () => {
    const { customer, activated } = await withCodes()
    const [code = ''] = activated.body.recovery_codes ?? []
    const first = await pending(customer)
    expect((await bank.call(completeSignIn, { body: { sign_in: first.sign_in, code } })).status).toBe(200)
    const second = await pending(customer)
    const again = await bank.call(completeSignIn, { body: { sign_in: second.sign_in, code } })
    expect(codesOf(again)).toEqual(['code: wrong_code'])
    expect((await customer.call(getFactors)).body.recovery_codes_left).toBe(9)
  })

  it('are stored as hashes, and renewed as a whole', async () => {
    const { customer, secret, activated } = await withCodes()
    const [former = ''] = activated.body.recovery_codes ?? []
    const { rows } = await bank.owner.query<{ code_hash: string }>(
      'SELECT code_hash FROM recovery_codes WHERE user_id = $1',
      [customer.user_id],
    )
    expect(rows.every(({ code_hash }) => code_hash.startsWith('$argon2id$'))).toBe(true)
    const needed: Reply<unknown> = await customer.call(renewRecoveryCodes)
    const { operation } = needed.body as ConfirmationRequired
    const proof = { password: PASSWORD, code: codeOf(secret), operation_hash: operation.hash }
    const token = await customer.call(reauthenticate, { body: proof })
    const renewed = await customer.call(renewRecoveryCodes, {
      headers: { [headers.confirmation]: token.body.confirmation ?? '' },
    })
    expect(renewed.body.recovery_codes).toHaveLength(10)
    const { sign_in } = await pending(customer)
    expect((await bank.call(completeSignIn, { body: { sign_in, code: former } })).status).toBe(422)
    const [current = ''] = renewed.body.recovery_codes
    expect((await bank.call(completeSignIn, { body: { sign_in, code: current } })).status).toBe(200)
  })

  it('confirm in place of a passkey that is lost, with the password', async () => {
    const { customer, added } = await withPasskey()
    const [code = ''] = added.body.recovery_codes ?? []
    const needed: Reply<unknown> = await customer.call(updateUser, contact)
    const { operation } = needed.body as ConfirmationRequired
    const proof = { password: PASSWORD, code, operation_hash: operation.hash }
    const token = await customer.call(reauthenticate, { body: proof })
    const confirmed = { ...contact, headers: { [headers.confirmation]: token.body.confirmation ?? '' } }
    expect((await customer.call(updateUser, confirmed)).status).toBe(200)
    expect(codesOf(await customer.call(reauthenticate, { body: proof }))).toEqual(['code: wrong_code'])
  })

  it('are not given without a factor', async () => {
    const customer = await aCustomer()
    expect(codesOf(await customer.call(renewRecoveryCodes))).toEqual(['factor_missing'])
  })
})

describe('money above the amount of the bank', () => {
  const order = (beneficiary_id: string, amount: number) => ({
    body: { type: 'direct' as const, beneficiary_id, amount, label: 'Loyer' },
  })
  const payable = async (customer: Visitor) => {
    const payee = await bank.aCustomer()
    return bank.aBeneficiary(customer.account_id, payee.iban)
  }

  it('is confirmed by a second factor, below it by the password too', async () => {
    await policy({ factor_amount: 1_000_000 })
    const { customer, key } = await withPasskey()
    const payee = await payable(customer)
    const below: Reply<unknown> = await customer.call(createTransfer, order(payee, 1_000_000))
    expect(below.body).toMatchObject({ methods: ['passkey', 'password'] })
    expect((await customer.confirm(createTransfer, order(payee, 1_000_000))).status).toBe(201)
    const given = order(payee, 1_000_001)
    expect((await customer.confirm(createTransfer, given)).status).toBe(428)
    const needed: Reply<unknown> = await customer.call(createTransfer, given)
    expect(needed.body).toMatchObject({ methods: ['passkey', 'code'] })
    const token = await signedBy(customer, key, needed)
    const confirmed = { ...given, headers: { [headers.confirmation]: token.body.confirmation ?? '' } }
    expect((await customer.call(createTransfer, confirmed)).status).toBe(201)
  })

  it('without a factor, is confirmed by the password until the time to add one is over', async () => {
    const customer = await aCustomer()
    const payee = await payable(customer)
    await policy({ factor_amount: 1_000_000 })
    const again = await bank.signIn(customer)
    const due = Math.floor(bank.clock.at.getTime() / 1000) + 30 * 86_400
    expect((await again.call(getUser)).body.factor_due_at).toBe(due)
    expect((await again.confirm(createTransfer, order(payee, 2_000_000))).status).toBe(201)
    later(30 * 86_400)
    const late = await bank.signIn(customer)
    expect((await late.call(getUser)).body.factor_due_at).toBe(due)
    const refused = await late.call(createTransfer, order(payee, 2_000_000))
    expect(codesOf(refused)).toEqual(['factor_required'])
    expect((await late.confirm(createTransfer, order(payee, 900_000))).status).toBe(201)
    // Also where a smaller order is changed.
    const day = '2026-04-20'
    const small = await late.confirm(createTransfer, {
      body: { type: 'delayed', beneficiary_id: payee, amount: 5_000, label: 'Loyer', execution_date: day },
    })
    const larger = {
      type: 'delayed',
      beneficiary_id: payee,
      amount: 2_000_000,
      label: 'Loyer',
      execution_date: day,
    } as const
    const changed = await late.call(changeTransfer, {
      params: { id: small.body.id },
      body: { ...larger, version: small.body.version },
    })
    expect(codesOf(changed)).toEqual(['factor_required'])
  })

  it('is blocked for 48 hours after the bank has removed the factors of a user', async () => {
    await policy({ factor_amount: 1_000_000 })
    const customer = await aCustomer()
    const payee = await payable(customer)
    await bank.owner.query('UPDATE users SET factors_reset_at = $2 WHERE id = $1', [customer.user_id, bank.clock.at])
    const refused = await customer.call(createTransfer, order(payee, 2_000_000))
    expect(refused.body).toMatchObject({ code: 'factors_reset', message: expect.stringContaining('12 mars 2026') })
    expect((await customer.confirm(createTransfer, order(payee, 900_000))).status).toBe(201)
    later(48 * 3_600)
    const again = await bank.signIn(customer)
    expect((await again.confirm(createTransfer, order(payee, 2_000_000))).status).toBe(201)
  })
})

describe('a payment to a new payee', () => {
  it('above its limit is confirmed by a passkey, and by nothing else', async () => {
    const { customer, key } = await withPasskey()
    const payee = await bank.aCustomer()
    const beneficiary_id = await bank.aBeneficiary(customer.account_id, payee.iban)
    await bank.owner.query('UPDATE beneficiaries SET numbered_at = $2 WHERE id = $1', [beneficiary_id, bank.clock.at])
    const hours = await bank.owner.query<{ name: string; value: string }>(
      "SELECT name, value FROM parameters WHERE name IN ('new_payee_hours', 'new_payee_free_amount')",
    )
    await policy({ new_payee_hours: 24, new_payee_free_amount: 50_000 })
    const order = (amount: number) => ({
      body: { type: 'direct' as const, beneficiary_id, amount, label: `Loyer ${amount}` },
    })
    const { body: quoted } = await customer.call(quoteTransfer, order(50_001))
    expect([quoted.new_payee, quoted.operation.methods]).toEqual([null, ['passkey']])
    const within: Reply<unknown> = await customer.call(createTransfer, order(50_000))
    expect(within.body).toMatchObject({ methods: ['passkey', 'password'] })
    expect((await customer.confirm(createTransfer, order(50_001))).status).toBe(428)
    const needed: Reply<unknown> = await customer.call(createTransfer, order(50_001))
    const token = await signedBy(customer, key, needed)
    const confirmed = { ...order(50_001), headers: { [headers.confirmation]: token.body.confirmation ?? '' } }
    expect((await customer.call(createTransfer, confirmed)).status).toBe(201)
    const other = await aCustomer()
    const theirs = await bank.aBeneficiary(other.account_id, payee.iban)
    await bank.owner.query('UPDATE beneficiaries SET numbered_at = $2 WHERE id = $1', [theirs, bank.clock.at])
    const refused = await other.call(createTransfer, {
      body: { type: 'direct', beneficiary_id: theirs, amount: 50_001, label: 'Loyer' },
    })
    expect(codesOf(refused)).toEqual(['amount: new_payee_waits'])
    await policy(Object.fromEntries(hours.rows.map(({ name, value }) => [name, Number(value)])))
  })
})

describe('the amount of a company', () => {
  it('holds for its accounts, in single orders and in the inbox of signatures, and is not raised by one person at once', async () => {
    await policy({ factor_amount: 1_000_000 })
    const maker = await bank.aCustomer({ kind: 'company', balance: 10_000_000 })
    const signer = await bank.aMember(maker.account_id)
    const payee = await bank.aCustomer()
    const beneficiary_id = await bank.aBeneficiary(maker.account_id, payee.iban)
    const key = softwarePasskey()
    const options = await signer.confirm(preparePasskey, {})
    await signer.call(addPasskey, { body: { name: 'Clé', credential: key.create(options.body) } })
    const set = (factor_amount: number | null, version: number) =>
      maker.confirm(setSigningRules, { body: { version, tiers: [], groups: [], limits: [], factor_amount } })
    expect((await set(100_000, (await maker.call(getSigningRules)).body.version)).body).toEqual({ state: 'done' })
    const { body: rules } = await maker.call(getSigningRules)
    expect(rules.rules.factor_amount).toBe(100_000)
    const order = (amount: number) => ({
      body: { type: 'direct' as const, beneficiary_id, amount, label: `Facture ${amount}` },
    })
    const small = await maker.confirm(createTransfer, order(100_000))
    // The author has no factor yet: the password confirms until the time to add one is over.
    const large = await maker.confirm(createTransfer, order(100_001))
    expect([small.status, large.status]).toEqual([201, 201])
    const items = (one: typeof small) => [
      { account: maker.account_id, kind: 'transfer' as const, id: one.body.id, version: one.body.version },
    ]
    // Whatever account is selected, that of the order counts.
    const elsewhere = { [headers.accountId]: 'none' }
    const needed: Reply<unknown> = await signer.call(acceptItems, { body: { items: items(large) }, headers: elsewhere })
    expect(needed.body).toMatchObject({ methods: ['passkey', 'code'] })
    const below: Reply<unknown> = await signer.call(acceptItems, { body: { items: items(small) } })
    expect(below.body).toMatchObject({ methods: ['passkey', 'password'] })
    // The same for the selections of one kind.
    const selected = (...orders: (typeof small)[]): Promise<Reply<unknown>> => {
      const chosen = orders.map(({ body: { id, version } }) => ({ account: maker.account_id, id, version }))
      return signer.call(acceptTransfers, { body: { items: chosen }, headers: elsewhere })
    }
    expect((await selected(large)).body).toMatchObject({ methods: ['passkey', 'code'] })
    expect((await selected(small)).body).toMatchObject({ methods: ['passkey', 'password'] })
    const topup = await maker.confirm(createTopup, await aTopup(maker, await aCard(maker), 150_000))
    const topups = [{ account: maker.account_id, id: topup.body.topup?.id ?? '' }]
    const reload: Reply<unknown> = await signer.call(acceptTopups, { body: { items: topups }, headers: elsewhere })
    expect(reload.body).toMatchObject({ methods: ['passkey', 'code'] })
    // Weaker: it waits for the other administrator.
    expect((await set(null, rules.version)).body).toEqual({ state: 'waiting' })
  })
})
