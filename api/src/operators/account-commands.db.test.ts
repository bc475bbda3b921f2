import { listAuditEvents } from 'contract/access/audit.ts'
import { getUser } from 'contract/access/session.ts'
import { getCardLimits } from 'contract/products/prepaid-cards.ts'
import { createTransfer } from 'contract/transfers/transfers.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OPERATOR, openDesk, type OperatorDesk } from '../../test/operator-desk.ts'
import { codesOf, openTestBank, type TestBank } from '../../test/test-bank.ts'
import { formatMoney } from '../formats/text.ts'
import { exitCodes } from './run-connect.ts'

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

const statusOf = async (account_id: string) =>
  (await bank.owner.query<{ status: string }>('SELECT status FROM accounts WHERE id = $1', [account_id])).rows[0]
    ?.status
const overdraftOf = async (account_id: string) =>
  Number(
    (await bank.owner.query<{ overdraft: string }>('SELECT overdraft FROM ledger_accounts WHERE id = $1', [account_id]))
      .rows[0]?.overdraft,
  )

describe('the state of an account', () => {
  it('blocks debits until the account is reopened; customers read that, and never the note', async () => {
    const [awa, omar] = [await bank.aCustomer({ balance: 100_000 }), await bank.aCustomer()]
    const beneficiary_id = await bank.aBeneficiary(awa.account_id, omar.iban)
    const body = { type: 'direct', beneficiary_id, amount: 1_000, label: 'Essai', comment: null } as const
    await desk.done('accounts', 'block', awa.iban, '--note', 'Saisie 2026/114')
    expect(codesOf(await awa.call(createTransfer, { body }))).toEqual(['account_not_active'])
    expect((await awa.call(getUser)).body.account?.status_group).toBe('blocked')
    expect((await desk.acts('account.block'))[0]).toMatchObject({
      operator: OPERATOR,
      account_id: awa.account_id,
      facts: {
        note: 'Saisie 2026/114',
        before: { account_status: 'active' },
        after: { account_status: 'blocked' },
      },
    })
    const log = JSON.stringify((await awa.call(listAuditEvents, { query: {} })).body)
    expect(log).toContain('account.block')
    expect(log).not.toContain('Saisie')
    expect(await desk.refused('accounts', 'block', awa.iban, '--note', 'Encore')).toBe(
      `Refused: the account ${awa.iban} is blocked\n`,
    )
    await desk.done('accounts', 'reopen', awa.iban, '--note', 'Mainlevée')
    expect((await awa.confirm(createTransfer, { body })).status).toBe(201)
    expect((await desk.connect('accounts', 'block', awa.iban)).code).toBe(exitCodes.usage)
  })

  it('closes an account with nothing on it, which then has no overdraft, and opens it again', async () => {
    const { account_id, iban } = await bank.aCustomer({ balance: 500, overdraft: 20_000 })
    const close = ['accounts', 'close', iban, '--note', 'Fin de relation']
    expect(await desk.refused(...close)).toContain('the balance of the account is 500')
    await bank.move(account_id, -500)
    await desk.done(...close)
    expect([await statusOf(account_id), await overdraftOf(account_id)]).toEqual(['closed', 0])
    expect(await desk.refused('accounts', 'overdraft', iban, '1000')).toContain(`the account ${iban} is closed`)
    expect(await desk.refused(...close)).toContain(`the account ${iban} is closed`)
    await desk.done('accounts', 'reopen', iban, '--note', 'Erreur')
    expect(await statusOf(account_id)).toBe('active')
  })

  it('stays as it is while a deposit or a credit has not ended', async () => {
    const { iban } = await bank.aCustomer({ balance: 500_000 })
    await desk.done(
      'deposits',
      'open',
      iban,
      '--number',
      '2026-0901',
      '--amount',
      '500000',
      '--rate',
      '5',
      '--term',
      '6',
    )
    expect(await desk.refused('accounts', 'close', iban, '--note', 'Fin')).toContain('have not ended: 2026-0901')
  })
})

describe('the name of an account', () => {
  it('is changed on its pages, and its customers read the former one', async () => {
    const awa = await bank.aCustomer()
    const before = (await awa.call(getUser)).body.account?.label
    await desk.done('accounts', 'rename', awa.iban, '--label', 'Compte de la boutique')
    expect((await awa.call(getUser)).body.account?.label).toBe('Compte de la boutique')
    const [event] = (await awa.call(listAuditEvents, { query: { action: 'account.change' } })).body
    expect(event?.details).toEqual([{ name: 'Libellé', before, after: 'Compte de la boutique' }])
    expect((await desk.connect('accounts', 'rename', awa.iban, '--label', ' ')).code).toBe(exitCodes.usage)
  })
})

describe('the authorised overdraft', () => {
  it('is set, never below what is used, and its former value is kept', async () => {
    const awa = await bank.aCustomer({ balance: 0, overdraft: 50_000 })
    await bank.move(awa.account_id, -30_000)
    expect(await desk.refused('accounts', 'overdraft', awa.iban, '29999')).toBe(
      'Refused: the account has used 30000 of its overdraft of 50000: it cannot be less\n',
    )
    await desk.done('accounts', 'overdraft', awa.iban, '30000')
    expect(await overdraftOf(awa.account_id)).toBe(30_000)
    const [event] = (await awa.call(listAuditEvents, { query: { action: 'account.change' } })).body
    expect(event?.details).toMatchObject([
      { name: 'Découvert autorisé', before: formatMoney(50_000, 'XOF', 'fr'), after: formatMoney(30_000, 'XOF', 'fr') },
    ])
    expect((await desk.connect('accounts', 'overdraft', awa.iban, '-1')).code).toBe(exitCodes.usage)
  })

  it('is changed by operators only', async () => {
    const { account_id } = await bank.aCustomer()
    await expect(bank.db`SELECT ledger_set_overdraft(${account_id}, 1000)`).rejects.toThrow(/permission denied/)
    await expect(bank.db`UPDATE accounts SET status = 'closed' WHERE id = ${account_id}`).rejects.toThrow(
      /permission denied/,
    )
  })
})

describe('the limit of cash withdrawals', () => {
  it('differs for one account, until it is removed', async () => {
    const awa = await bank.aCustomer()
    const limit = async () => (await awa.call(getCardLimits)).body.amount
    const ofTheBank = await limit()
    await desk.done('cards', 'limit', awa.iban, '--amount', '75000')
    await desk.done('cards', 'limit', awa.iban, '--amount', '80000')
    expect(await limit()).toBe(80_000)
    expect((await desk.acts('account.change'))[0]?.facts).toEqual({
      before: { withdrawal_limit: 75_000 },
      after: { withdrawal_limit: 80_000 },
    })
    await desk.done('cards', 'limit', awa.iban, '--remove')
    expect(await limit()).toBe(ofTheBank)
    expect(await desk.refused('cards', 'limit', awa.iban, '--remove')).toContain('has no limit of its own')
    expect((await desk.connect('cards', 'limit', awa.iban)).code).toBe(exitCodes.usage)
  })
})
