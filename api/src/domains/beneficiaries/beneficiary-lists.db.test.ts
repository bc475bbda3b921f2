import { getBeneficiary } from 'contract/transfers/beneficiaries.ts'
import {
  type BeneficiaryListChange,
  changeBeneficiaryList,
  createBeneficiaryList,
  getBeneficiaryList,
  listBeneficiaryLists,
  listListNames,
  listListTypes,
  type NewBeneficiaryList,
  removeBeneficiaryList,
} from 'contract/transfers/beneficiary-lists.ts'
import { headers } from 'contract/endpoint.ts'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { codesOf, openTestBank, type TestBank, type Visitor } from '../../../test/test-bank.ts'
import { newId } from '../../adapters/ids.ts'

const SENEGAL = 'SN08SN9980101010004610100147'

let bank: TestBank
let awa: Visitor
beforeAll(async () => {
  bank = await openTestBank()
})
beforeEach(async () => {
  awa = await bank.aCustomer()
})
afterAll(() => bank.close())

const create = (input: Partial<NewBeneficiaryList> = {}, visitor = awa) =>
  visitor.call(createBeneficiaryList, { body: { name: 'Fournisseurs', type: null, comment: null, ...input } })
const change = (id: string, body: BeneficiaryListChange, visitor = awa) =>
  visitor.call(changeBeneficiaryList, { params: { id }, body })

it('are created with a new or an existing type, compared without accents', async () => {
  const { body: first, status } = await create({ type: { label: 'Négoce' }, comment: 'Semences, emballages' })
  expect(status).toBe(201)
  expect(first).toMatchObject({
    name: 'Fournisseurs',
    type: { label: 'Négoce' },
    comment: 'Semences, emballages',
    beneficiary_count: 0,
  })
  const { body: second } = await create({ name: 'Transporteurs', type: { label: 'negoce' } })
  expect(second.type).toEqual(first.type)
  const { body: third } = await create({ name: 'Banques', type: { id: first.type?.id ?? '' } })
  expect(third.type).toEqual(first.type)
  const { body: types } = await awa.call(listListTypes)
  expect(types).toEqual([first.type])
  expect(codesOf(await create({ name: 'Autre', type: { id: newId() } }))).toEqual(['type: unknown_list_type'])
  const { body: lists, headers: sent } = await awa.call(listBeneficiaryLists)
  expect(lists.map(({ name }) => name)).toEqual(['Banques', 'Fournisseurs', 'Transporteurs'])
  expect(sent[headers.totalCount.toLowerCase()]).toBe('3')
  expect((await awa.call(listBeneficiaryLists, { query: { search: 'TRANS' } })).body.map(({ name }) => name)).toEqual([
    'Transporteurs',
  ])
})

it('can be chosen, all of them, where a page of the list has twenty', async () => {
  for (let number = 1; number <= 22; number++) await create({ name: `Équipe ${String(number).padStart(2, '0')}` })
  await create({ name: 'Écoles' })
  expect((await awa.call(listBeneficiaryLists)).body).toHaveLength(20)
  const { body: names } = await awa.call(listListNames)
  expect(names).toHaveLength(23)
  expect([names[0]?.name, names[1]?.name, names[22]?.name]).toEqual(['Écoles', 'Équipe 01', 'Équipe 22'])
  const other = await bank.aCustomer()
  expect((await other.call(listListNames)).body).toEqual([])
})

it('have unique names, also when two are created at the same time', async () => {
  const replies = await Promise.all([create({ name: 'Santé' }), create({ name: 'Sante' })])
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 422])
  expect(replies.flatMap((reply) => (reply.status === 422 ? codesOf(reply) : []))).toEqual(['name: list_name_taken'])
  const { body: other } = await create({ name: 'Loyer' })
  expect(codesOf(await change(other.id, { name: 'SANTÉ' }))).toEqual(['name: list_name_taken'])
  expect((await change(other.id, { name: 'Loyers' })).body.name).toBe('Loyers')
})

it('are created once per idempotency key', async () => {
  const key = { [headers.idempotencyKey]: newId() }
  const body = { name: 'Salaires', type: null, comment: null }
  const first = await awa.call(createBeneficiaryList, { body, headers: key })
  const again = await awa.call(createBeneficiaryList, { body, headers: key })
  expect(again.body).toEqual(first.body)
  const next = { body: { ...body, name: 'Primes' }, headers: { [headers.idempotencyKey]: newId() } }
  const together = await Promise.all([1, 2, 3, 4].map(() => awa.call(createBeneficiaryList, next)))
  expect(together.map(({ status }) => status)).toEqual([201, 201, 201, 201])
})

it('add and remove beneficiaries; absent fields stay unchanged', async () => {
  const { body: list } = await create({ comment: 'Dakar' })
  const people = await Promise.all(
    ['Un', 'Deux', 'Trois'].map((name) => bank.aBeneficiary(awa.account_id, SENEGAL, name)),
  )
  expect((await change(list.id, { add: people })).body).toMatchObject({ beneficiary_count: 3, comment: 'Dakar' })
  expect((await change(list.id, { add: people.slice(0, 1), remove: people.slice(1, 2) })).body.beneficiary_count).toBe(
    2,
  )
  expect((await change(list.id, { comment: null })).body).toMatchObject({ beneficiary_count: 2, comment: null })
  const other = await bank.aCustomer()
  const foreign = await bank.aBeneficiary(other.account_id, SENEGAL)
  expect(codesOf(await change(list.id, { add: [foreign] }))).toEqual(['add: unknown_member'])
  expect((await awa.call(getBeneficiaryList, { params: { id: list.id } })).body.beneficiary_count).toBe(2)
})

it('keep their beneficiaries when they are deleted', async () => {
  const { body: list } = await create()
  const person = await bank.aBeneficiary(awa.account_id, SENEGAL)
  await change(list.id, { add: [person] })
  expect((await awa.call(removeBeneficiaryList, { params: { id: list.id } })).status).toBe(204)
  expect((await awa.call(getBeneficiaryList, { params: { id: list.id } })).status).toBe(404)
  expect((await awa.call(getBeneficiary, { params: { id: person } })).body.lists).toEqual([])
})

it('belong to one account', async () => {
  const { body: list } = await create({ type: { label: 'Proches' } })
  const other = await bank.aCustomer()
  const params = { id: list.id }
  expect((await other.call(getBeneficiaryList, { params })).status).toBe(404)
  expect((await change(list.id, { name: 'Pris' }, other)).status).toBe(404)
  expect((await other.call(removeBeneficiaryList, { params })).status).toBe(404)
  expect((await other.call(listListTypes)).body).toEqual([])
  expect(codesOf(await create({ type: { id: list.type?.id ?? '' } }, other))).toEqual(['type: unknown_list_type'])
})
