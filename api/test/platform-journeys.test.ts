// Journeys of instant payments between the bank's own processes and the simulator of the platform, over their real connection.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  answerAliasClaim,
  claimPaymentAlias,
  createPaymentAlias,
  listPaymentAliases,
  removePaymentAlias,
  sendPhoneCode,
} from 'contract/accounts/payment-aliases.ts'
import { createPaymentRequest, listPaymentRequests, refusePaymentRequest } from 'contract/transfers/payment-requests.ts'
import { acceptReturn, listReturnRequests, refuseReturn, requestReturn } from 'contract/transfers/return-requests.ts'
import { createTransfer, getTransfer } from 'contract/transfers/transfers.ts'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { BankUnderFire } from './chaos/bank-under-fire.ts'
import { CarefulClient } from './chaos/careful-client.ts'
import { platformState, prepareInstantPayments } from './chaos/instant-chaos.ts'
import { Tally } from './chaos/tally.ts'

const WALLET = '+2250700000101'
const OWN_PHONE = '+221770000301'
/** Tied to a wallet, whose holder gives it up. */
const CLAIMED_PHONE = '+221765550116'

const bank = new BankUnderFire(null, { hasPlatform: true })
const tally = new Tally()
let client: pg.Client
let awa: CarefulClient

/** A busy machine may be several times slower: only what hangs shall fail. */
const PATIENCE_MS = 300_000

/** Waits until an expectation is met. */
const until = <T>(met: () => T | Promise<T>) => vi.waitFor(met, { timeout: PATIENCE_MS, interval: 100 })

beforeAll(async () => {
  await bank.open({ individuals: 1, companies: 0 })
  client = await bank.connect()
  await prepareInstantPayments(client)
  await client.query('UPDATE users SET phone = $1', [OWN_PHONE])
  const [customer] = bank.customers
  if (!customer) throw new Error('the bank has no customer')
  awa = new CarefulClient(customer, { origin: bank.origin, tally, signal: new AbortController().signal })
}, PATIENCE_MS)
afterAll(async () => {
  await client?.end()
  await bank.close()
}, PATIENCE_MS)

async function outside(path: string, body: object): Promise<Record<string, string>> {
  const answer = await fetch(`${await bank.control()}/demo/${path}`, { method: 'POST', body: JSON.stringify(body) })
  const result = (await answer.json()) as Record<string, string>
  if (!answer.ok) throw new Error(JSON.stringify(result))
  return result
}
async function platform() {
  const state = await platformState(bank)
  if (!state) throw new Error('the platform does not answer')
  return state
}

const aliasOf = async (value: string) =>
  (await awa.call(listPaymentAliases, {})).aliases.find((alias) => alias.value === value)

const usedCodes = new Set<string>()
/** The code of the e-mail that has just been sent. */
async function newCode(): Promise<string> {
  const folder = join(bank.folder, 'outbox')
  const code = await until(() => {
    const mails = readdirSync(folder).filter((name) => name.endsWith('.eml'))
    const codes = mails.flatMap((name) => / (\d{6})\b/.exec(readFileSync(join(folder, name), 'utf8'))?.[1] ?? [])
    const found = codes.find((one) => !usedCodes.has(one))
    if (!found) throw new Error('there is no code')
    return found
  })
  usedCodes.add(code)
  return code
}

async function linkPhone(): Promise<string> {
  await awa.call(sendPhoneCode, {})
  return (await awa.call(createPaymentAlias, { body: { kind: 'phone', code: await newCode() } })).id
}

async function pay(lookup_id: string, amount: number, label: string): Promise<string> {
  const { id } = await awa.call(createTransfer, { body: { type: 'direct', lookup_id, amount, label, comment: null } })
  return id
}
const stateOf = async (id: string) => (await awa.call(getTransfer, { params: { id } })).instant?.state

it(
  'makes an address and receives under it',
  async () => {
    const { id } = await awa.call(createPaymentAlias, { body: { kind: 'address' } })
    const address = await until(async () => {
      const { aliases } = await awa.call(listPaymentAliases, {})
      const found = aliases.find((alias) => alias.id === id)
      if (found?.state !== 'active' || !found.value) throw new Error('the address is not there')
      return found.value
    })
    const { end_to_end_id } = await outside('pay', { to: address, amount: 7_500, purpose: 'Merci' })
    await until(async () =>
      expect((await platform()).transfers).toContainEqual(expect.objectContaining({ end_to_end_id, state: 'ACCC' })),
    )
    const { rows } = await client.query(
      'SELECT payee_alias, amount::int FROM instant_receipts WHERE end_to_end_id = $1',
      [end_to_end_id],
    )
    expect(rows).toEqual([{ payee_alias: address, amount: 7_500 }])
  },
  PATIENCE_MS,
)

it(
  'links the telephone by a code, and gives it up to somebody who claims it',
  async () => {
    await linkPhone()
    await until(async () => expect(await aliasOf(OWN_PHONE)).toMatchObject({ state: 'active' }))
    await outside('claim', { alias: OWN_PHONE })
    const alias = await until(async () => {
      const found = await aliasOf(OWN_PHONE)
      expect(found?.claim).toMatchObject({ direction: 'received', state: 'open' })
      return found
    })
    await awa.call(answerAliasClaim, { params: { id: alias?.id ?? '' }, body: { is_accepted: true } })
    await until(async () => expect(await aliasOf(OWN_PHONE)).toBeUndefined())
    await until(async () => expect((await platform()).claims).toMatchObject([{ state: 'ACCEPTEE' }]))
  },
  PATIENCE_MS,
)

it(
  'claims a telephone number from a wallet, and removes it',
  async () => {
    await client.query('UPDATE users SET phone = $1', [CLAIMED_PHONE])
    await linkPhone()
    const failed = await until(async () => {
      const found = await aliasOf(CLAIMED_PHONE)
      expect(found).toMatchObject({ state: 'failed' })
      return found
    })
    await awa.call(claimPaymentAlias, { params: { id: failed?.id ?? '' } })
    await until(async () => expect(await aliasOf(CLAIMED_PHONE)).toMatchObject({ state: 'active' }))
    await awa.call(removePaymentAlias, { params: { id: failed?.id ?? '' } })
    await until(async () => expect(await aliasOf(CLAIMED_PHONE)).toBeUndefined())
  },
  PATIENCE_MS,
)

it(
  'pays, is refused, and learns the outcome of a silent payment',
  async () => {
    const paid = await pay(await awa.lookUp(WALLET), 2_000, 'Tissu')
    const refused = await pay(await awa.lookUp('+221769990005'), 3_000, 'Compte bloqué')
    const silent = await pay(await awa.lookUp('+221769990091'), 4_000, 'Silence')
    await until(async () => expect(await stateOf(paid)).toBe('accepted'))
    await until(async () => expect(await stateOf(refused)).toBe('rejected'))
    await until(async () => expect(await stateOf(silent)).toBe('accepted'))
  },
  PATIENCE_MS,
)

it(
  'gives the money of a payment back whose message the AIP refuses',
  async () => {
    const refused = await pay(await awa.lookUp('+221769990097'), 2_500, 'Message refusé')
    await until(async () => expect(await stateOf(refused)).toBe('rejected'))
    expect((await awa.call(getTransfer, { params: { id: refused } })).history.at(-1)?.return_reason).toBe('DS04')
  },
  PATIENCE_MS,
)

it(
  'is paid for a request, and reads that another is refused',
  async () => {
    const ask = async (phone: string) =>
      (
        await awa.call(createPaymentRequest, {
          body: { lookup_id: await awa.lookUp(phone), amount: 6_000, label: 'Repas', discount: 500 },
        })
      ).id
    const paid = await ask(WALLET)
    const refused = await ask('+221769990067')
    const requestOf = async (id: string) =>
      (await awa.call(listPaymentRequests, { query: {} })).find((request) => request.id === id)
    await until(async () => expect(await requestOf(paid)).toMatchObject({ state: 'paid' }))
    await until(async () => expect(await requestOf(refused)).toMatchObject({ state: 'refused', reason: 'AM09' }))
  },
  PATIENCE_MS,
)

it(
  'pays a request that comes in, and refuses another',
  async () => {
    const { aliases } = await awa.call(listPaymentAliases, {})
    const to = aliases.find(({ kind, state }) => kind === 'address' && state === 'active')?.value
    const receive = async (amount: number, identifier: string) => {
      await outside('request', { to, amount, identifier, purpose: 'Loyer' })
      return until(async () => {
        const requests = await awa.call(listPaymentRequests, { query: {} })
        const found = requests.find((request) => request.direction === 'received' && request.amount === amount)
        if (!found?.lookup_id) throw new Error('the request is not there')
        return found
      })
    }
    const wanted = await receive(1_100, 'LOYER-1')
    await pay(wanted.lookup_id ?? '', 1_100, 'Loyer')
    const unwanted = await receive(1_200, 'LOYER-2')
    await awa.call(refusePaymentRequest, { params: { id: unwanted.id }, body: { reason: 'RR07' } })
    await until(async () => {
      const { requests } = await platform()
      expect(requests).toContainEqual(expect.objectContaining({ identifier: 'LOYER-1', state: 'paid' }))
      expect(requests).toContainEqual(
        expect.objectContaining({ identifier: 'LOYER-2', state: 'refused', reason: 'RR07' }),
      )
    })
  },
  PATIENCE_MS,
)

it(
  'gets money back, gives money back, and keeps money',
  async () => {
    const given = await pay(await awa.lookUp(WALLET), 2_100, 'Deux fois')
    await until(async () => expect(await stateOf(given)).toBe('accepted'))
    await awa.call(requestReturn, { params: { id: given }, body: { reason: 'DUPL' } })
    await until(async () => expect(await stateOf(given)).toBe('returned'))

    const { aliases } = await awa.call(listPaymentAliases, {})
    const to = aliases.find(({ kind, state }) => kind === 'address' && state === 'active')?.value
    const receivedRequest = async (amount: number) => {
      const { end_to_end_id } = await outside('pay', { to, amount })
      await until(async () =>
        expect((await platform()).transfers).toContainEqual(expect.objectContaining({ end_to_end_id, state: 'ACCC' })),
      )
      await outside('ask-return', { end_to_end_id, reason: 'AM09' })
      const request = await until(async () => {
        const requests = await awa.call(listReturnRequests, { query: {} })
        const found = requests.find(({ direction, amount: of }) => direction === 'received' && of === amount)
        if (!found) throw new Error('the request for the money is not there')
        return found
      })
      return { end_to_end_id, params: { id: request.id } }
    }
    const back = await receivedRequest(3_300)
    await awa.call(acceptReturn, { params: back.params })
    const kept = await receivedRequest(4_400)
    await awa.call(refuseReturn, { params: kept.params })
    await until(async () => {
      const { returns } = await platform()
      expect(returns).toContainEqual(expect.objectContaining({ end_to_end_id: back.end_to_end_id, state: 'returned' }))
      expect(returns).toContainEqual(expect.objectContaining({ end_to_end_id: kept.end_to_end_id, state: 'refused' }))
    })
  },
  PATIENCE_MS,
)

it(
  'agrees with the platform in the end',
  async () => {
    await until(async () => {
      const { conflicts, balance, undelivered } = await platform()
      const { rows } = await client.query<{ used: number }>('SELECT used::float8 FROM instant_guarantee')
      expect({ conflicts, undelivered, used: rows[0]?.used }).toEqual({ conflicts: [], undelivered: 0, used: balance })
    })
    expect(tally.examples).toEqual([])
  },
  PATIENCE_MS,
)
