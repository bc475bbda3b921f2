import { acceptChequebook, getChequebook, listChequebookTypes, orderChequebook } from 'contract/products/chequebooks.ts'
import { listDepositOffers } from 'contract/products/deposits.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OPERATOR, openDesk, type OperatorDesk } from '../../test/operator-desk.ts'
import { codesOf, openTestBank, type TestBank } from '../../test/test-bank.ts'

let bank: TestBank
let desk: OperatorDesk
beforeAll(async () => {
  bank = await openTestBank()
  desk = await openDesk(bank)
})
afterAll(async () => {
  await desk.close()
  await bank.close()
})

describe('the offer of deposits', () => {
  const head = 'term;rate;min_amount;basis;withholding_rate'
  const publish = async (...lines: string[]) =>
    desk.done('offers', 'publish', await desk.file(head, ...lines, `END;${lines.length}`))

  it('is what the last file contains, and the audit log keeps the former one', async () => {
    const awa = await bank.aCustomer()
    const offered = async () =>
      (await awa.call(listDepositOffers)).body.map(({ term, rate, min_amount }) => [term, rate, min_amount])
    await publish('6;4.5;100000;360;8', '12;5.25;100000;360;8')
    expect(await offered()).toEqual([
      [6, 4.5, 100_000],
      [12, 5.25, 100_000],
    ])
    await publish('12;5.125;250000;365;8', '24;5.75;250000;365;8')
    expect(await offered()).toEqual([
      [12, 5.125, 250_000],
      [24, 5.75, 250_000],
    ])
    expect((await desk.acts('offers.publish'))[0]).toMatchObject({
      operator: OPERATOR,
      facts: { before: [{ term: 6, rate: 4.5 }, { term: 12 }], after: [{ term: 12 }, { term: 24 }] },
    })
  })

  it.each([
    ['a term twice', ['6;4;1000;360;8', '6;5;1000;360;8'], 'a term appears twice'],
    ['a term that is too long', ['121;4;1000;360;8'], 'line 2: term is not valid'],
    ['another basis', ['6;4;1000;364;8'], 'line 2: basis is not valid'],
    ['no minimum', ['6;4;0;360;8'], 'line 2: min_amount is not valid'],
  ])('stays as it is after a file with %s', async (_, lines, reason) => {
    const before = (await desk.acts('offers.publish')).length
    expect(await desk.refused('offers', 'publish', await desk.file(head, ...lines, `END;${lines.length}`))).toContain(
      reason,
    )
    expect((await desk.acts('offers.publish')).length).toBe(before)
  })
})

describe('the types of chequebooks', () => {
  const head = 'id;leaves;crossed;fee;max_per_order'
  const publish = async (...lines: string[]) =>
    desk.done('chequebooks', 'publish', await desk.file(head, ...lines, `END;${lines.length}`))
  const order = (type: string) => ({ body: { type, quantity: 1, accepts_risk: false } })

  it('have the fees of the last file; what was ordered before keeps its type and its fees', async () => {
    const author = await bank.aCustomer({ kind: 'company', balance: 100_000 })
    const signer = await bank.aMember(author.account_id)
    const { id } = (await author.confirm(orderChequebook, order('50-crossed'))).body
    await publish('25-crossed;25;yes;3000;2', '30-crossed;30;yes;3500;5')
    const offered = (await author.call(listChequebookTypes)).body
    expect(offered.map((type) => [type.id, type.fee, type.max_per_order])).toEqual([
      ['25-crossed', 3_000, 2],
      ['30-crossed', 3_500, 5],
    ])
    expect((await signer.confirm(acceptChequebook, { params: { id } })).body.status).toBe('ordered')
    expect((await author.call(getChequebook, { params: { id } })).body).toMatchObject({
      type: { id: '50-crossed', leaves: 50 },
      fees: 4_500,
    })
    const awa = await bank.aCustomer({ balance: 100_000 })
    expect(codesOf(await awa.confirm(orderChequebook, order('50-crossed')))).toEqual(['type: unknown_chequebook_type'])
    expect((await awa.confirm(orderChequebook, order('30-crossed'))).body).toMatchObject({ fees: 3_500 })
    expect((await desk.done('chequebooks', 'types')).rows).toContainEqual(
      expect.objectContaining({ id: '50-crossed', is_offered: false }),
    )
    expect((await desk.acts('chequebooks.publish'))[0]?.facts['before']).toContainEqual(
      expect.objectContaining({ id: '25-crossed', fee: 2_500, is_offered: true }),
    )
  })

  it('never become other chequebooks under the same id', async () => {
    for (const line of ['25-crossed;30;yes;3000;2', '25-crossed;25;no;3000;2']) {
      const path = await desk.file(head, line, 'END;1')
      expect(await desk.refused('chequebooks', 'publish', path)).toContain(
        'the leaves and the crossing of 25-crossed never change',
      )
    }
  })
})
