import {
  acceptChequebook,
  getAgencyAddress,
  getChequebook,
  listAgencies,
  listChequebooks,
  listChequebookTypes,
  orderChequebook,
  rejectChequebook,
  stopCheques,
} from 'contract/products/chequebooks.ts'
import { listAlerts } from 'contract/access/alerts.ts'
import { reauthenticate } from 'contract/access/session.ts'
import { headers } from 'contract/endpoint.ts'
import { listItemsToSign } from 'contract/transfers/signatures.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codesOf, openTestBank, PASSWORD, type TestBank, type Visitor } from '../../../test/test-bank.ts'
import { auditLedger } from '../../ledger/ledger-audit.ts'
import { newId } from '../../adapters/ids.ts'
import { moveChequebook } from './move-chequebook.ts'
import { simulateChequebooks } from '../../demo/simulate-chequebooks.ts'
import { expireChequebooks } from './expire-chequebooks.ts'

const NOW = new Date('2026-03-10T09:30:00Z')
let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
  for (const [code, name, address] of [
    ['01009', 'Thiès', 'Avenue du Rail'],
    ['01002', 'Étoile', 'Place de l’Étoile'],
    ['01008', 'Fatick', 'Route nationale 1'],
  ])
    await bank.owner.query(
      `INSERT INTO branches (code, name, address, phone, opening_hours_fr, opening_hours_en)
       VALUES ($1, $2, $3, '+221338000013', 'Lundi-samedi', 'Monday-Saturday')`,
      [code, name, address],
    )
})
beforeEach(() => {
  bank.clock.at = NOW
})
afterAll(() => bank.close())

const ports = () => ({ db: bank.db, clock: { now: () => bank.clock.at } })
const one = { body: { type: '25-crossed', quantity: 1, accepts_risk: false } }
/** The lines of the confirmation that a call asks for. */
const factsOf = ({ body }: { body: unknown }) =>
  (body as { operation: { summary: { facts: unknown[] } } }).operation.summary.facts
const move = (visitor: Visitor, id: string, to: 'in_production' | 'available' | 'delivered') =>
  moveChequebook(ports(), { account_id: visitor.account_id, id, operator: 'guichet 3', move: { to } })
const bookedOn = async (accountId: string) => {
  const { rows } = await bank.owner.query<{ booked: string; held: string }>(
    'SELECT booked, held FROM ledger_accounts WHERE id = $1',
    [accountId],
  )
  return { booked: Number(rows[0]?.booked), held: Number(rows[0]?.held) }
}
async function mailedTo(visitor: Visitor) {
  const { rows } = await bank.owner.query<{ subject: string; plain: string }>(
    'SELECT m.subject, m.plain FROM mails m JOIN users u ON u.email = m.recipient WHERE u.id = $1 ORDER BY m.created_at, m.id',
    [visitor.user_id],
  )
  return rows
}
const giveMail = (visitor: Visitor) =>
  bank.owner.query('UPDATE users SET email = $2 WHERE id = $1', [visitor.user_id, `${visitor.login}@courrier.example`])

/** A delivered order: its cheques can be written. */
async function inHand(visitor: Visitor): Promise<{ id: string; first: number }> {
  const { body } = await visitor.confirm(orderChequebook, one)
  for (const to of ['in_production', 'available', 'delivered'] as const) await move(visitor, body.id, to)
  const { body: book } = await visitor.call(getChequebook, { params: { id: body.id } })
  return { id: body.id, first: book.first_number ?? 0 }
}

async function payCheque(accountId: string, number: number, amount: number) {
  const id = newId()
  const entry = {
    posting_id: id,
    value_date: '2026-03-10',
    type: 'cheque_out',
    label: `CHEQUE ${String(number).padStart(7, '0')}`,
  }
  const { rows } = await bank.owner.query<{ id: string }>("SELECT id FROM ledger_accounts WHERE code = 'cheques:XOF'")
  await bank.owner.query('SELECT ledger_write($1::jsonb, $2::jsonb)', [
    JSON.stringify([{ id, posting_key: `cheque:${id}`, kind: 'cheque', booking_date: '2026-03-10', posted_at: NOW }]),
    JSON.stringify([
      { ...entry, id: newId(), account_id: accountId, amount: -amount },
      { ...entry, id: newId(), account_id: rows[0]?.id, amount },
    ]),
  ])
}

describe('an order', () => {
  it('costs the fee and its TAF, and names the branch of the account', async () => {
    const awa = await bank.aCustomer({ balance: 100_000 })
    const { body: types } = await awa.call(listChequebookTypes)
    expect(types.map(({ leaves, crossed, fee, totals }) => [leaves, crossed, fee, totals[0]])).toEqual([
      [25, true, 2_500, 2_925],
      [50, true, 4_500, 5_265],
      [100, true, 8_000, 9_360],
      [25, false, 2_500, 2_925],
      [50, false, 4_500, 5_265],
      [100, false, 8_000, 9_360],
    ])
    expect(types[0]?.totals).toEqual([2_925, 5_850, 8_775, 11_700, 14_625])
    const { body: agency } = await awa.call(getAgencyAddress, { headers: { 'accept-language': 'en' } })
    expect(agency).toMatchObject({
      code: '01003',
      address: 'Sacré-Cœur 3',
      opening_hours: 'Monday-Friday 8:15 am-4:00 pm',
    })
    const twice = { body: { ...one.body, quantity: 2 } }
    expect((await awa.call(orderChequebook, twice)).status).toBe(428)
    const { status, body } = await awa.confirm(orderChequebook, twice)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      status: 'ordered',
      fees: 5_000,
      tax: 850,
      total: 5_850,
      quantity: 2,
      first_number: null,
      remaining: null,
    })
    expect(await bookedOn(awa.account_id)).toEqual({ booked: 94_150, held: 0 })
    expect((await awa.call(listChequebooks)).body).toEqual([body])
  })

  it('is picked up at the chosen branch, which the confirmations, the e-mail and the alert name', async () => {
    const fatou = await bank.aCustomer({ kind: 'company', balance: 100_000 })
    await giveMail(fatou)
    const ibrahima = await bank.aMember(fatou.account_id)
    const { body: agencies } = await fatou.call(listAgencies, { headers: { 'accept-language': 'en' } })
    expect(agencies.map(({ name }) => name)).toEqual(['Dakar Sacré-Cœur', 'Étoile', 'Fatick', 'Thiès'])
    expect(agencies[3]).toMatchObject({ code: '01009', opening_hours: 'Monday-Saturday' })
    expect(codesOf(await fatou.call(orderChequebook, { body: { ...one.body, agency: '99999' } }))).toEqual([
      'agency: unknown_agency',
    ])
    expect(codesOf(await fatou.call(orderChequebook, { body: { ...one.body, agency: 'Thiès' } }))).toEqual([
      'agency: invalid',
    ])
    const order = { body: { ...one.body, agency: '01009' } }
    const thies = { name: 'agency', text: 'Thiès' }
    expect(factsOf(await fatou.call(orderChequebook, order))).toContainEqual(thies)
    const { body } = await fatou.confirm(orderChequebook, order)
    expect(body.agency).toMatchObject({ code: '01009', name: 'Thiès', address: 'Avenue du Rail' })
    expect((await fatou.call(listChequebooks)).body[0]?.agency.name).toBe('Thiès')
    const [waiting] = (await ibrahima.call(listItemsToSign)).body
    expect(waiting?.identity.memo).toEqual({ fr: 'Commande · Retrait\u00a0: Thiès', en: 'Order · Collection: Thiès' })
    const params = { id: body.id }
    expect(factsOf(await ibrahima.call(acceptChequebook, { params }))).toContainEqual(thies)
    await ibrahima.confirm(acceptChequebook, { params })
    for (const to of ['in_production', 'available'] as const) await move(fatou, body.id, to)
    expect((await mailedTo(fatou)).at(-1)?.plain).toContain('Thiès\nAvenue du Rail\nLundi-samedi')
    await bank.deriveAlerts()
    const { body: alerts } = await fatou.call(listAlerts)
    expect(alerts.find(({ kind }) => kind === 'chequebook_available')?.name).toBe('Thiès')
    for (const agency of [null, undefined]) {
      const awa = await bank.aCustomer({ balance: 100_000 })
      const { body: usual } = await awa.confirm(orderChequebook, { body: { ...one.body, agency } })
      expect(usual.agency.code).toBe('01003')
    }
  })

  it('is refused while a previous one is open, also when two are sent at the same time', async () => {
    const awa = await bank.aCustomer({ balance: 100_000 })
    const replies = await Promise.all([awa.confirm(orderChequebook, one), awa.confirm(orderChequebook, one)])
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 409])
    expect(await bookedOn(awa.account_id)).toEqual({ booked: 97_075, held: 0 })
    expect(codesOf(await awa.call(orderChequebook, one))).toEqual(['chequebook_on_its_way'])
    const id = (await awa.call(listChequebooks)).body[0]?.id ?? ''
    for (const to of ['in_production', 'available', 'delivered'] as const) await move(awa, id, to)
    expect((await awa.confirm(orderChequebook, one)).status).toBe(201)
  })

  it('is created once per idempotency key', async () => {
    const awa = await bank.aCustomer({ balance: 100_000 })
    const input = { ...one, headers: { [headers.idempotencyKey]: newId() } }
    const first = await awa.confirm(orderChequebook, input)
    expect((await awa.call(orderChequebook, input)).body.id).toBe(first.body.id)
    expect(codesOf(await awa.call(orderChequebook, { ...input, body: { ...one.body, quantity: 3 } }))).toEqual([
      'idempotency_key_reused',
    ])
  })

  it('is created once, and answered to each of several simultaneous requests with one key', async () => {
    const awa = await bank.aCustomer({ balance: 100_000 })
    const { body: needed } = await awa.call(orderChequebook, one)
    const { operation } = needed as unknown as { operation: { hash: string } }
    const { body } = await awa.call(reauthenticate, { body: { password: PASSWORD, operation_hash: operation.hash } })
    const sent = { [headers.idempotencyKey]: newId(), [headers.confirmation]: body.confirmation ?? '' }
    const replies = await Promise.all([1, 2, 3, 4].map(() => awa.call(orderChequebook, { ...one, headers: sent })))
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect(new Set(replies.map((reply) => reply.body.id))).toHaveProperty('size', 1)
  })

  it('is refused if the account or the user may not order', async () => {
    const awa = await bank.aCustomer({ balance: 2_000 })
    const ask = (input: object, who: Visitor = awa) => who.call(orderChequebook, { body: { ...one.body, ...input } })
    expect(codesOf(await ask({}))).toEqual(['amount: balance_too_low'])
    expect(codesOf(await ask({ type: '500-gold' }))).toEqual(['type: unknown_chequebook_type'])
    expect(codesOf(await ask({ quantity: 6 }))).toEqual(['quantity: too_many_chequebooks'])
    expect(codesOf(await ask({ type: '25-open' }))).toEqual(['accepts_risk: risk_not_accepted'])
    await bank.owner.query('UPDATE customers SET may_have_cheques = false WHERE id = $1', [awa.customer_id])
    expect(codesOf(await ask({}))).toEqual(['chequebook_not_possible'])
    expect(codesOf(await ask({}, await bank.aCustomer({ currency: 'EUR' })))).toEqual(['account_not_in_francs'])
    expect(codesOf(await ask({}, await bank.aCustomer({ status: 'blocked' })))).toEqual(['account_not_active'])
  })

  it('is validated by the last of two signatures, and the audit log distinguishes it from the first', async () => {
    const fatou = await bank.aCustomer({ kind: 'company', balance: 100_000 })
    const [ibrahima, adama] = [await bank.aMember(fatou.account_id), await bank.aMember(fatou.account_id)]
    await bank.owner.query(
      "INSERT INTO signing_tiers (account_id, kind, up_to, rule) VALUES ($1, 'single', NULL, 'two')",
      [fatou.account_id],
    )
    const { body } = await fatou.confirm(orderChequebook, one)
    const params = { id: body.id }
    expect((await ibrahima.confirm(acceptChequebook, { params })).body.status).toBe('pending')
    expect((await adama.confirm(acceptChequebook, { params })).body.status).toBe('ordered')
    const { rows } = await bank.owner.query<{ action: string }>(
      'SELECT action FROM audit_events WHERE subject_id = $1 ORDER BY at, id',
      [body.id],
    )
    expect(rows.map(({ action }) => action)).toEqual(['chequebook.order', 'chequebook.sign', 'chequebook.accept'])
  })

  it('holds the fee at a company until it is signed', async () => {
    const fatou = await bank.aCustomer({ kind: 'company', balance: 100_000 })
    await giveMail(fatou)
    const ibrahima = await bank.aMember(fatou.account_id)
    const { body } = await fatou.confirm(orderChequebook, one)
    const params = { id: body.id }
    expect(body).toMatchObject({ status: 'pending', approvals_missing: 1 })
    expect(await bookedOn(fatou.account_id)).toEqual({ booked: 100_000, held: 2_925 })
    expect(codesOf(await fatou.confirm(acceptChequebook, { params }))).toEqual(['own_payment'])
    expect((await ibrahima.confirm(acceptChequebook, { params })).body.status).toBe('ordered')
    expect(await bookedOn(fatou.account_id)).toEqual({ booked: 97_075, held: 0 })
    await moveChequebook(ports(), {
      account_id: fatou.account_id,
      id: body.id,
      operator: 'siège',
      move: { to: 'refused', reason: 'Signature manquante' },
    })

    const { body: second } = await fatou.confirm(orderChequebook, one)
    const refused = await ibrahima.call(rejectChequebook, {
      params: { id: second.id },
      body: { reason: 'Encore 40 chèques au coffre' },
    })
    expect(refused.body).toMatchObject({ status: 'refused', reason: 'Encore 40 chèques au coffre' })
    await fatou.confirm(orderChequebook, one)
    bank.clock.at = new Date('2026-04-20T09:30:00Z')
    expect(await expireChequebooks(ports())).toBe(1)
    expect(await bookedOn(fatou.account_id)).toEqual({ booked: 100_000, held: 0 })
    expect((await mailedTo(fatou)).length).toBe(3)

    const { body: third } = await (await bank.signIn(fatou)).confirm(orderChequebook, one)
    await bank.owner.query('DELETE FROM memberships WHERE user_id = $1 AND account_id = $2', [
      fatou.user_id,
      fatou.account_id,
    ])
    await (await bank.signIn(ibrahima)).call(rejectChequebook, { params: { id: third.id }, body: { reason: 'Parti' } })
    expect((await mailedTo(fatou)).length).toBe(3)
  })
})

it('expires without signatures also where the bank has a hundred older orders to process', async () => {
  const fatou = await bank.aCustomer({ kind: 'company', balance: 100_000 })
  await bank.aMember(fatou.account_id)
  for (let count = 0; count < 100; count += 1) await bank.anAccount(fatou.customer_id)
  await bank.owner.query(
    `INSERT INTO chequebooks (account_id, id, type_id, quantity, fees, tax, reference, branch_code, status, signing_rule, signatures_needed,
                              ordered_at, ordered_by, moved_at)
     SELECT id, id, '25-crossed', 1, 0, 0, id, branch_code, 'pending', 'one', 1, '2026-04-19', $2, '2026-01-02'
       FROM accounts WHERE customer_id = $1 AND id <> $3`,
    [fatou.customer_id, fatou.user_id, fatou.account_id],
  )
  const { body } = await fatou.confirm(orderChequebook, one)
  bank.clock.at = new Date('2026-04-20T09:30:00Z')
  expect(await expireChequebooks(ports())).toBe(1)
  const { body: expired } = await (await bank.signIn(fatou)).call(getChequebook, { params: { id: body.id } })
  expect(expired).toMatchObject({ status: 'refused', reason: 'Personne ne l’a validée à temps.' })
  expect(await bookedOn(fatou.account_id)).toEqual({ booked: 100_000, held: 0 })
  await bank.owner.query(`DELETE FROM chequebooks WHERE id = account_id`)
})

describe('the bank', () => {
  it('keeps the fee of a refused order where the account was closed', async () => {
    const awa = await bank.aCustomer({ balance: 100_000 })
    const { body } = await awa.confirm(orderChequebook, one)
    await bank.owner.query(`UPDATE accounts SET status = 'closed' WHERE id = $1`, [awa.account_id])
    const refusal = { to: 'refused', reason: 'Compte clos' } as const
    const about = { account_id: awa.account_id, id: body.id, operator: 'siège' }
    expect(await moveChequebook(ports(), { ...about, move: refusal })).toBe('ordered')
    expect(await bookedOn(awa.account_id)).toEqual({ booked: 97_075, held: 0 })
    const { rows } = await bank.owner.query<{ amount: string }>(
      `SELECT e.amount FROM ledger_entries e JOIN ledger_accounts a ON a.id = e.account_id
        WHERE a.code = 'suspense:XOF' AND e.reference = $1`,
      [body.reference],
    )
    expect(rows).toEqual([{ amount: '2925' }])
    expect((await auditLedger(bank.db)).filter(({ errors }) => errors > 0)).toEqual([])
  })

  it('allocates unused numbers, announces a chequebook as available, and follows the allowed states', async () => {
    const [awa, cheikh] = [await bank.aCustomer({ balance: 100_000 }), await bank.aCustomer({ balance: 100_000 })]
    await giveMail(awa)
    const ids = [
      (await awa.confirm(orderChequebook, one)).body.id,
      (await cheikh.confirm(orderChequebook, one)).body.id,
    ]
    expect(await move(awa, ids[0] ?? '', 'delivered')).toBeNull()
    const moved = await Promise.all([
      move(awa, ids[0] ?? '', 'in_production'),
      move(awa, ids[0] ?? '', 'in_production'),
      move(cheikh, ids[1] ?? '', 'in_production'),
    ])
    expect(moved.filter((from) => from === 'ordered')).toHaveLength(2)
    const books = [(await awa.call(listChequebooks)).body[0], (await cheikh.call(listChequebooks)).body[0]]
    const ranges = books
      .map((book) => [book?.first_number ?? 0, book?.last_number ?? 0])
      .toSorted(([a = 0], [b = 0]) => a - b)
    expect(ranges.map(([first = 0, last = 0]) => last - first + 1)).toEqual([25, 25])
    expect(ranges[1]?.[0]).toBe((ranges[0]?.[1] ?? 0) + 1)
    await move(awa, ids[0] ?? '', 'available')
    const [mail] = await mailedTo(awa)
    expect(mail?.subject).toContain('Votre chéquier est arrivé à l’agence')
    expect(mail?.plain).toContain('Sacré-Cœur 3')
    const { rows } = await bank.owner.query<{ facts: { from: string; to: string; operator: string } }>(
      "SELECT facts FROM audit_events WHERE subject_id = $1 AND action = 'chequebook.move' ORDER BY at, id",
      [ids[0]],
    )
    expect(rows.map(({ facts }) => [facts.from, facts.to, facts.operator])).toEqual([
      ['ordered', 'in_production', 'guichet 3'],
      ['in_production', 'available', 'guichet 3'],
    ])
  })

  it('of the demo moves orders through the chequebook simulator at its rate', async () => {
    const awa = await bank.aCustomer({ balance: 100_000 })
    await awa.confirm(orderChequebook, one)
    const seen: (string | undefined)[] = []
    for (const after of [30, 61, 100, 182, 1_983]) {
      bank.clock.at = new Date(NOW.getTime() + after * 1_000)
      await simulateChequebooks(ports())
      seen.push((await (await bank.signIn(awa)).call(listChequebooks)).body[0]?.status)
    }
    expect(seen).toEqual(['ordered', 'in_production', 'in_production', 'available', 'delivered'])
  })
})

describe('cheques', () => {
  it('are counted as paid or stopped; paid ones are linked to their operations', async () => {
    const awa = await bank.aCustomer({ balance: 500_000 })
    const { id, first } = await inHand(awa)
    await payCheque(awa.account_id, first + 2, 45_000)
    const params = { id }
    const input = { params, body: { first_number: first + 5, last_number: first + 9, reason: 'theft' as const } }
    expect((await awa.call(stopCheques, input)).status).toBe(428)
    const { body } = await awa.confirm(stopCheques, input)
    expect(body).toMatchObject({
      remaining: 19,
      stop_price: 5_850,
      stops: [{ first_number: first + 5, last_number: first + 9, reason: 'theft' }],
      paid: [{ number: first + 2, amount: 45_000, date: '2026-03-10' }],
    })
    expect(await bookedOn(awa.account_id)).toEqual({ booked: 500_000 - 2_925 - 45_000 - 5_850, held: 0 })
    const holding = async (cheque: number) =>
      (await awa.call(listChequebooks, { query: { cheque: String(cheque) } })).body.map((book) => book.id)
    expect(await holding(first + 2)).toEqual([id])
    expect(await holding(first - 1)).not.toContain(id)
    const stop = (from: number, to: number) =>
      awa.call(stopCheques, { params, body: { first_number: from, last_number: to, reason: 'loss' } })
    expect(codesOf(await stop(first, first + 2))).toEqual(['first_number: cheque_already_paid'])
    expect(codesOf(await stop(first + 9, first + 11))).toEqual(['first_number: cheque_already_stopped'])
    expect(codesOf(await stop(first, first + 25))).toEqual(['first_number: cheques_not_of_chequebook'])
    expect(codesOf(await stop(first + 4, first + 3))).toEqual(['first_number: cheques_not_of_chequebook'])
    const other = await bank.aCustomer()
    expect((await other.call(stopCheques, input)).status).toBe(404)
  })

  it('are stopped only for the four legal reasons', async () => {
    const awa = await bank.aCustomer({ balance: 500_000 })
    const { id, first } = await inHand(awa)
    const stop = (reason: string, at: number) =>
      awa.confirm(stopCheques, {
        params: { id },
        body: { first_number: at, last_number: at, reason: reason as 'loss' },
      })
    expect(codesOf(await stop('regret', first))).toEqual(['reason: stop_reason_missing'])
    for (const [index, reason] of ['loss', 'theft', 'fraud', 'insolvency'].entries())
      expect((await stop(reason, first + index)).status).toBe(201)
  })

  it('are stopped once by simultaneous calls', async () => {
    const awa = await bank.aCustomer({ balance: 500_000 })
    const { id, first } = await inHand(awa)
    const input = { params: { id }, body: { first_number: first, last_number: first, reason: 'loss' as const } }
    const replies = await Promise.all([awa.confirm(stopCheques, input), awa.confirm(stopCheques, input)])
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 422])
    expect((await awa.call(getChequebook, { params: { id } })).body.remaining).toBe(24)
  })
})

describe('without a fee', () => {
  const free = (fee: string) => bank.owner.query(`UPDATE chequebook_types SET fee = ${fee} WHERE id = '25-crossed'`)
  beforeAll(async () => {
    await free('0')
    await bank.owner.query("UPDATE parameters SET value = 0 WHERE name = 'cheque_stop_fee'")
  })
  afterAll(async () => {
    await free('2500')
    await bank.owner.query("UPDATE parameters SET value = 5000 WHERE name = 'cheque_stop_fee'")
  })

  it('a chequebook is ordered, signed and refused, and cheques are stopped: no money moves', async () => {
    const awa = await bank.aCustomer()
    const { id, first } = await inHand(awa)
    const stopped = await awa.confirm(stopCheques, {
      params: { id },
      body: { first_number: first, last_number: first, reason: 'theft' },
    })
    expect([stopped.status, stopped.body.remaining]).toEqual([201, 24])
    const fatou = await bank.aCustomer({ kind: 'company' })
    const ibrahima = await bank.aMember(fatou.account_id)
    const { body } = await fatou.confirm(orderChequebook, one)
    expect(body).toMatchObject({ status: 'pending', total: 0 })
    expect((await ibrahima.confirm(acceptChequebook, { params: { id: body.id } })).body.status).toBe('ordered')
    const refusal = { to: 'refused', reason: 'Signature manquante' } as const
    const about = { account_id: fatou.account_id, id: body.id, operator: 'siège' }
    expect(await moveChequebook(ports(), { ...about, move: refusal })).toBe('ordered')
    for (const { account_id } of [awa, fatou]) expect(await bookedOn(account_id)).toEqual({ booked: 0, held: 0 })
  })
})

// Runs last, over all data of the tests above.
it('leaves a ledger that meets every rule', async () => {
  const verdicts = await auditLedger(bank.db)
  expect(verdicts.filter(({ errors }) => errors > 0)).toEqual([])
})
