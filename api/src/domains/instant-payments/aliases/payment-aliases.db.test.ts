// Receiving by PI: aliases are created and removed by the platform, a telephone is proved by a code, claims are decided by their holder, and a
// till sees what is paid.
import { listAlerts } from 'contract/access/alerts.ts'
import { getUser } from 'contract/access/session.ts'
import { listAccounts } from 'contract/accounts/accounts.ts'
import { headers } from 'contract/endpoint.ts'
import {
  answerAliasClaim,
  cancelTillPayment,
  claimPaymentAlias,
  createPaymentAlias,
  createTillPayment,
  getInstantPayer,
  getPaymentCodeFile,
  listPaymentAliases,
  listTillPayments,
  type NewPaymentAlias,
  removePaymentAlias,
  sendPhoneCode,
} from 'contract/accounts/payment-aliases.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readPdf } from '../../../../test/pdf-text.ts'
import { codesOf, openTestBank, type TestBank, type Visitor } from '../../../../test/test-bank.ts'
import { anIncomingPayment, MEMBER, openTestPlatform, type TestPlatform } from '../../../../test/test-platform.ts'
import { newId } from '../../../adapters/ids.ts'
import { endClosedAccounts } from '../end-closed-accounts.ts'

let bank: TestBank
let platform: TestPlatform
beforeAll(async () => {
  bank = await openTestBank({ isInstant: true })
  platform = await openTestPlatform(bank)
})
afterAll(() => bank.close())

type Customer = Awaited<ReturnType<TestBank['aCustomer']>>

const aliasesOf = async (customer: Visitor) => (await customer.call(listPaymentAliases)).body
/** What the account itself says: in the list of accounts, and as the one that a page opens with. */
const haveAddress = async (customer: Visitor) => [
  (await customer.call(listAccounts)).body[0]?.has_payment_address,
  (await customer.call(getUser)).body.account?.has_payment_address,
]
const create = (customer: Visitor, body: NewPaymentAlias) => customer.confirm(createPaymentAlias, { body })

let phones = 0
const newPhone = () => `+2217700${String((phones += 1)).padStart(5, '0')}`

async function aPhoneOwner(): Promise<Customer & { phone: string }> {
  const customer = await bank.aCustomer({ balance: 50_000 })
  const phone = newPhone()
  await bank.owner.query('UPDATE users SET phone = $1, email = $2 WHERE id = $3', [
    phone,
    `u${customer.login}@courrier.example`,
    customer.user_id,
  ])
  return { ...customer, phone }
}

/** The code in the last e-mail to the customer. */
async function codeOf({ login }: Visitor): Promise<string> {
  const { rows } = await bank.owner.query<{ plain: string }>(
    'SELECT plain FROM mails WHERE recipient = $1 ORDER BY created_at DESC, id DESC LIMIT 1',
    [`u${login}@courrier.example`],
  )
  return /: (\d{6})/.exec(rows[0]?.plain ?? '')?.[1] ?? ''
}

/** The platform's answer to the last creation. */
async function answerCreation(fields: { alias?: string; shid?: string; raisonRejet?: string }) {
  await platform.take()
  const { idCreationAlias } = platform.last('/alias/creation')
  const statut = fields.raisonRejet === undefined ? ('SUCCES' as const) : ('ECHEC' as const)
  await platform.call('/alias/creation/reponses', { idCreationAlias, statut, ...fields })
}

async function anAddress(customer: Visitor): Promise<{ id: string; value: string }> {
  const { status, body } = await create(customer, { kind: 'address' })
  if (status !== 201) throw new Error(JSON.stringify(body))
  const value = newId()
  await answerCreation({ alias: value })
  return { id: body.id, value }
}

async function linkPhone(customer: Visitor) {
  await customer.call(sendPhoneCode)
  return create(customer, { kind: 'phone', code: await codeOf(customer) })
}

describe('a payment address', () => {
  it('is being created until the platform has made it, and active then', async () => {
    const customer = await bank.aCustomer()
    const { status, body } = await create(customer, { kind: 'address' })
    expect([status, body]).toEqual([201, expect.objectContaining({ kind: 'address', value: null, state: 'creating' })])
    await platform.take()
    expect(platform.last('/alias/creation')).toMatchObject({
      typeAlias: 'SHID',
      categorieClient: 'P',
      participant: MEMBER,
      iban: customer.iban,
      typeCompte: 'CACC',
      dateOuvertureCompte: '2025-01-02',
      telephoneClient: '+221338000012',
    })
    const value = newId()
    await answerCreation({ alias: value })
    expect(await aliasesOf(customer)).toMatchObject({ receiver: 'person', aliases: [{ value, state: 'active' }] })
  })

  it('is created once for one key, and needs a confirmation and the capability', async () => {
    const customer = await bank.aCustomer()
    const once = { body: { kind: 'address' as const }, headers: { [headers.idempotencyKey]: newId() } }
    expect((await customer.call(createPaymentAlias, once)).status).toBe(428)
    const [first, second] = [
      await customer.confirm(createPaymentAlias, once),
      await customer.call(createPaymentAlias, once),
    ]
    expect([first.status, second.status, second.body]).toEqual([201, 201, first.body])
    expect((await aliasesOf(customer)).aliases).toHaveLength(1)
    const reader = await bank.aMember(customer.account_id, { rights: ['rib'], capabilities: [] })
    expect((await create(reader, { kind: 'address' })).status).toBe(403)
  })

  it('is not offered more than ten times', async () => {
    const customer = await bank.aCustomer()
    for (let count = 0; count < 10; count += 1) expect((await create(customer, { kind: 'address' })).status).toBe(201)
    expect(codesOf(await create(customer, { kind: 'address' }))).toEqual([expect.stringContaining('too_many_aliases')])
  })

  it('is removed when the platform has removed it', async () => {
    const [customer, stranger] = [await bank.aCustomer(), await bank.aCustomer()]
    const { id, value } = await anAddress(customer)
    expect(await haveAddress(customer)).toEqual([true, true])
    expect(await haveAddress(stranger)).toEqual([false, false])
    const reader = await bank.aMember(customer.account_id, { rights: ['rib'], capabilities: [] })
    expect(await haveAddress(reader)).toEqual([true, true])
    const other = await bank.aMember(customer.account_id, { rights: ['operations'], capabilities: [] })
    expect(await haveAddress(other)).toEqual([false, false])
    expect((await stranger.confirm(removePaymentAlias, { params: { id } })).status).toBe(404)
    expect((await stranger.call(getPaymentCodeFile, { params: { id }, query: {} })).status).toBe(404)
    expect((await customer.confirm(removePaymentAlias, { params: { id } })).status).toBe(204)
    await platform.take()
    expect(platform.last('/alias/suppression')).toEqual({ alias: value, raisonSuppression: 'DEMANDE_CLIENT' })
    expect((await aliasesOf(customer)).aliases).toMatchObject([{ state: 'removing' }])
    expect(codesOf(await customer.confirm(removePaymentAlias, { params: { id } }))).toEqual(['alias_busy'])
    await platform.call('/alias/suppression/reponses', { alias: value, statut: 'SUCCES' })
    expect((await aliasesOf(customer)).aliases).toEqual([])
    expect(await haveAddress(customer)).toEqual([false, false])
  })

  it('stays when the platform refuses its removal, and one that was refused disappears at once', async () => {
    const customer = await bank.aCustomer()
    const { id, value } = await anAddress(customer)
    await customer.confirm(removePaymentAlias, { params: { id } })
    await platform.call('/alias/suppression/reponses', { alias: value, statut: 'ECHEC', raisonRejet: 'INDISPONIBLE' })
    expect((await aliasesOf(customer)).aliases).toMatchObject([{ id, state: 'active' }])
    const refused = await create(customer, { kind: 'address' })
    await answerCreation({ raisonRejet: 'PARTICIPANT_INCONNU' })
    expect((await aliasesOf(customer)).aliases.map(({ state }) => state)).toEqual(['active', 'failed'])
    await customer.confirm(removePaymentAlias, { params: { id: refused.body.id } })
    expect((await aliasesOf(customer)).aliases).toHaveLength(1)
  })

  it('is not offered without an identity, in another currency, or by a bank without the platform', async () => {
    const customer = await bank.aCustomer()
    await bank.owner.query('DELETE FROM customer_identities WHERE customer_id = $1', [customer.customer_id])
    expect(codesOf(await create(customer, { kind: 'address' }))).toEqual([expect.stringContaining('identity_missing')])
    expect(await aliasesOf(customer)).toMatchObject({ receiver: null, aliases: [] })
    const inEuro = await bank.aCustomer({ currency: 'EUR' })
    expect(codesOf(await create(inEuro, { kind: 'address' }))).toEqual([expect.stringContaining('alias_not_offered')])
    const other = await openTestBank()
    const there = await other.aCustomer()
    expect(codesOf(await create(there, { kind: 'address' }))).toEqual([expect.stringContaining('instant_payments_off')])
    expect(codesOf(await there.confirm(createTillPayment, { body: { amount: 5 } }))).toEqual([
      expect.stringContaining('instant_payments_off'),
    ])
    await other.close()
  })

  it('is a PDF with its code, with and without an amount', async () => {
    const customer = await bank.aCustomer()
    const { id, value } = await anAddress(customer)
    const fileOf = (path: string) =>
      bank.app.inject({
        method: 'GET',
        url: `/wb-api/account/aliases/${path}`,
        headers: {
          authorization: `Bearer ${customer.token}`,
          cookie: `__Host-connect=${customer.cookie}`,
          [headers.accountId]: customer.account_id,
          'accept-language': 'fr',
        },
      })
    const textOf = async (path: string) => (await readPdf((await fileOf(path)).rawPayload)).pages[0] ?? ''
    expect(await textOf(`${id}/file`)).toContain(value)
    const priced = await textOf(`${id}/file?amount=2500&reference=TABLE7`)
    expect(priced).toContain('TABLE7')
    expect(priced.replaceAll(/\s/gu, '')).toContain('2500FCFA')
    expect((await fileOf(`${id}/file?amount=-1`)).statusCode).toBe(422)
    expect((await fileOf(`${newId()}/file`)).statusCode).toBe(404)
  })
})

describe('a telephone', () => {
  it('is proved by a code that is sent by e-mail, stored hashed and used once', async () => {
    const customer = await aPhoneOwner()
    expect((await customer.call(sendPhoneCode)).body).toEqual({ phone: customer.phone, email: 'u•••@courrier.example' })
    const code = await codeOf(customer)
    expect(code).toMatch(/^\d{6}$/)
    const { rows } = await bank.owner.query('SELECT * FROM phone_codes WHERE user_id = $1', [customer.user_id])
    expect(JSON.stringify(rows)).not.toContain(code)
    expect((await create(customer, { kind: 'phone', code })).status).toBe(201)
    const shid = newId()
    await answerCreation({ alias: customer.phone, shid })
    // The platform makes an address beside it.
    expect((await aliasesOf(customer)).aliases.map(({ value, state }) => [value, state])).toEqual([
      [customer.phone, 'active'],
      [shid, 'active'],
    ])
    expect(codesOf(await create(customer, { kind: 'phone', code }))).toEqual([
      expect.stringContaining('emailed_code_over'),
    ])
    await linkPhone(customer).then((reply) => expect(codesOf(reply)).toEqual([expect.stringContaining('alias_exists')]))
  })

  it('is not linked after five wrong codes, nor after ten minutes', async () => {
    const customer = await aPhoneOwner()
    await customer.call(sendPhoneCode)
    const code = await codeOf(customer)
    const wrong = code === '000000' ? '000001' : '000000'
    const replies: string[] = []
    for (let count = 0; count < 5; count += 1)
      replies.push(...codesOf(await customer.call(createPaymentAlias, { body: { kind: 'phone', code: wrong } })))
    expect(replies).toEqual([...Array<string>(4).fill('code: emailed_code_wrong'), 'code: emailed_code_over'])
    expect(codesOf(await create(customer, { kind: 'phone', code }))).toEqual(['code: emailed_code_over'])
    await customer.call(sendPhoneCode)
    const next = await codeOf(customer)
    const before = bank.clock.at
    bank.clock.at = new Date(before.getTime() + 10 * 60_000)
    const late = await bank.signIn(customer)
    expect(codesOf(await create(late, { kind: 'phone', code: next }))).toEqual(['code: emailed_code_over'])
    bank.clock.at = before
  })

  it('is not linked once the profile has another', async () => {
    const customer = await aPhoneOwner()
    await customer.call(sendPhoneCode)
    await bank.owner.query('UPDATE users SET phone = $1 WHERE id = $2', [newPhone(), customer.user_id])
    const reply = await create(customer, { kind: 'phone', code: await codeOf(customer) })
    expect(codesOf(reply)).toEqual(['code: emailed_code_over'])
  })

  it('is not linked by many codes at the same time: five are tried', async () => {
    const customer = await aPhoneOwner()
    await customer.call(sendPhoneCode)
    const code = await codeOf(customer)
    const guesses = Array.from({ length: 20 }, (_, at) => String((Number(code) + 1 + at) % 1_000_000).padStart(6, '0'))
    const replies = await Promise.all(
      guesses.map((guess) => customer.call(createPaymentAlias, { body: { kind: 'phone', code: guess } })),
    )
    const codes = replies.flatMap(codesOf)
    expect(codes.filter((one) => one === 'code: emailed_code_wrong')).toHaveLength(4)
    expect(codes.filter((one) => one === 'code: emailed_code_over')).toHaveLength(16)
    expect(codesOf(await create(customer, { kind: 'phone', code }))).toEqual(['code: emailed_code_over'])
  })

  it('needs a number of the union and an e-mail address, and codes are not sent without end', async () => {
    const customer = await bank.aCustomer()
    expect(codesOf(await customer.call(sendPhoneCode))).toEqual([expect.stringContaining('alias_phone_missing')])
    await bank.owner.query("UPDATE users SET phone = '+33612345678' WHERE id = $1", [customer.user_id])
    expect(codesOf(await customer.call(sendPhoneCode))).toEqual([expect.stringContaining('alias_phone_missing')])
    await bank.owner.query('UPDATE users SET phone = $1 WHERE id = $2', [newPhone(), customer.user_id])
    expect(codesOf(await customer.call(sendPhoneCode))).toEqual([expect.stringContaining('alias_email_missing')])
    const owner = await aPhoneOwner()
    const replies = []
    for (let count = 0; count < 5; count += 1) replies.push((await owner.call(sendPhoneCode)).status)
    expect(replies).toEqual([200, 200, 200, 200, 429])
    const company = await bank.aCustomer({ kind: 'company' })
    expect(codesOf(await company.call(sendPhoneCode))).toEqual([expect.stringContaining('alias_not_offered')])
  })
})

describe('a merchant code', () => {
  it('is for merchants and companies, and for one of them', async () => {
    const person = await bank.aCustomer()
    expect(codesOf(await create(person, { kind: 'merchant', value: '4711' }))).toEqual([
      expect.stringContaining('alias_not_offered'),
    ])
    const company = await bank.aCustomer({ kind: 'company' })
    expect((await create(company, { kind: 'merchant', value: '4711' })).status).toBe(201)
    await platform.take()
    expect(platform.last('/alias/creation')).toMatchObject({
      typeAlias: 'MCOD',
      valeurAlias: '4711',
      categorieClient: 'B',
    })
    const merchant = await bank.aCustomer()
    await bank.owner.query("UPDATE customer_identities SET trade_register = 'SN-DKR-2020-A-1' WHERE customer_id = $1", [
      merchant.customer_id,
    ])
    expect(codesOf(await create(merchant, { kind: 'merchant', value: '4711' }))).toEqual(['value: alias_exists'])
    expect((await create(merchant, { kind: 'merchant', value: '4712' })).status).toBe(201)
    expect(codesOf(await create(merchant, { kind: 'merchant', value: '4713' }))).toEqual(['value: alias_exists'])
  })
})

describe('a claim', () => {
  async function refusedPhone() {
    const customer = await aPhoneOwner()
    const { body } = await linkPhone(customer)
    await answerCreation({ raisonRejet: 'ALIAS_EXISTANT' })
    return { customer, id: body.id }
  }

  it('on a number elsewhere ties it to the account when its holder accepts', async () => {
    const { customer, id } = await refusedPhone()
    expect((await customer.confirm(claimPaymentAlias, { params: { id } })).status).toBe(204)
    expect(codesOf(await customer.confirm(claimPaymentAlias, { params: { id } }))).toEqual(['alias_busy'])
    await platform.take()
    expect(platform.last('/revendications/creation')).toEqual({ alias: customer.phone })
    const claim = {
      identifiantRevendication: `${customer.phone}_1`,
      alias: customer.phone,
      detenteur: 'SNE102',
      revendicateur: MEMBER,
    }
    await platform.call('/revendications/reponses', { ...claim, statut: 'INITIEE' })
    expect((await aliasesOf(customer)).aliases).toMatchObject([{ claim: { direction: 'made', state: 'open' } }])
    await platform.call('/revendications/acceptation/reponses', { ...claim, statut: 'ACCEPTEE' })
    expect((await aliasesOf(customer)).aliases).toMatchObject([{ state: 'creating', claim: { state: 'accepted' } }])
    await answerCreation({ alias: customer.phone })
    expect((await aliasesOf(customer)).aliases).toMatchObject([{ value: customer.phone, state: 'active' }])
  })

  it('that is refused leaves the number where it is', async () => {
    const { customer, id } = await refusedPhone()
    await customer.confirm(claimPaymentAlias, { params: { id } })
    const claim = { identifiantRevendication: `${customer.phone}_1`, alias: customer.phone, revendicateur: MEMBER }
    await platform.call('/revendications/reponses', { ...claim, statut: 'INITIEE' })
    await platform.call('/revendications/rejet/reponses', { ...claim, statut: 'REJETEE' })
    expect((await aliasesOf(customer)).aliases).toMatchObject([{ state: 'failed', claim: { state: 'rejected' } }])
  })

  async function claimedPhone() {
    const customer = await aPhoneOwner()
    const { body } = await linkPhone(customer)
    await answerCreation({ alias: customer.phone })
    const claim = {
      identifiantRevendication: `${customer.phone}_2`,
      alias: customer.phone,
      detenteur: MEMBER,
      revendicateur: 'SNE102',
    }
    await platform.call('/revendications/reponses', { ...claim, statut: 'INITIEE' })
    return { customer, id: body.id, claim }
  }

  it.each([
    [true, '/revendications/acceptation', '/revendications/acceptation/reponses', 'ACCEPTEE', []],
    [false, '/revendications/rejet', '/revendications/rejet/reponses', 'REJETEE', ['active']],
  ] as const)(
    'of another institution is decided by the customer: %s',
    async (is_accepted, sent, answered, statut, left) => {
      const { customer, id, claim } = await claimedPhone()
      // The same claim may be announced twice.
      await platform.call('/revendications/creation/reponses', { ...claim, statut: 'INITIEE' })
      expect((await aliasesOf(customer)).aliases).toMatchObject([{ claim: { direction: 'received', state: 'open' } }])
      await bank.deriveAlerts()
      expect((await customer.call(listAlerts, { query: {} })).body).toMatchObject([
        { kind: 'alias_claimed', about: 'alias', subject_id: id, name: customer.phone },
      ])
      expect(codesOf(await customer.confirm(removePaymentAlias, { params: { id } }))).toEqual(['alias_busy'])
      expect((await customer.call(answerAliasClaim, { params: { id }, body: { is_accepted } })).status).toBe(428)
      expect((await customer.confirm(answerAliasClaim, { params: { id }, body: { is_accepted } })).status).toBe(204)
      const other = { params: { id }, body: { is_accepted: !is_accepted } }
      expect(codesOf(await customer.confirm(answerAliasClaim, other))).toEqual(['alias_busy'])
      await platform.take()
      expect(platform.last(sent)).toMatchObject({ identifiantRevendication: claim.identifiantRevendication })
      const decided = { ...claim, statut }
      if (answered === '/revendications/rejet/reponses')
        await platform.call(answered, { ...decided, statut: 'REJETEE' })
      else await platform.call(answered, { ...decided, statut: 'ACCEPTEE' })
      expect((await aliasesOf(customer)).aliases.map(({ state }) => state)).toEqual(left)
    },
  )

  it('of another account cannot be answered', async () => {
    const { id } = await claimedPhone()
    const stranger = await bank.aCustomer()
    expect((await stranger.confirm(answerAliasClaim, { params: { id }, body: { is_accepted: true } })).status).toBe(404)
    expect((await stranger.confirm(claimPaymentAlias, { params: { id } })).status).toBe(404)
  })
})

describe('a payment that comes in', () => {
  it('alerts the customer with the name of its payer, and its operation shows institution and country', async () => {
    const customer = await bank.aCustomer()
    await platform.call('/transferts', anIncomingPayment(customer, 12_500))
    await bank.deriveAlerts()
    const [alert] = (await customer.call(listAlerts, { query: {} })).body
    expect(alert).toMatchObject({
      kind: 'payment_received',
      about: 'operation',
      name: 'Adjoua Kouassi',
      amount: 12_500,
      account: { uuid: customer.account_id },
    })
    const payer = await customer.call(getInstantPayer, { params: { id: alert?.subject_id ?? '' } })
    expect(payer.body.payer).toEqual({
      name: 'Adjoua Kouassi',
      institution: 'Lagune Mobile Money',
      country: 'CI',
      reference: null,
    })
    const stranger = await bank.aCustomer()
    expect((await stranger.call(getInstantPayer, { params: { id: alert?.subject_id ?? '' } })).body.payer).toBeNull()
  })
})

describe('a message that the interface application refuses', () => {
  it('ends what it has begun, and the customer can try again', async () => {
    const refusing = async () => {
      platform.behave(() => Promise.resolve({ outcome: 'refused', status: 400, text: 'malformed' }))
      await platform.take()
      platform.behave(null)
    }
    const customer = await aPhoneOwner()
    const { id } = (await linkPhone(customer)).body
    await refusing()
    const states = async () => (await aliasesOf(customer)).aliases.map(({ state, claim }) => [state, claim?.state])
    expect(await states()).toEqual([['failed', undefined]])
    await customer.confirm(claimPaymentAlias, { params: { id } })
    await refusing()
    expect(await states()).toEqual([['failed', 'failed']])
    await linkPhone(customer)
    await answerCreation({ alias: customer.phone })
    const [alias] = (await aliasesOf(customer)).aliases
    await customer.confirm(removePaymentAlias, { params: { id: alias?.id ?? '' } })
    await refusing()
    expect(await states()).toEqual([['active', undefined]])
    const claim = { identifiantRevendication: `${customer.phone}_3`, alias: customer.phone, revendicateur: 'SNE102' }
    await platform.call('/revendications/reponses', { ...claim, statut: 'INITIEE' })
    await customer.confirm(answerAliasClaim, { params: { id: alias?.id ?? '' }, body: { is_accepted: false } })
    expect(await states()).toEqual([['active', 'rejecting']])
    await refusing()
    expect(await states()).toEqual([['active', 'open']])
  })
})

describe('a till', () => {
  const wait = async (customer: Visitor, amount: number) => {
    const { status, body } = await customer.call(createTillPayment, { body: { amount } })
    if (status !== 201) throw new Error(JSON.stringify(body))
    return body
  }
  const tillOf = async (customer: Visitor) => (await customer.call(listTillPayments)).body

  it('needs an active address', async () => {
    const customer = await bank.aCustomer()
    expect(codesOf(await customer.call(createTillPayment, { body: { amount: 500 } }))).toEqual([
      expect.stringContaining('till_needs_address'),
    ])
  })

  it('is limited in its number of amounts', async () => {
    const customer = await bank.aCustomer()
    await anAddress(customer)
    await bank.owner.query("INSERT INTO request_limits VALUES ($1, 300, $2, '-infinity')", [
      `till:${customer.user_id}`,
      bank.clock.at,
    ])
    await wait(customer, 500)
    const reply = await customer.call(createTillPayment, { body: { amount: 500 } })
    expect([reply.status, codesOf(reply)]).toEqual([429, ['asked_too_often']])
  })

  it('matches payments by the reference of its code, else by alias and amount, each once', async () => {
    const customer = await bank.aCustomer()
    const { value } = await anAddress(customer)
    const [coffee, bread, other] = [await wait(customer, 500), await wait(customer, 350), await wait(customer, 350)]
    const payment = (amount: number, more: object = {}) =>
      anIncomingPayment(customer, amount, { aliasClientPaye: value, ...more })
    await platform.call(
      '/transferts',
      payment(500, { canalCommunication: '400', identifiantTransaction: coffee.reference }),
    )
    await platform.call('/transferts', payment(350))
    const states = new Map((await tillOf(customer)).map((one) => [one.id, one]))
    expect(states.get(coffee.id)).toMatchObject({
      state: 'paid',
      paid: { amount: 500, payer_name: expect.any(String) },
    })
    expect(states.get(bread.id)?.state).toBe('paid')
    expect(states.get(other.id)).toMatchObject({ state: 'waiting', paid: null })
    const stranger = await bank.aCustomer()
    expect((await stranger.call(cancelTillPayment, { params: { id: other.id } })).status).toBe(404)
    expect((await customer.call(cancelTillPayment, { params: { id: other.id } })).status).toBe(204)
    await platform.call('/transferts', payment(350))
    expect((await tillOf(customer)).find(({ id }) => id === other.id)?.state).toBe('cancelled')
    expect((await customer.call(cancelTillPayment, { params: { id: other.id } })).status).toBe(404)
    // The payer's institution sends the reference of a code that is not shown any more: the payment is credited and belongs to it.
    await platform.call('/transferts', payment(350, { identifiantTransaction: other.reference }))
    expect((await tillOf(customer)).find(({ id }) => id === other.id)?.state).toBe('paid')
  })
})

describe('an account that was closed', () => {
  const close = ({ account_id }: Visitor) =>
    bank.owner.query("UPDATE accounts SET status = 'closed' WHERE id = $1", [account_id])
  const end = () => endClosedAccounts({ db: bank.db, clock: { now: () => bank.clock.at } })
  const rowsOf = async ({ account_id }: Visitor) => {
    const { rows } = await bank.owner.query<{ value: string; state: string }>(
      'SELECT value, state FROM payment_aliases WHERE account_id = $1 ORDER BY created_at, id',
      [account_id],
    )
    return rows
  }

  it('loses its aliases at the platform, once, and its till waits no longer; others keep theirs', async () => {
    const [gone, other] = [await bank.aCustomer(), await bank.aCustomer()]
    const { value } = await anAddress(gone)
    const kept = await anAddress(other)
    const { body: till } = await gone.call(createTillPayment, { body: { amount: 2_500 } })
    expect(await end()).toBe(0)
    await close(gone)
    expect(await end()).toBe(2)
    expect(await end()).toBe(0)
    const sent = await platform.take()
    expect(sent).toEqual([
      { path: '/alias/suppression', body: { alias: value, raisonSuppression: 'FERMETURE_COMPTE_CLIENT' } },
    ])
    await platform.call('/alias/suppression/reponses', { alias: value, statut: 'SUCCES' })
    expect(await rowsOf(gone)).toEqual([{ value, state: 'removed' }])
    expect(await rowsOf(other)).toEqual([{ value: kept.value, state: 'active' }])
    const { rows } = await bank.owner.query('SELECT state FROM till_payments WHERE id = $1', [till.id])
    expect(rows).toEqual([{ state: 'cancelled' }])
  })

  it('requests the removal again where the platform refused it', async () => {
    const gone = await bank.aCustomer()
    const { value } = await anAddress(gone)
    await close(gone)
    await end()
    await platform.take()
    await platform.call('/alias/suppression/reponses', { alias: value, statut: 'ECHEC', raisonRejet: 'INDISPONIBLE' })
    expect(await rowsOf(gone)).toEqual([{ value, state: 'active' }])
    expect(await end()).toBe(1)
    expect(await platform.take()).toMatchObject([{ path: '/alias/suppression', body: { alias: value } }])
  })

  it('gives its number to the institution that claims it', async () => {
    const gone = await aPhoneOwner()
    await linkPhone(gone)
    await answerCreation({ alias: gone.phone })
    const claim = { identifiantRevendication: newId(), alias: gone.phone, detenteur: MEMBER, revendicateur: 'SNE102' }
    await platform.call('/revendications/reponses', { ...claim, statut: 'INITIEE' })
    await close(gone)
    expect(await end()).toBe(1)
    expect(await end()).toBe(0)
    expect(await platform.take()).toMatchObject([
      {
        path: '/revendications/acceptation',
        body: { identifiantRevendication: claim.identifiantRevendication, auteurAction: 'PARTICIPANT' },
      },
    ])
    await platform.call('/revendications/acceptation/reponses', {
      identifiantRevendication: claim.identifiantRevendication,
      statut: 'ACCEPTEE',
    })
    expect(await rowsOf(gone)).toEqual([{ value: gone.phone, state: 'removed' }])
    expect(await end()).toBe(0)
  })

  it('gets no alias by a claim that was made before', async () => {
    const gone = await aPhoneOwner()
    const { body: alias } = await linkPhone(gone)
    await answerCreation({ raisonRejet: 'ALIAS_EXISTE_DEJA' })
    await gone.confirm(claimPaymentAlias, { params: { id: alias.id } })
    const id = newId()
    await platform.call('/revendications/creation/reponses', {
      identifiantRevendication: id,
      alias: gone.phone,
      detenteur: 'SNE102',
      revendicateur: MEMBER,
      statut: 'INITIEE',
    })
    await close(gone)
    expect(await end()).toBe(0)
    await platform.take()
    await platform.call('/revendications/recuperation/reponses', { identifiantRevendication: id, statut: 'ACCEPTEE' })
    expect(await platform.take()).toEqual([])
    expect(await end()).toBe(1)
    expect(await rowsOf(gone)).toEqual([{ value: gone.phone, state: 'removed' }])
    expect(await platform.take()).toEqual([])
  })
})
