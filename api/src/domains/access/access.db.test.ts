import {
  acceptAccessChange,
  changeAccess,
  getPerson,
  type Invitation,
  invitePerson,
  listAccessChanges,
  listPeople,
  listPersonAccounts,
  listPersonHistory,
  refuseAccessChange,
  reinstatePerson,
  removePerson,
  resendInvitation,
  suspendPerson,
} from 'contract/access/access.ts'
import { listAccounts } from 'contract/accounts/accounts.ts'
import { getPasswordLink, setPassword } from 'contract/access/passwords.ts'
import { type RoleName, roles } from 'contract/roles.ts'
import { getUser, reauthenticate, signIn } from 'contract/access/session.ts'
import { setSigningRules } from 'contract/transfers/signing-rules.ts'
import { createTransfer } from 'contract/transfers/transfers.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { codesOf, openTestBank, PASSWORD, type TestBank, type Visitor } from '../../../test/test-bank.ts'
import { newId } from '../../adapters/ids.ts'

const START = new Date('2026-03-10T09:30:00Z')
let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
beforeEach(() => {
  bank.clock.at = START
})
afterAll(() => bank.close())

const later = ({ days = 0, seconds = 0 }) => {
  bank.clock.at = new Date(bank.clock.at.getTime() + days * 86_400_000 + seconds * 1000)
}
const grantOf = (name: RoleName) => ({ rights: [...roles[name].rights], capabilities: [...roles[name].capabilities] })
const emailOf = async (visitor: Visitor) => {
  const email = `${visitor.login}@societe.example`
  await bank.owner.query('UPDATE users SET email = $2 WHERE id = $1', [visitor.user_id, email])
  return email
}
const mailsTo = async (email: string) =>
  (
    await bank.owner.query<{ subject: string; plain: string }>(
      'SELECT subject, plain FROM mails WHERE recipient = $1 ORDER BY id',
      [email],
    )
  ).rows
const aPerson = (member: Visitor, params = {}) => ({ params: { id: member.user_id, ...params } })

/** A company with so many administrators (holders), and a viewer. */
async function aCompany(administrators: 1 | 2 | 3) {
  const first = await bank.aCustomer({ kind: 'company' })
  const more = []
  for (let i = 1; i < administrators; i += 1) more.push(await bank.aMember(first.account_id))
  const viewer = await bank.aMember(first.account_id, grantOf('viewer'))
  return { first, second: more[0]!, third: more[1]!, viewer }
}
const inputFor = (name: RoleName) => ({ accounts: 'all' as const, ...grantOf(name) })
const changes = async (visitor: Visitor) => (await visitor.call(listAccessChanges)).body
const stateOf = async (visitor: Visitor, member: Visitor) => (await visitor.call(getPerson, aPerson(member))).body.state
const roleOn = async (visitor: Visitor, member: Visitor) => (await visitor.call(getPerson, aPerson(member))).body.role

describe('the people who have access', () => {
  it('are listed by name with role and state, and found by name and e-mail', async () => {
    const { first, viewer } = await aCompany(2)
    const email = await emailOf(viewer)
    const { body, headers } = await first.call(listPeople)
    expect(headers['x-pagination-total-count']).toBe('3')
    expect(body.map(({ role, is_administrator, is_self }) => [role, is_administrator, is_self]).toSorted()).toEqual(
      [
        ['holder', true, false],
        ['holder', true, true],
        ['viewer', false, false],
      ].toSorted(),
    )
    for (const search of [viewer.login, email.toUpperCase(), `âwa ndiaye ${viewer.login}`])
      expect((await first.call(listPeople, { query: { search, page: 1 } })).body.map(({ id }) => id)).toEqual([
        viewer.user_id,
      ])
    expect((await first.call(listPeople, { query: { search: '%', page: 1 } })).body).toEqual([])
  })

  it('are listed for the administered accounts only: any other person is a 404 in every call', async () => {
    const { first } = await aCompany(1)
    const stranger = await bank.aCustomer()
    // Another account of the same customer, which this administrator does not administer.
    const other = await bank.anAccount(first.customer_id)
    const colleague = await bank.aMember(other.account_id)
    for (const somebody of [stranger, colleague, { ...stranger, user_id: newId() }]) {
      expect((await first.call(getPerson, aPerson(somebody))).status).toBe(404)
      expect((await first.call(listPersonAccounts, aPerson(somebody))).status).toBe(404)
      expect((await first.call(listPersonHistory, aPerson(somebody))).status).toBe(404)
      expect((await first.call(changeAccess, { ...aPerson(somebody), body: inputFor('viewer') })).status).toBe(404)
      for (const act of [suspendPerson, reinstatePerson, removePerson, resendInvitation])
        expect((await first.call(act, aPerson(somebody))).status, act.path).toBe(404)
    }
    expect(
      (
        await first.call(changeAccess, {
          ...aPerson(first),
          body: { ...inputFor('viewer'), accounts: [other.account_id] },
        })
      ).status,
    ).toBe(422)
    expect((await stranger.call(getUser)).status).toBe(200)
  })

  it('lists a person’s rights account by account, their own accounts first', async () => {
    const { first, viewer } = await aCompany(1)
    for (let i = 0; i < 24; i += 1) {
      const { account_id } = await bank.anAccount(first.customer_id)
      await bank.owner.query(
        `INSERT INTO memberships (user_id, account_id, rights, capabilities) VALUES ($1, $2, '{}', '{access.admin}')`,
        [first.user_id, account_id],
      )
    }
    const page = await first.call(listPersonAccounts, aPerson(viewer))
    expect(page.headers['x-pagination-total-count']).toBe('25')
    expect(page.body).toHaveLength(20)
    expect(page.body.map(({ has_access }) => has_access)).toEqual([true, ...Array.from({ length: 19 }, () => false)])
    expect(page.body[0]).toMatchObject({ account_id: first.account_id, role: 'viewer', ...grantOf('viewer') })
    const number = page.body[4]!.number
    const found = await first.call(listPersonAccounts, { ...aPerson(viewer), query: { search: number, page: 1 } })
    expect(found.body.map((account) => account.number)).toEqual([number])
    const named = await first.call(listPersonAccounts, { ...aPerson(viewer), query: { search: 'COMPTÉ', page: 1 } })
    const inEnglish = await first.call(listPersonAccounts, {
      ...aPerson(viewer),
      query: { search: 'Cheque account', page: 1 },
    })
    expect(inEnglish.body).toEqual(named.body)
    expect(named.headers['x-pagination-total-count']).toBe('25')
    // One audit event for all accounts.
    const body = { accounts: 'all' as const, rights: ['dashboard' as const, 'rib' as const], capabilities: [] }
    expect((await first.confirm(changeAccess, { ...aPerson(viewer), body })).body).toEqual({ state: 'done' })
    expect((await viewer.call(listAccounts)).headers['x-pagination-total-count']).toBe('25')
  })
})

describe('changing a person’s rights', () => {
  it('asks for the password, repeating person, role, sections, permissions and accounts, bound to all of them', async () => {
    const { first, viewer } = await aCompany(1)
    const requested = await first.call(changeAccess, { ...aPerson(viewer), body: inputFor('accountant') })
    expect(requested.status).toBe(428)
    const { operation } = requested.body as unknown as {
      operation: { hash: string; summary: { kind: string; facts: { name: string; text: string }[] } }
    }
    expect(operation.summary.kind).toBe('access.change')
    expect(operation.summary.facts.map(({ name }) => name)).toEqual([
      'person',
      'role',
      'rights',
      'capabilities',
      'accounts',
    ])
    expect(operation.summary.facts[1]?.text).toBe('Comptable')
    const reauthentication = await first.call(reauthenticate, {
      body: { password: PASSWORD, operation_hash: operation.hash },
    })
    const headers = { 'x-confirmation': reauthentication.body.confirmation ?? '' }
    const other = { ...inputFor('accountant'), rights: [...roles.accountant.rights, 'dat' as const] }
    expect((await first.call(changeAccess, { ...aPerson(viewer), body: other, headers })).status).toBe(428)
    expect(await roleOn(first, viewer)).toBe('viewer')
    expect((await first.call(changeAccess, { ...aPerson(viewer), body: inputFor('accountant'), headers })).status).toBe(
      200,
    )
    expect(await roleOn(first, viewer)).toBe('accountant')
  })

  it('takes effect on the next call, and reductions take effect immediately', async () => {
    const { first, second, viewer } = await aCompany(2)
    expect((await second.confirm(changeAccess, { ...aPerson(first), body: inputFor('viewer') })).body).toEqual({
      state: 'done',
    })
    expect(codesOf(await first.call(listPeople))).toEqual(['capability_missing'])
    expect(
      (
        await second.confirm(changeAccess, {
          ...aPerson(viewer),
          body: { accounts: 'all', rights: ['rib'], capabilities: [] },
        })
      ).status,
    ).toBe(200)
    expect((await viewer.call(getUser)).body.account?.access).toMatchObject({ rib: true, dashboard: false })
  })

  it('waits for a second administrator when it adds rights, and takes effect when that administrator accepts', async () => {
    const { first, second, viewer } = await aCompany(2)
    const email = await emailOf(second)
    expect((await first.confirm(changeAccess, { ...aPerson(viewer), body: inputFor('maker') })).body).toEqual({
      state: 'waiting',
    })
    expect(await roleOn(first, viewer)).toBe('viewer')
    const [received] = await mailsTo(email)
    expect(received?.subject).toContain('attend votre accord')
    const [change, ...others] = await changes(second)
    expect(others).toEqual([])
    expect(change).toMatchObject({
      kind: 'rights',
      role: 'maker',
      account_count: 1,
      is_mine: false,
      is_for_me: false,
      person: { id: viewer.user_id },
    })
    const params = { id: change!.id }
    expect((await changes(first))[0]).toMatchObject({ is_mine: true })
    expect(codesOf(await first.confirm(acceptAccessChange, { params }))).toEqual(['own_change'])
    const { first: stranger } = await aCompany(1)
    expect(codesOf(await stranger.confirm(acceptAccessChange, { params }))).toEqual(['not_found'])
    expect(codesOf(await stranger.call(refuseAccessChange, { params }))).toEqual(['not_found'])
    expect((await second.call(acceptAccessChange, { params })).status).toBe(428)
    expect((await second.confirm(acceptAccessChange, { params })).status).toBe(204)
    expect(await roleOn(first, viewer)).toBe('maker')
    expect(await changes(second)).toEqual([])
    expect(codesOf(await second.confirm(acceptAccessChange, { params }))).toEqual(['change_over'])
  })

  it('removes rights at once and adds rights later where one change does both', async () => {
    const { first, second, viewer } = await aCompany(2)
    const body = { accounts: 'all' as const, rights: ['rib' as const, 'transfers' as const], capabilities: [] }
    expect((await first.confirm(changeAccess, { ...aPerson(viewer), body })).body).toEqual({ state: 'waiting' })
    expect((await viewer.call(listAccounts)).body[0]?.access).toMatchObject({
      rib: true,
      dashboard: false,
      transfers: false,
    })
    await second.confirm(acceptAccessChange, { params: { id: (await changes(second))[0]!.id } })
    expect((await viewer.call(listAccounts)).body[0]?.access).toMatchObject({
      rib: true,
      dashboard: false,
      transfers: true,
    })
  })

  it('ends when refused, withdrawn, replaced, after seven days, or when the requester is no longer an administrator', async () => {
    const { first, second, third, viewer } = await aCompany(3)
    const ask = async () => {
      await first.confirm(changeAccess, { ...aPerson(viewer), body: inputFor('maker') })
      return { id: (await changes(second))[0]!.id }
    }
    const isOver = async (params: { id: string }) => {
      expect(await changes(second)).toEqual([])
      expect(codesOf(await second.confirm(acceptAccessChange, { params }))).toEqual(['change_over'])
      expect(await roleOn(second, viewer)).toBe('viewer')
    }
    const refused = await ask()
    expect((await second.call(refuseAccessChange, { params: refused })).status).toBe(204)
    await isOver(refused)
    expect(codesOf(await third.call(refuseAccessChange, { params: refused }))).toEqual(['change_over'])
    const withdrawn = await ask()
    expect((await first.call(refuseAccessChange, { params: withdrawn })).status).toBe(204)
    await isOver(withdrawn)
    const replaced = await ask()
    await third.confirm(changeAccess, { ...aPerson(viewer), body: inputFor('viewer') })
    await isOver(replaced)
    const orphaned = await ask()
    await third.confirm(changeAccess, { ...aPerson(first), body: inputFor('viewer') })
    await isOver(orphaned)
    await bank.owner.query('UPDATE memberships SET capabilities = $2 WHERE user_id = $1', [
      first.user_id,
      [...roles.holder.capabilities],
    ])
    const late = await ask()
    await bank.owner.query(`UPDATE access_changes SET expires_at = $2 WHERE id = $1`, [late.id, START])
    await isOver(late)
  })

  it('never lets a person escalate their own rights, neither alone nor by accepting', async () => {
    const { first, second } = await aCompany(2)
    const administrator = await bank.aMember(first.account_id, grantOf('administrator'))
    expect(
      codesOf(await administrator.call(changeAccess, { ...aPerson(administrator), body: inputFor('holder') })),
    ).toEqual(['own_rights'])
    await first.confirm(changeAccess, { ...aPerson(administrator), body: inputFor('holder') })
    const [change] = await changes(administrator)
    expect(change).toMatchObject({ is_for_me: true })
    expect(codesOf(await administrator.confirm(acceptAccessChange, { params: { id: change!.id } }))).toEqual([
      'own_rights',
    ])
    expect(await roleOn(first, administrator)).toBe('administrator')
    expect((await second.confirm(acceptAccessChange, { params: { id: change!.id } })).status).toBe(204)
    // Removing one's own access is allowed.
    expect((await second.confirm(changeAccess, { ...aPerson(second), body: inputFor('viewer') })).status).toBe(200)
  })

  it('takes effect where one administrator is alone and gives no powers, and notifies them by e-mail', async () => {
    const { first, viewer } = await aCompany(1)
    const email = await emailOf(first)
    const body = { accounts: 'all' as const, rights: [...roles.holder.rights], capabilities: [] }
    expect((await first.confirm(changeAccess, { ...aPerson(viewer), body })).body).toEqual({ state: 'done' })
    const [received] = await mailsTo(email)
    expect(received?.subject).toContain('Des droits ont été donnés')
    expect(received?.plain).toContain('Rôle :')
  })

  it('waits only for the accounts that have a second administrator', async () => {
    const { first, second, viewer } = await aCompany(2)
    const mine = await bank.anAccount(first.customer_id)
    await bank.owner.query(
      'INSERT INTO memberships (user_id, account_id, rights, capabilities) VALUES ($1, $2, $3, $4)',
      [first.user_id, mine.account_id, [...roles.holder.rights], [...roles.holder.capabilities]],
    )
    expect((await first.confirm(changeAccess, { ...aPerson(viewer), body: inputFor('maker') })).body).toEqual({
      state: 'waiting',
    })
    const [change, ...others] = await changes(second)
    expect([change, others]).toMatchObject([{ account_count: 1, effective_at: null }, []])
    // On the other account nobody else could accept it: there it takes effect by itself.
    const delayed = (await changes(first)).filter(({ effective_at }) => effective_at !== null)
    expect(delayed).toMatchObject([{ account_count: 1, is_mine: true }])
  })

  it.each([
    [{ accounts: 'all', rights: ['rib'], capabilities: ['transfer.create'] }, 'capabilities: capability_without_right'],
    [{ accounts: [], rights: ['rib'], capabilities: [] }, 'accounts: accounts_missing'],
    [{ accounts: 'all', rights: ['everything'], capabilities: [] }, 'rights.0: invalid'],
  ])('refuses %j', async (body, code) => {
    const { first, viewer } = await aCompany(1)
    expect(codesOf(await first.call(changeAccess, { ...aPerson(viewer), raw: JSON.stringify(body) }))).toEqual([code])
  })
})

describe('the last administrator of an account', () => {
  it('cannot be removed or suspended by any call', async () => {
    const { first } = await aCompany(1)
    for (const reply of [
      await first.confirm(changeAccess, { ...aPerson(first), body: inputFor('maker') }),
      await first.confirm(changeAccess, { ...aPerson(first), body: { accounts: 'all', rights: [], capabilities: [] } }),
      await first.confirm(suspendPerson, aPerson(first)),
      await first.confirm(removePerson, aPerson(first)),
    ])
      expect(codesOf(reply)).toEqual(['last_administrator'])
    expect(await stateOf(first, first)).toBe('active')
  })

  it.each([
    ['remove', removePerson],
    ['suspend', suspendPerson],
  ])('remains when two administrators %s each other at the same time', async (_act, act) => {
    for (let round = 0; round < 5; round += 1) {
      const { first, second } = await aCompany(2)
      const replies = await Promise.all([first.confirm(act, aPerson(second)), second.confirm(act, aPerson(first))])
      expect(replies.filter(({ status }) => status === 204)).toHaveLength(1)
      const { rows } = await bank.owner.query(
        `SELECT user_id FROM memberships WHERE account_id = $1 AND 'access.admin' = ANY (capabilities)`,
        [first.account_id],
      )
      expect(rows).toHaveLength(1)
    }
  })
})

describe('suspending and removing people', () => {
  it('ends the session of a suspended person, whose accounts are hidden after the next sign-in', async () => {
    const { first, viewer } = await aCompany(1)
    expect((await viewer.call(getUser)).status).toBe(200)
    expect((await first.call(suspendPerson, aPerson(viewer))).status).toBe(428)
    expect((await first.confirm(suspendPerson, aPerson(viewer))).status).toBe(204)
    expect((await viewer.call(getUser)).status).toBe(401)
    const authorization = `Basic ${Buffer.from(`${viewer.login}:${PASSWORD}`).toString('base64')}`
    expect((await bank.call(signIn, { headers: { authorization } })).body).toMatchObject({
      account: null,
      accounts: { count: 0 },
    })
    expect(await stateOf(first, viewer)).toBe('suspended')
    expect(codesOf(await first.confirm(suspendPerson, aPerson(viewer)))).toEqual(['not_active_person'])
    expect(codesOf(await first.confirm(changeAccess, { ...aPerson(viewer), body: inputFor('maker') }))).toEqual([
      'not_active_person',
    ])
    expect((await first.confirm(reinstatePerson, aPerson(viewer))).body).toEqual({ state: 'done' })
    expect(await roleOn(first, viewer)).toBe('viewer')
    expect((await bank.call(signIn, { headers: { authorization } })).body).toMatchObject({
      account: { is_default: true },
      accounts: { count: 1 },
    })
    expect(codesOf(await first.confirm(reinstatePerson, aPerson(viewer)))).toEqual(['not_suspended_person'])
  })

  it('gives a suspended person their access back once a second administrator agrees', async () => {
    const { first, second, viewer } = await aCompany(2)
    await first.confirm(suspendPerson, aPerson(viewer))
    expect((await first.confirm(reinstatePerson, aPerson(viewer))).body).toEqual({ state: 'waiting' })
    expect(await stateOf(first, viewer)).toBe('suspended')
    const [change] = await changes(second)
    expect(change).toMatchObject({ kind: 'reinstatement', role: 'viewer' })
    expect((await second.confirm(acceptAccessChange, { params: { id: change!.id } })).status).toBe(204)
    expect(await stateOf(first, viewer)).toBe('active')
  })

  it('removes access immediately, together with pending changes', async () => {
    const { first, second, viewer } = await aCompany(2)
    await first.confirm(changeAccess, { ...aPerson(viewer), body: inputFor('maker') })
    expect((await second.confirm(removePerson, aPerson(viewer))).status).toBe(204)
    expect((await viewer.call(getUser)).status).toBe(401)
    expect((await first.call(getPerson, aPerson(viewer))).status).toBe(404)
    expect(await changes(second)).toEqual([])
  })
})

describe('an invitation', () => {
  const anInvitation = (name: RoleName = 'viewer'): Invitation => ({
    first_name: 'Khady',
    last_name: 'Badji',
    email: `${newId()}@societe.example`,
    lang: 'fr',
    ...inputFor(name),
  })
  const linkOf = async (email: string) => {
    const mail = (await mailsTo(email)).at(-1)
    return {
      token: /#([\w-]{43})/.exec(mail?.plain ?? '')?.[1] ?? '',
      login: /identifiant : (\d{8})/.exec(mail?.plain ?? '')?.[1] ?? '',
    }
  }
  const idOf = async (visitor: Visitor, search: string) =>
    (await visitor.call(listPeople, { query: { search, page: 1 } })).body[0]?.id ?? ''
  const NEW_PASSWORD = 'Baobab-2026!x'
  const canSignIn = async (login: string) =>
    (
      await bank.call(signIn, {
        headers: { authorization: `Basic ${Buffer.from(`${login}:${NEW_PASSWORD}`).toString('base64')}` },
      })
    ).body

  it('sends a link to create the first password, and gives access when the password is created', async () => {
    const { first } = await aCompany(1)
    const body = anInvitation()
    expect((await first.call(invitePerson, { body })).status).toBe(428)
    expect(await mailsTo(body.email)).toEqual([])
    expect((await first.confirm(invitePerson, { body })).body).toEqual({ state: 'done' })
    const { token, login } = await linkOf(body.email)
    const id = await idOf(first, body.email)
    expect((await first.call(getPerson, { params: { id } })).body).toMatchObject({
      state: 'invited',
      role: 'viewer',
      account_count: 1,
    })
    expect((await bank.call(getPasswordLink, { params: { token } })).body).toMatchObject({ kind: 'new' })
    expect((await bank.call(setPassword, { params: { token }, body: { password: NEW_PASSWORD } })).status).toBe(204)
    expect(await canSignIn(login)).toMatchObject({
      accounts: { count: 1 },
      account: { uuid: first.account_id, access: { rib: true, transfers: false } },
    })
    expect((await first.call(getPerson, { params: { id } })).body).toMatchObject({ state: 'active', expires_at: null })
    expect(codesOf(await first.call(resendInvitation, { params: { id } }))).toEqual(['not_invited_person'])
  })

  it('expires after seven days; sending it again creates another link and invalidates the first', async () => {
    const { first } = await aCompany(1)
    const body = anInvitation()
    await first.confirm(invitePerson, { body })
    const before = await linkOf(body.email)
    const id = await idOf(first, body.email)
    expect(codesOf(await first.call(resendInvitation, { params: { id } }))).toEqual(['asked_too_often'])
    await bank.owner.query(`UPDATE invitations SET expires_at = $2, sent_at = $3 WHERE user_id = $1`, [
      id,
      START,
      new Date(START.getTime() - 61_000),
    ])
    expect((await first.call(getPerson, { params: { id } })).body.state).toBe('invitation_over')
    expect((await first.call(resendInvitation, { params: { id } })).status).toBe(204)
    expect((await first.call(getPerson, { params: { id } })).body.state).toBe('invited')
    expect((await bank.call(getPasswordLink, { params: { token: before.token } })).status).toBe(410)
    const { token } = await linkOf(body.email)
    expect(token).not.toBe(before.token)
    later({ days: 7, seconds: 1 })
    expect((await bank.call(setPassword, { params: { token }, body: { password: NEW_PASSWORD } })).status).toBe(410)
  })

  it('gives no access when the password is set after the invitation has expired, until it is sent again and accepted', async () => {
    const { first } = await aCompany(1)
    const body = anInvitation()
    await first.confirm(invitePerson, { body })
    const { token, login } = await linkOf(body.email)
    const id = await idOf(first, body.email)
    await bank.owner.query('UPDATE invitations SET expires_at = $2, sent_at = $3 WHERE user_id = $1', [
      id,
      START,
      new Date(START.getTime() - 61_000),
    ])
    expect((await bank.call(setPassword, { params: { token }, body: { password: 'Pirogue-bleue-47' } })).status).toBe(
      204,
    )
    expect((await first.call(getPerson, { params: { id } })).body.state).toBe('invitation_over')
    expect((await first.call(resendInvitation, { params: { id } })).status).toBe(204)
    const again = { params: { token: (await linkOf(body.email)).token }, body: { password: NEW_PASSWORD } }
    expect((await bank.call(setPassword, again)).status).toBe(204)
    expect(await canSignIn(login)).toMatchObject({ accounts: { count: 1 } })
    expect((await first.call(getPerson, { params: { id } })).body.state).toBe('active')
  })

  it('can be withdrawn, which invalidates the link', async () => {
    const { first } = await aCompany(1)
    const body = anInvitation()
    await first.confirm(invitePerson, { body })
    const id = await idOf(first, body.email)
    expect((await first.confirm(removePerson, { params: { id } })).status).toBe(204)
    expect((await bank.call(getPasswordLink, { params: { token: (await linkOf(body.email)).token } })).status).toBe(410)
    expect((await first.call(getPerson, { params: { id } })).status).toBe(404)
  })

  it('that is withdrawn by an administrator of one account stays for the others', async () => {
    const { first, second } = await aCompany(2)
    const mine = await bank.anOwnAccount({ customer_id: first.customer_id, user_id: first.user_id })
    const body = anInvitation()
    expect((await first.confirm(invitePerson, { body })).body.state).toBe('waiting')
    const { token, login } = await linkOf(body.email)
    const [change] = await changes(second)
    await second.confirm(acceptAccessChange, { params: { id: change!.id } })
    const id = await idOf(second, body.email)
    expect((await second.confirm(removePerson, { params: { id } })).status).toBe(204)
    expect((await first.call(getPerson, { params: { id } })).body).toMatchObject({ state: 'invited', account_count: 1 })
    expect((await bank.call(setPassword, { params: { token }, body: { password: NEW_PASSWORD } })).status).toBe(204)
    expect(await canSignIn(login)).toMatchObject({ accounts: { count: 1 }, account: { uuid: mine.account_id } })
  })

  it('is sent only after a second administrator accepted it', async () => {
    const { first, second } = await aCompany(2)
    const body = anInvitation('maker')
    expect((await first.confirm(invitePerson, { body })).body).toEqual({ state: 'waiting' })
    expect(await mailsTo(body.email)).toEqual([])
    expect(codesOf(await first.call(invitePerson, { body }))).toEqual(['email: person_known'])
    const [change] = await changes(second)
    expect(change).toMatchObject({ kind: 'invitation', role: 'maker', person: { email: body.email } })
    expect((await second.confirm(acceptAccessChange, { params: { id: change!.id } })).status).toBe(204)
    expect(await mailsTo(body.email)).toHaveLength(1)
  })

  it('is refused for an address that already has access, above fifty a day, and for a grant without a section', async () => {
    const { first, viewer } = await aCompany(1)
    const email = await emailOf(viewer)
    expect(
      codesOf(await first.call(invitePerson, { body: { ...anInvitation(), email: email.toUpperCase() } })),
    ).toEqual(['email: person_known'])
    expect(
      codesOf(await first.call(invitePerson, { body: { ...anInvitation(), rights: [], capabilities: [] } })),
    ).toEqual(['rights: rights_missing'])
    // A person of another customer: nothing about them is revealed, and they are invited like any new person.
    const stranger = await emailOf(await bank.aCustomer())
    expect((await first.confirm(invitePerson, { body: { ...anInvitation(), email: stranger } })).status).toBe(200)
    await bank.owner.query(
      `WITH made AS (INSERT INTO users (id, login, first_name, last_name)
                     SELECT gen_random_uuid(), (20000000 + n)::text, 'X', 'Y' FROM generate_series(1, 49) n RETURNING id)
       INSERT INTO invitations (user_id, customer_id, sent_at, expires_at) SELECT id, $1, $2, $2 FROM made`,
      [first.customer_id, START],
    )
    expect(codesOf(await first.call(invitePerson, { body: anInvitation() }))).toEqual(['too_many_invitations'])
  })
})

describe('an administrator who suspends, removes or demotes the only other one', () => {
  const anInvitation = (email: string): Invitation => ({
    first_name: 'Complice',
    last_name: 'Fall',
    email,
    lang: 'fr',
    ...inputFor('holder'),
  })

  it.each([
    ['suspends', (first: Visitor, second: Visitor) => first.confirm(suspendPerson, aPerson(second))],
    ['removes', (first: Visitor, second: Visitor) => first.confirm(removePerson, aPerson(second))],
    [
      'lowers',
      (first: Visitor, second: Visitor) =>
        first.confirm(changeAccess, { ...aPerson(second), body: inputFor('viewer') }),
    ],
  ])('still needs the second person’s acceptance for 72 hours after they %s them', async (_, exclude) => {
    const { first, second, viewer } = await aCompany(2)
    await exclude(first, second)
    expect((await first.confirm(invitePerson, { body: anInvitation(`a${newId()}@gang.example`) })).body.state).toBe(
      'waiting',
    )
    expect((await first.confirm(changeAccess, { ...aPerson(viewer), body: inputFor('holder') })).body.state).toBe(
      'waiting',
    )
    const loosened = {
      version: 1,
      tiers: [{ kind: 'single' as const, up_to: null, rule: 'none' as const }],
      groups: [],
      limits: [],
    }
    expect((await first.confirm(setSigningRules, { body: loosened })).body.state).toBe('waiting')
    // Nor do they sign their own orders alone.
    const beneficiary_id = await bank.aBeneficiary(first.account_id, (await bank.aCustomer()).iban)
    await bank.deposit(first.account_id, 10_000)
    const order = {
      type: 'direct' as const,
      beneficiary_id,
      amount: 5_000,
      label: 'Fuite',
      comment: null,
      execution_date: null,
    }
    expect((await first.confirm(createTransfer, { body: order })).body.validation_status).toBe('pending')
    later({ days: 3, seconds: 1 })
    const back = await bank.signIn(first)
    expect((await back.confirm(changeAccess, { ...aPerson(viewer), body: inputFor('holder') })).body.state).toBe(
      'delayed',
    )
  })
})

it('lists changes of access with author, subject, and values before and after, newest first', async () => {
  const { first, second, viewer } = await aCompany(2)
  await first.confirm(changeAccess, { ...aPerson(viewer), body: inputFor('maker') })
  later({ seconds: 5 })
  await second.confirm(acceptAccessChange, { params: { id: (await changes(second))[0]!.id } })
  later({ seconds: 5 })
  await first.confirm(suspendPerson, aPerson(viewer))
  const { body } = await second.call(listPersonHistory, aPerson(viewer))
  expect(body.map(({ action, by, before, after }) => [action, by, before?.role ?? null, after?.role ?? null])).toEqual([
    ['access.suspend', `Awa Ndiaye ${first.login}`, 'maker', null],
    ['access.change', `Awa Ndiaye ${second.login}`, 'viewer', 'maker'],
    ['access.ask', `Awa Ndiaye ${first.login}`, null, 'maker'],
  ])
})
