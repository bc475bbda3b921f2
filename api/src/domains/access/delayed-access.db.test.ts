// Powers that an administrator gives without a second one take effect after 72 hours, and can be stopped until then.
import {
  acceptAccessChange,
  changeAccess,
  getPerson,
  invitePerson,
  listAccessChanges,
  listPeople,
  reinstatePerson,
  refuseAccessChange,
  suspendPerson,
} from 'contract/access/access.ts'
import { type RoleName, roles } from 'contract/roles.ts'
import { setSigningRules } from 'contract/transfers/signing-rules.ts'
import { createTransfer } from 'contract/transfers/transfers.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codesOf, openTestBank, type TestBank, type Visitor } from '../../../test/test-bank.ts'
import { newId } from '../../adapters/ids.ts'
import { dbOver, openPool } from '../../db/sql.ts'
import { accessCommands } from '../../operators/access-commands.ts'
import type { Result } from '../../operators/command.ts'
import { peopleCommands } from '../../operators/people-commands.ts'
import { applyDelayedRules } from '../signing/apply-waiting.ts'
import { applyDelayedAccess } from './apply-delayed-access.ts'

const HOUR_MS = 3_600_000
const START = new Date('2026-03-10T09:30:00Z')
let bank: TestBank
beforeAll(async () => void (bank = await openTestBank()))
beforeEach(() => void (bank.clock.at = START))
afterAll(() => bank.close())

const ports = () => ({ db: bank.db, clock: { now: () => bank.clock.at }, portalUrl: 'https://banque.example/connect/' })
/** Lets so many hours pass, with the worker at their end. */
async function pass(hours: number): Promise<void> {
  bank.clock.at = new Date(bank.clock.at.getTime() + hours * HOUR_MS)
  while (await applyDelayedAccess(ports()));
  while (await applyDelayedRules(ports()));
}
const grantOf = (name: RoleName) => ({ rights: [...roles[name].rights], capabilities: [...roles[name].capabilities] })
const inputFor = (name: RoleName) => ({ accounts: 'all' as const, ...grantOf(name) })
const aPerson = (member: Visitor) => ({ params: { id: member.user_id } })
const escalate = async (by: Visitor, member: Visitor, name: RoleName = 'holder') =>
  (await by.confirm(changeAccess, { ...aPerson(member), body: inputFor(name) })).body.state
const roleOf = async (by: Visitor, member: Visitor) => (await by.call(getPerson, aPerson(member))).body.role
const changes = async (by: Visitor) => (await by.call(listAccessChanges)).body

async function withEmail<V extends Visitor>(visitor: V): Promise<V & { email: string }> {
  const email = `${visitor.login}@societe.example`
  await bank.owner.query('UPDATE users SET email = $2 WHERE id = $1', [visitor.user_id, email])
  return { ...visitor, email }
}
const subjectsTo = async ({ email }: { email: string }) => {
  const { rows } = await bank.owner.query<{ subject: string }>(
    'SELECT subject FROM mails WHERE recipient = $1 ORDER BY id',
    [email],
  )
  return rows.map(({ subject }) => subject.replace(' · Banque Téranga', ''))
}
const DELAYED = 'Des droits seront donnés sur vos comptes'

type Run = (name: string, ...operands: string[]) => Promise<Result>
/** Works as an operator; the role that commands give is the one of a viewer. */
async function asOperator(work: (run: Run) => Promise<void>): Promise<void> {
  const pool = openPool(bank.url, { size: 1, onError: () => undefined, operator: 'Mariama Faye' })
  const operatorPorts = {
    ...ports(),
    db: dbOver(pool),
    operator: 'Mariama Faye',
    databaseUrl: '',
    clearingFolder: '',
  }
  try {
    await work(async (name, ...operands) => {
      const command = [...accessCommands, ...peopleCommands].find((one) => one.name === name)
      if (!command) throw new Error(`there is no command ${name}`)
      return command.run(operatorPorts, { operands, values: name === 'rights give' ? { role: 'viewer' } : {} })
    })
  } finally {
    await pool.end()
  }
}

async function aCompany() {
  const first = await withEmail(await bank.aCustomer({ kind: 'company', balance: 1_000_000 }))
  const viewer = await bank.aMember(first.account_id, grantOf('viewer'))
  return { first, viewer }
}

describe('powers that one administrator gives alone', () => {
  it('take effect after 72 hours, to the second', async () => {
    const { first, viewer } = await aCompany()
    expect(await escalate(first, viewer)).toBe('delayed')
    expect(await subjectsTo(first)).toEqual([DELAYED])
    const [change] = await changes(first)
    expect(change).toMatchObject({ kind: 'rights', is_mine: true, effective_at: START.getTime() / 1000 + 72 * 3_600 })
    expect(codesOf(await first.confirm(acceptAccessChange, { params: { id: change!.id } }))).toEqual(['own_change'])
    await pass(71.999)
    const almost = await bank.signIn(first)
    expect(await roleOf(almost, viewer)).toBe('viewer')
    await pass(0.001)
    expect(await roleOf(almost, viewer)).toBe('holder')
    expect(await changes(almost)).toEqual([])
    const { rows } = await bank.owner.query(
      `SELECT action, user_id FROM audit_events WHERE subject_id = $1 AND action LIKE 'access.%' ORDER BY at`,
      [viewer.user_id],
    )
    expect(rows).toEqual(['access.ask', 'access.change'].map((action) => ({ action, user_id: first.user_id })))
  })

  it('are those over money and access: other rights take effect at once', async () => {
    const { first, viewer } = await aCompany()
    const give = async (capabilities: ('transfer.create' | 'transfer.validate' | 'access.admin' | 'message.send')[]) =>
      (
        await first.confirm(changeAccess, {
          ...aPerson(viewer),
          body: { accounts: 'all', rights: ['dashboard', 'transfers', 'inbox'], capabilities },
        })
      ).body.state
    expect(await give(['message.send'])).toBe('done')
    for (const power of ['transfer.create', 'transfer.validate', 'access.admin'] as const)
      expect(await give(['message.send', power])).toBe('delayed')
    expect(await changes(first)).toHaveLength(1)
  })

  it('are refused until then by the administrator or a second one, who may also accept them at once', async () => {
    const { first, viewer } = await aCompany()
    const second = await bank.aMember(first.account_id, grantOf('viewer'))
    await escalate(first, viewer)
    await bank.owner.query(`UPDATE memberships SET capabilities = '{access.admin}' WHERE user_id = $1`, [
      second.user_id,
    ])
    const params = { id: (await changes(second))[0]!.id }
    expect((await second.call(refuseAccessChange, { params })).status).toBe(204)
    await bank.owner.query(`UPDATE memberships SET capabilities = '{}' WHERE user_id = $1`, [second.user_id])
    await escalate(first, viewer)
    await bank.owner.query(`UPDATE memberships SET capabilities = '{access.admin}' WHERE user_id = $1`, [
      second.user_id,
    ])
    expect((await second.confirm(acceptAccessChange, { params: { id: (await changes(second))[0]!.id } })).status).toBe(
      204,
    )
    expect(await roleOf(first, viewer)).toBe('holder')
    await pass(100)
  })

  it('are not given once their author has lost the administration', async () => {
    const { first, viewer } = await aCompany()
    const newAdministrator = await bank.aMember(first.account_id, grantOf('viewer'))
    await escalate(first, viewer)
    await bank.owner.query(`UPDATE memberships SET capabilities = '{access.admin}' WHERE user_id = $1`, [
      newAdministrator.user_id,
    ])
    await bank.owner.query(`UPDATE memberships SET capabilities = '{}' WHERE user_id = $1`, [first.user_id])
    await pass(73)
    expect(await roleOf(await bank.signIn(newAdministrator), viewer)).toBe('viewer')
  })

  it('begin with an invitation that leaves after the delay, and with a reinstatement', async () => {
    const { first, viewer } = await aCompany()
    const email = `${newId()}@societe.example`
    const person = { first_name: 'Khady', last_name: 'Badji', email, lang: 'fr' as const }
    const body = { ...person, ...inputFor('maker') }
    expect((await first.confirm(invitePerson, { body })).body.state).toBe('delayed')
    await escalate(first, viewer)
    await pass(72)
    const back = await bank.signIn(first)
    expect(await subjectsTo({ email })).toHaveLength(1)
    expect((await back.call(listPeople, { query: { search: 'Badji', page: 1 } })).body).toMatchObject([
      { state: 'invited', role: 'maker' },
    ])
    expect((await back.confirm(suspendPerson, aPerson(viewer))).status).toBe(204)
    await pass(73)
    const later = await bank.signIn(first)
    expect((await later.confirm(reinstatePerson, aPerson(viewer))).body.state).toBe('delayed')
    await pass(72)
    const last = await bank.signIn(first)
    expect((await last.call(getPerson, aPerson(viewer))).body).toMatchObject({ state: 'active', role: 'holder' })
  })

  it('take effect at once where the bank has set no delay', async () => {
    const { first, viewer } = await aCompany()
    await bank.owner.query(`UPDATE parameters SET value = 0 WHERE name = 'access_delay_hours'`)
    expect(await escalate(first, viewer)).toBe('done')
    await bank.owner.query(`UPDATE parameters SET value = 72 WHERE name = 'access_delay_hours'`)
  })

  it('are stopped by an operator', () =>
    asOperator(async (run) => {
      const { first, viewer } = await aCompany()
      await escalate(first, viewer)
      const [change] = await changes(first)
      const { rows } = await run('access delays')
      expect(rows.filter(({ id }) => id === change!.id)).toMatchObject([
        {
          kind: 'rights',
          effective_at: '2026-03-13T09:30:00.000Z',
          capabilities: expect.stringContaining('access.admin'),
        },
      ])
      expect((await run('access stop', change!.id)).said).toContain('stopped')
      await expect(run('access stop', change!.id)).rejects.toThrow('no delayed change')
      const tiers = [{ kind: 'single' as const, up_to: null, rule: 'none' as const }]
      const rules = { version: 1, tiers, groups: [], limits: [] }
      expect((await first.confirm(setSigningRules, { body: rules })).body.state).toBe('delayed')
      const [delayed] = (await run('rules delays')).rows
      expect((await run('rules stop', String(delayed?.['id']))).said).toContain('stopped')
      await expect(run('rules stop', String(delayed?.['id']))).rejects.toThrow('no delayed change')
      await pass(100)
      expect(await roleOf(await bank.signIn(first), viewer)).toBe('viewer')
      const audit = await bank.owner.query(
        `SELECT action FROM audit_events WHERE action IN ('access.stop', 'rules.stop') ORDER BY action`,
      )
      expect(audit.rows).toEqual([{ action: 'access.stop' }, { action: 'rules.stop' }])
    }))

  it('end with the rights that an operator takes or gives', () =>
    asOperator(async (run) => {
      const { first, viewer } = await aCompany()
      await escalate(first, viewer)
      await run('rights take', viewer.login, first.account_id)
      await pass(100)
      const later = await bank.signIn(first)
      expect((await later.call(getPerson, aPerson(viewer))).status).toBe(404)

      const other = await bank.aMember(first.account_id, grantOf('maker'))
      expect((await later.confirm(suspendPerson, aPerson(other))).status).toBe(204)
      await run('rights give', other.login, first.account_id)
      expect((await later.call(getPerson, aPerson(other))).body).toMatchObject({ state: 'active', role: 'viewer' })
      // The rights from before the suspension are not waiting to come back.
      expect(codesOf(await later.confirm(reinstatePerson, aPerson(other)))).toEqual(['not_suspended_person'])
    }))
})

it('two accomplices with one stolen administrator of two cannot pay within 72 hours, and the other one is notified of each step', async () => {
  const { first: stolen, viewer: accomplice } = await aCompany()
  const otherAdministrator = await withEmail(await bank.aMember(stolen.account_id))
  const beneficiary_id = await bank.aBeneficiary(stolen.account_id, (await bank.aCustomer()).iban)
  const order = { type: 'direct' as const, beneficiary_id, amount: 1_000, label: 'Fuite', comment: null }
  const payWith = async (visitor: Visitor, label: string) =>
    (await visitor.confirm(createTransfer, { body: { ...order, label } })).body
  const rules = {
    version: 1,
    tiers: [{ kind: 'single' as const, up_to: null, rule: 'none' as const }],
    groups: [],
    limits: [],
  }

  await stolen.confirm(suspendPerson, aPerson(otherAdministrator))
  for (let hours = 0; hours < 72; hours += 24) {
    const attacker = await bank.signIn(stolen)
    expect(await escalate(attacker, accomplice)).toBe('waiting')
    expect((await attacker.confirm(setSigningRules, { body: rules })).body.state).toBe('waiting')
    expect((await payWith(attacker, `Fuite ${hours}`)).validation_status).toBe('pending')
    expect(codesOf(await (await bank.signIn(accomplice)).call(createTransfer, { body: order }))).toEqual([
      'right_missing',
    ])
    await pass(24)
  }
  // From then on the thief is alone, and waits again while everybody is notified.
  const attacker = await bank.signIn(stolen)
  expect(await escalate(attacker, accomplice)).toBe('delayed')
  expect((await attacker.confirm(setSigningRules, { body: rules })).body.state).toBe('delayed')
  expect(await subjectsTo(otherAdministrator)).toEqual(
    expect.arrayContaining([DELAYED, 'Vos règles de signature vont changer']),
  )
  await pass(71)
  expect(codesOf(await (await bank.signIn(accomplice)).call(createTransfer, { body: order }))).toEqual([
    'right_missing',
  ])
})
