import {
  confirmEmail,
  endOtherSessions,
  endUserSession,
  getLastSignIn,
  listSessions,
  removePicture,
  sendEmailCode,
  setPicture,
  updateUser,
  listDevices,
  revokeDevice,
} from 'contract/access/profile.ts'
import { requestPasswordLink, getPasswordLink } from 'contract/access/passwords.ts'
import { getPicture, getUser, reauthenticate } from 'contract/access/session.ts'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codesOf, cookieOf, openTestBank, PASSWORD, type TestBank, type Visitor } from '../../../test/test-bank.ts'
import { newId } from '../../adapters/ids.ts'
import { purge } from '../../db/purge.ts'
import { answerPasswordRequest } from '../session/request-password-link.ts'

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
const mailsTo = async (email: string) =>
  (
    await bank.owner.query<{ subject: string; plain: string }>(
      'SELECT subject, plain FROM mails WHERE recipient = $1 ORDER BY created_at, id',
      [email],
    )
  ).rows
const signInFrom = async (login: string, userAgent: string, remoteAddress = '41.82.0.7') => {
  const authorization = `Basic ${Buffer.from(`${login}:${PASSWORD}`).toString('base64')}`
  const reply = await bank.app.inject({
    method: 'GET',
    url: '/wb-api/user/auth',
    remoteAddress,
    headers: { authorization, 'user-agent': userAgent },
  })
  const { token } = reply.json<{ token: string }>()
  const cookie = cookieOf({ status: 200, body: null, headers: { 'set-cookie': String(reply.headers['set-cookie']) } })
  return { authorization: `Bearer ${token}`, cookie: `__Host-connect=${cookie}` }
}

describe('changing e-mail and telephone', () => {
  const withEmail = async () => {
    const customer = await bank.aCustomer()
    const email = `${customer.login}@courrier.example`
    await bank.owner.query('UPDATE users SET email = $2, phone = $3 WHERE id = $1', [
      customer.user_id,
      email,
      '+221771234567',
    ])
    return { customer, email }
  }

  const codeFor = async (email: string) => {
    const mails = (await mailsTo(email)).filter(({ subject }) => subject.startsWith('Confirmez'))
    return /code .* : (\d{6})/.exec(mails.at(-1)?.plain ?? '')?.[1] ?? ''
  }
  const wrongFor = (code: string) => (code === '000000' ? '000001' : '000000')
  const startChange = async () => {
    const { customer, email } = await withEmail()
    const next = `new-${email}`
    await customer.confirm(updateUser, { body: { email: next } })
    return { customer, email, next, code: await codeFor(next) }
  }
  const prove = (customer: Visitor, code: string) => customer.call(confirmEmail, { body: { code } })

  it('keeps the stored values of absent fields', async () => {
    const { customer, email } = await withEmail()
    expect((await customer.confirm(updateUser, { body: { phone: '+221338000011' } })).body).toEqual({
      email_to_confirm: null,
    })
    expect((await customer.call(getUser)).body).toMatchObject({ email, phone: '+221338000011' })
    expect((await customer.confirm(updateUser, { body: { email: `other-${email}` } })).status).toBe(200)
    expect((await prove(customer, await codeFor(`other-${email}`))).status).toBe(204)
    expect((await customer.call(getUser)).body).toMatchObject({ email: `other-${email}`, phone: '+221338000011' })
    expect((await customer.call(updateUser, { body: {} })).status).toBe(200)
  })

  it('requires re-authentication for exactly this change, and notifies the address known until then', async () => {
    const { customer, email } = await withEmail()
    const body = { email: `new-${email}`, phone: '+221338000010' }
    const requested = await customer.call(updateUser, { body })
    expect(requested.status).toBe(428)
    expect(requested.body).toMatchObject({
      operation: {
        summary: {
          kind: 'contact.change',
          facts: [
            { name: 'email', text: body.email },
            { name: 'phone', text: body.phone },
          ],
        },
      },
    })
    expect(await mailsTo(body.email)).toEqual([])
    expect((await customer.confirm(updateUser, { body })).body).toEqual({ email_to_confirm: body.email })
    // The telephone has changed; the address changes with its code.
    expect((await customer.call(getUser)).body).toMatchObject({
      email,
      email_to_confirm: body.email,
      phone: body.phone,
    })
    expect((await prove(customer, await codeFor(body.email))).status).toBe(204)
    expect((await customer.call(getUser)).body).toMatchObject({ ...body, email_to_confirm: null })
    const mails = await mailsTo(email)
    expect(mails.map(({ subject }) => subject)).toEqual(Array(2).fill('Vos coordonnées ont changé · Banque Téranga'))
    expect(mails[0]?.plain).toContain('Téléphone : +221338000010')
    expect(mails[0]?.plain).not.toContain('E-mail :')
    expect(mails[1]?.plain).toContain(`E-mail : ${body.email}`)
    expect(mails[1]?.plain).not.toContain('Téléphone :')
    const { rows } = await bank.owner.query<{ facts: unknown }>(
      "SELECT facts FROM audit_events WHERE user_id = $1 AND action = 'contact.change' ORDER BY at, id",
      [customer.user_id],
    )
    expect(rows.map(({ facts }) => facts)).toEqual([
      { email: false, phone: true },
      { email: true, phone: false },
    ])
  })

  it('needs a new confirmation when the values differ from the confirmed ones', async () => {
    const { customer, email } = await withEmail()
    const requested = await customer.call(updateUser, { body: { email: `a-${email}`, phone: null } })
    const { operation } = requested.body as unknown as { operation: { hash: string } }
    const reauthentication = await customer.call(reauthenticate, {
      body: { password: PASSWORD, operation_hash: operation.hash },
    })
    const headers = { 'x-confirmation': reauthentication.body.confirmation ?? '' }
    expect((await customer.call(updateUser, { body: { email: `b-${email}`, phone: null }, headers })).status).toBe(428)
    expect((await customer.call(updateUser, { body: { email: `a-${email}`, phone: null }, headers })).status).toBe(200)
    expect((await customer.call(updateUser, { body: { email: `c-${email}`, phone: null }, headers })).status).toBe(428)
  })

  it('needs no password if nothing changes, ignoring spaces in the number, and accepts an empty number', async () => {
    const { customer, email } = await withEmail()
    await bank.owner.query("UPDATE users SET phone = '+221 77 123 45 67' WHERE id = $1", [customer.user_id])
    expect((await customer.call(updateUser, { body: { email, phone: '+221771234567' } })).status).toBe(200)
    expect(await mailsTo(email)).toEqual([])
    expect((await customer.confirm(updateUser, { body: { email, phone: null } })).status).toBe(200)
    expect((await customer.call(getUser)).body.phone).toBeNull()
    expect((await mailsTo(email))[0]?.plain).toContain('Téléphone : supprimé')
  })

  it('invalidates the links that were sent to the previous address once the new one is proved', async () => {
    const { customer, email } = await withEmail()
    await bank.call(requestPasswordLink, { body: { id: customer.login } })
    while (await answerPasswordRequest({ db: bank.db, portalUrl: 'https://banque.example/connect/' }, bank.clock.at));
    const token = /#([\w-]{43})/.exec((await mailsTo(email))[0]?.plain ?? '')?.[1] ?? ''
    await customer.confirm(updateUser, { body: { email: `new-${email}`, phone: null } })
    expect((await bank.call(getPasswordLink, { params: { token } })).status).toBe(200)
    await prove(customer, await codeFor(`new-${email}`))
    expect((await bank.call(getPasswordLink, { params: { token } })).status).toBe(410)
  })

  it('stores the code of a new address as a digest, and accepts it once', async () => {
    const { customer, code, next } = await startChange()
    expect(code).toMatch(/^\d{6}$/)
    const { rows } = await bank.owner.query('SELECT * FROM email_changes WHERE user_id = $1', [customer.user_id])
    expect(JSON.stringify(rows)).toContain(next)
    expect(JSON.stringify(rows)).not.toContain(code)
    expect((await prove(customer, code)).status).toBe(204)
    expect(codesOf(await prove(customer, code))).toEqual(['code: emailed_code_over'])
  })

  it('is not confirmed by the code of another user', async () => {
    const mine = await startChange()
    const other = await startChange()
    if (mine.code !== other.code)
      expect(codesOf(await prove(mine.customer, other.code))).toEqual(['code: emailed_code_wrong'])
    expect((await mine.customer.call(getUser)).body.email).toBe(mine.email)
  })

  it('is confirmed once by many calls at the same time, and five wrong codes are tried', async () => {
    const right = await startChange()
    const replies = await Promise.all(Array.from({ length: 4 }, () => prove(right.customer, right.code)))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([204, 422, 422, 422])
    expect((await mailsTo(right.email)).filter(({ subject }) => subject.startsWith('Vos coordonnées'))).toHaveLength(1)
    const wrong = await startChange()
    const tries = await Promise.all(Array.from({ length: 12 }, () => prove(wrong.customer, wrongFor(wrong.code))))
    const codes = tries.flatMap(codesOf)
    expect(codes.filter((code) => code === 'code: emailed_code_wrong')).toHaveLength(4)
    expect(codes.filter((code) => code === 'code: emailed_code_over')).toHaveLength(8)
    expect(codesOf(await prove(wrong.customer, wrong.code))).toEqual(['code: emailed_code_over'])
    expect((await wrong.customer.call(getUser)).body).toMatchObject({
      email: wrong.email,
      email_to_confirm: wrong.next,
    })
  })

  it('sends another code, which replaces the former one, but not without end', async () => {
    const { customer, code, next } = await startChange()
    expect((await customer.call(sendEmailCode)).status).toBe(204)
    const second = await codeFor(next)
    if (second !== code) expect(codesOf(await prove(customer, code))).toEqual(['code: emailed_code_wrong'])
    expect((await customer.call(sendEmailCode)).status).toBe(204)
    expect((await customer.call(sendEmailCode)).status).toBe(204)
    expect(codesOf(await customer.call(sendEmailCode))).toEqual(['asked_too_often'])
    expect(codesOf(await customer.confirm(updateUser, { body: { email: `x-${next}` } }))).toEqual(['asked_too_often'])
    expect((await prove(customer, await codeFor(next))).status).toBe(204)
    expect(codesOf(await customer.call(sendEmailCode))).toEqual(['not_found'])
  })

  it('is over after ten minutes; another code is sent until the next day', async () => {
    const { customer, next, code } = await startChange()
    later(600)
    const back = await bank.signIn(customer)
    expect(codesOf(await prove(back, code))).toEqual(['code: emailed_code_over'])
    expect((await back.call(sendEmailCode)).status).toBe(204)
    later(2 * 86_400)
    await purge(bank.db, bank.clock.at)
    const late = await bank.signIn(customer)
    expect((await late.call(getUser)).body.email_to_confirm).toBeNull()
    expect(codesOf(await prove(late, await codeFor(next)))).toEqual(['code: emailed_code_over'])
  })

  it('ends when the user keeps the current address, without a password', async () => {
    const { customer, email, code } = await startChange()
    expect((await customer.confirm(updateUser, { body: { phone: null } })).body.email_to_confirm).toBe(`new-${email}`)
    expect((await customer.call(updateUser, { body: { email } })).body).toEqual({ email_to_confirm: null })
    expect(codesOf(await prove(customer, code))).toEqual(['code: emailed_code_over'])
    expect((await customer.call(getUser)).body).toMatchObject({ email, email_to_confirm: null })
  })

  it('gives an address to a user who has none', async () => {
    const { customer, email } = await withEmail()
    await bank.owner.query('UPDATE users SET email = NULL WHERE id = $1', [customer.user_id])
    await customer.confirm(updateUser, { body: { email: `first-${email}`, phone: '+221338000012' } })
    expect((await mailsTo(`first-${email}`)).map(({ subject }) => subject)).toEqual([
      'Confirmez votre adresse e-mail · Banque Téranga',
    ])
    expect((await prove(customer, await codeFor(`first-${email}`))).status).toBe(204)
    expect((await customer.call(getUser)).body).toMatchObject({ email: `first-${email}`, phone: '+221338000012' })
  })

  it.each([
    [{ email: 'awa', phone: null }, 'email: email_invalid'],
    [{ email: 'awa@courrier.example\r\nBcc: all@courrier.example', phone: null }, 'email: email_invalid'],
    [{ email: 'awa@courrier.example', phone: '12' }, 'phone: phone_invalid'],
    [{ email: 'awa@courrier.example', phone: '' }, 'phone: phone_invalid'],
    [{ email: 'awa@courrier.example', phone: '77 123 45 67' }, 'phone: phone_invalid'],
    [{ email: 'awa@courrier.example', phone: null, first_name: 'X' }, 'first_name: unknown_field'],
    [{ email: null }, 'email: email_invalid'],
  ])('refuses %j', async (body, code) => {
    const { customer } = await withEmail()
    expect(codesOf(await customer.call(updateUser, { raw: JSON.stringify(body) }))).toEqual([code])
  })
})

describe('the sessions of a user', () => {
  const ANDROID =
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36'

  it('are listed with device, address and time, the current one first', async () => {
    const customer = await bank.aCustomer()
    later(60)
    await signInFrom(customer.login, ANDROID)
    const { body } = await customer.call(listSessions)
    expect(body).toMatchObject([
      { is_current: true, is_open: true, address: '127.0.0.1', opened_at: START.getTime() / 1000 },
      {
        is_current: false,
        is_open: true,
        address: '41.82.0.7',
        device: { kind: 'phone', browser: 'Chrome', system: 'Android' },
      },
    ])
    later(200)
    const { token } = (await customer.call(getUser)).body
    later(110)
    const headers = { authorization: `Bearer ${token}` }
    expect((await customer.call(listSessions, { headers })).body.map(({ is_open }) => is_open)).toEqual([true, false])
  })

  it('name the sign-in before the current one, also when its session was deleted', async () => {
    const customer = await bank.aCustomer()
    const other = await bank.aCustomer()
    expect((await customer.call(getLastSignIn)).body).toBeNull()
    later(60)
    await signInFrom(customer.login, ANDROID)
    // A later sign-in elsewhere is none before this one.
    expect((await customer.call(getLastSignIn)).body).toBeNull()
    const at = bank.clock.at.getTime() / 1000
    later(30 * 86_400)
    await purge(bank.db, bank.clock.at)
    const back = await bank.signIn(customer)
    expect((await back.call(getLastSignIn)).body).toEqual({
      at,
      address: '41.82.0.7',
      device: { kind: 'phone', browser: 'Chrome', system: 'Android' },
    })
    expect((await (await bank.signIn(other)).call(getLastSignIn)).body).toMatchObject({ address: '127.0.0.1' })
  })

  it('are ended one by one, and only by their own user', async () => {
    const customer = await bank.aCustomer()
    const other = await bank.aCustomer()
    const stolen = await signInFrom(customer.login, ANDROID)
    const me = () => bank.app.inject({ method: 'GET', url: '/wb-api/user', headers: stolen })
    expect((await me()).statusCode).toBe(200)
    const foreign = (await customer.call(listSessions)).body.find(({ is_current }) => !is_current)
    const id = foreign?.id ?? ''
    for (const visitor of [other]) {
      expect(codesOf(await visitor.call(endUserSession, { params: { id } }))).toEqual(['not_found'])
      expect(codesOf(await visitor.call(endUserSession, { params: { id: newId() } }))).toEqual(['not_found'])
    }
    expect((await me()).statusCode).toBe(200)
    expect((await customer.call(endUserSession, { params: { id } })).status).toBe(204)
    expect((await me()).statusCode).toBe(401)
    expect(codesOf(await customer.call(endUserSession, { params: { id } }))).toEqual(['not_found'])
    expect((await customer.call(getUser)).status).toBe(200)
  })

  it('are ended all at once except the current one', async () => {
    const customer = await bank.aCustomer()
    const others = [await signInFrom(customer.login, ANDROID), await signInFrom(customer.login, 'curl/8')]
    expect((await customer.call(endOtherSessions)).status).toBe(204)
    for (const headers of others)
      expect((await bank.app.inject({ method: 'GET', url: '/wb-api/user', headers })).statusCode).toBe(401)
    expect((await customer.call(getUser)).status).toBe(200)
    const { rows } = await bank.owner.query(
      "SELECT facts FROM audit_events WHERE user_id = $1 AND action = 'session.revoke'",
      [customer.user_id],
    )
    expect(rows).toEqual([{ facts: { ended: 2 } }])
  })
})

describe('the profile picture', () => {
  const formOf = (content: Buffer | string, name = 'photo.png', field = 'picture') => {
    const form = new FormData()
    form.append(field, new Blob([typeof content === 'string' ? content : new Uint8Array(content)]), name)
    return form
  }
  const aPhoto = (width = 600, height = 400) =>
    sharp({ create: { width, height, channels: 3, background: '#f2b441' } })
      .withExif({ IFD0: { Copyright: 'GPS of my house' } })
      .jpeg()
      .toBuffer()
  const pictureOf = (visitor: Visitor) => visitor.call(getPicture)

  it('is stored as a small square without its metadata, and returned to its owner only', async () => {
    const customer = await bank.aCustomer()
    const other = await bank.aCustomer()
    expect((await customer.call(getUser)).body.picture).toBeNull()
    expect(codesOf(await pictureOf(customer))).toEqual(['not_found'])
    expect((await customer.call(setPicture, { form: formOf(await aPhoto()) })).status).toBe(204)
    const reply = await pictureOf(customer)
    expect(reply.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-disposition': 'attachment; filename=photo.jpg',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    })
    const content = reply.body as unknown as Buffer
    expect(await sharp(content).metadata()).toMatchObject({ width: 256, height: 256, format: 'jpeg' })
    expect(content.toString('latin1')).not.toMatch(/GPS|Exif/)
    expect(codesOf(await pictureOf(other))).toEqual(['not_found'])

    const before = (await customer.call(getUser)).body.picture
    expect(before).not.toBeNull()
    await customer.call(setPicture, { form: formOf(await aPhoto(300, 300)) })
    expect((await customer.call(getUser)).body.picture).not.toBe(before)
    expect((await customer.call(removePicture)).status).toBe(204)
    expect((await customer.call(removePicture)).status).toBe(204)
    expect((await customer.call(getUser)).body.picture).toBeNull()
    expect(codesOf(await pictureOf(customer))).toEqual(['not_found'])
  })

  it.each([
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', [422, 'picture: image_type']],
    ['%PDF-1.7\n%%EOF', [422, 'picture: image_type']],
    [Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(500)]), [422, 'picture: file_damaged']],
    [Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(5 * 1024 * 1024)]), [413, 'file_too_large']],
  ])('is refused if it is no picture: %#', async (content, answer) => {
    const customer = await bank.aCustomer()
    const reply = await customer.call(setPicture, { form: formOf(content) })
    expect([reply.status, ...codesOf(reply)]).toEqual(answer)
  })

  it('is refused if missing, duplicated, in another field, or sent without a session', async () => {
    const customer = await bank.aCustomer()
    const none = new FormData()
    none.append('jsonBody', '{}')
    expect(codesOf(await customer.call(setPicture, { form: none }))).toEqual(['picture: picture_missing'])
    const twice = formOf(await aPhoto())
    twice.append('picture', new Blob([new Uint8Array(await aPhoto())]), 'b.jpg')
    expect(codesOf(await customer.call(setPicture, { form: twice }))).toEqual(['too_many_files'])
    expect(codesOf(await customer.call(setPicture, { form: formOf(await aPhoto(), 'a.jpg', 'avatar') }))).toEqual([
      'avatar: unknown_field',
    ])
    const nobody = await bank.call(setPicture, { form: formOf(await aPhoto()) })
    expect([nobody.status, ...codesOf(nobody)]).toEqual([401, 'session_missing'])
  })
})

describe('devices', () => {
  it('are listed for their user only, the current one first', async () => {
    const customer = await bank.aCustomer()
    const again = await bank.signIn(customer)
    const { body } = await again.call(listDevices)
    expect(body.map(({ is_current }) => is_current)).toEqual([true, false])
    const stranger = await bank.aCustomer()
    expect((await stranger.call(listDevices)).body).toHaveLength(1)
    const [first] = body
    expect((await stranger.call(revokeDevice, { params: { id: first?.id ?? '' } })).status).toBe(404)
    expect((await again.call(getUser)).status).toBe(200)
  })

  it('that are forgotten lose their sessions', async () => {
    const customer = await bank.aCustomer()
    const again = await bank.signIn(customer)
    const other = (await again.call(listDevices)).body.find(({ is_current }) => !is_current)
    expect((await again.call(revokeDevice, { params: { id: other?.id ?? '' } })).status).toBe(204)
    expect((await customer.call(getUser)).status).toBe(401)
    expect((await again.call(listDevices)).body).toHaveLength(1)
  })
})
