import { alertCatalogue, alertKinds, securityKinds } from 'contract/access/alerts.ts'
import { capabilities, rights } from 'contract/rights.ts'
import { describe, expect, it } from 'vitest'
import {
  alertedActions,
  type CauseContext,
  type CauseEvent,
  deriveAlertsOf,
  type Member,
  type MemberRule,
} from './alert-cause-rules.ts'
import { alertCauses, securityCauses } from './alert-causes.ts'

const at = new Date('2026-03-10T09:30:00Z')
const nothing: CauseContext = {
  entries: [],
  texts: [],
  statements: [],
  events: [],
  subjects: [],
  members: [],
  signers: [],
  newDevices: [],
  people: [],
}
const rule = (kind: MemberRule['kind'], more: Partial<MemberRule> = {}): MemberRule => ({
  kind,
  is_on: true,
  threshold: alertCatalogue[kind].hasThreshold ? 10_000 : null,
  by_mail: false,
  by_push: true,
  ...more,
})
const member = (user_id: string, more: Partial<Member> = {}): Member => ({
  account_id: 'account',
  user_id,
  rights: [...rights],
  capabilities: [...capabilities],
  rules: alertKinds.map((kind) => rule(kind)),
  ...more,
})
const event = (action: string, more: Partial<CauseEvent> = {}): CauseEvent => ({
  id: 'event',
  queue_id: 1,
  at,
  user_id: 'actor',
  account_id: 'account',
  action,
  subject_id: 'subject',
  facts: {},
  ...more,
})
const subject = {
  event_id: 'event',
  amount: 5_000,
  name: 'SENELEC',
  status: null,
  is_confidential: false,
  is_batch_line: false,
}
const entry = { account_id: 'account', id: 'entry', at }

/** An event that causes an alert of the kind: an action of the audit log, a movement, or a message or a statement of the bank. */
function causesOf(kind: (typeof alertKinds)[number]): CauseContext[] {
  const cause = alertCauses[kind]
  if (cause.source === 'message') return [{ ...nothing, texts: [{ account_id: 'account', message_id: 'message', at }] }]
  if (cause.source === 'statement')
    return [{ ...nothing, statements: [{ account_id: 'account', id: 'statement', at }] }]
  if (cause.source === 'entry')
    return [
      { ...nothing, entries: [{ ...entry, amount: -10_000, balance_after: 9_999 }] },
      { ...nothing, entries: [{ ...entry, amount: 10_000, balance_after: 20_000 }] },
    ]
  return Object.keys(cause.actions).map((action) => ({
    ...nothing,
    events: [event(action)],
    subjects: [{ ...subject, status: cause.status ?? null }],
    signers: [{ event_id: 'event', user_id: 'reader' }],
  }))
}
const kindsOf = (context: CauseContext, members: Member[]) =>
  deriveAlertsOf({ ...context, members }).map(({ kind }) => kind)

describe('each kind of alert', () => {
  it.each(alertKinds)('%s is caused by its event, for people who may see the subject and enabled the alert', (kind) => {
    const { rights: opening, capability, hasThreshold } = alertCatalogue[kind]
    const causes = causesOf(kind)
    expect(causes.length).toBeGreaterThan(0)
    const caused = (one: Partial<Member>) =>
      causes.filter((context) => kindsOf(context, [member('reader', one)]).includes(kind)).length
    // Of the two movements each kind of money is caused by one.
    expect(caused({})).toBe(hasThreshold ? 1 : causes.length)
    const isOpening = (right: string) => opening.some((one) => one === right)
    expect(caused({ rights: rights.filter((right) => !isOpening(right)) })).toBe(0)
    if (capability) expect(caused({ capabilities: capabilities.filter((one) => one !== capability) })).toBe(0)
    expect(caused({ rules: [rule(kind, { is_on: false })] })).toBe(0)
    // Without a preference the default of the catalogue applies.
    expect(caused({ rules: [] })).toBe(alertCatalogue[kind].isOn ? causes.length : 0)
  })

  it.each(securityKinds)('%s is caused', (kind) => {
    for (const action of securityCauses[kind].actions) {
      const events = [event(action)]
      const alerts = deriveAlertsOf({
        ...nothing,
        events,
        newDevices: [{ event_id: 'event', name: null }],
        members: [member('reader')],
      })
      expect(alerts).toMatchObject([
        { kind, is_security: true, user_id: securityCauses[kind].to === 'user' ? 'actor' : 'reader' },
      ])
    }
  })

  it('is caused once by a chequebook whose moves are read together', () => {
    const moves = ['in_production', 'available'].map((to) => event('chequebook.move', { id: to, facts: { to } }))
    const subjects = moves.map(({ id }) => ({ ...subject, event_id: id, status: 'available' }))
    expect(kindsOf({ ...nothing, events: moves, subjects }, [member('reader')])).toEqual(['chequebook_available'])
  })

  it('has its own actions: no action causes two kinds', () => {
    expect(alertedActions.filter((action, index) => alertedActions.indexOf(action) !== index)).toEqual([])
  })
})

describe('a pending order', () => {
  const create = event('transfer.create')
  const pending = { ...subject, status: 'pending' }
  const context = { ...nothing, events: [create], subjects: [pending] }

  it('alerts the people who may sign it, and not its author', () => {
    const members = [member('reader'), member('limited'), member('actor')]
    const signers = [
      { event_id: 'event', user_id: 'reader' },
      { event_id: 'event', user_id: 'actor' },
    ]
    expect(deriveAlertsOf({ ...context, members, signers }).map(({ user_id }) => user_id)).toEqual(['reader'])
  })

  it('alerts nobody once it is decided or removed, or when it is a line of a batch', () => {
    const signers = [{ event_id: 'event', user_id: 'reader' }]
    const alerts = (subjects: CauseContext['subjects']) =>
      kindsOf({ ...context, subjects, signers }, [member('reader')])
    expect(alerts([pending])).toEqual(['order_to_sign'])
    expect([
      alerts([{ ...pending, status: 'validated' }]),
      alerts([{ ...pending, is_batch_line: true }]),
      alerts([]),
    ]).toEqual([[], [], []])
  })

  it('alerts only people who may see it when confidential; a confidential batch alerts others without amounts', () => {
    const members = [
      member('reader', { capabilities: capabilities.filter((one) => one !== 'batch.confidential') }),
      member('trusted'),
    ]
    const alerted = (action: string) =>
      deriveAlertsOf({
        ...nothing,
        events: [event(action)],
        subjects: [{ ...subject, is_confidential: true }],
        members,
      }).map(({ user_id, is_confidential }) => [user_id, is_confidential])
    expect(alerted('transfer.execute')).toEqual([['trusted', true]])
    expect(alerted('batch.end')).toEqual([
      ['reader', true],
      ['trusted', true],
    ])
  })
})

describe('an e-mail', () => {
  it('is sent by the alert when it is enabled, and by no other e-mail of the bank', () => {
    const mails = (action: string, rules: MemberRule[], facts = {}) =>
      deriveAlertsOf({
        ...nothing,
        events: [event(action, { facts })],
        subjects: [subject],
        members: [member('reader', { rules })],
      }).map(({ by_mail }) => by_mail)
    expect(mails('batch.end', [rule('batch_done', { by_mail: true })])).toEqual([true])
    expect(mails('batch.end', [])).toEqual([false])
    expect(mails('transfer.fail', [rule('transfer_rejected', { by_mail: true })])).toEqual([false])
    // The author of a batch reads of its failed lines in the e-mail about them, unless that one is switched off.
    const [done, failed] = [rule('batch_done', { by_mail: true }), { failed: 2, author: 'reader' }]
    expect(mails('batch.end', [done], failed)).toEqual([false])
    expect(mails('batch.end', [done], { ...failed, failed: 0 })).toEqual([true])
    expect(mails('batch.end', [done, rule('transfer_rejected', { by_mail: false })], failed)).toEqual([true])
  })
})

describe('a change of access', () => {
  it('alerts each administrator once, on the account where it was recorded, and the person concerned', () => {
    const events = ['first', 'second'].map((id) =>
      event('access.change', { id, subject_id: 'person', facts: { account_ids: ['b', 'a'] } }),
    )
    const on = (account_id: string) => ['actor', 'admin', 'person'].map((user_id) => member(user_id, { account_id }))
    const recordedOn = (account_id: string) =>
      deriveAlertsOf({
        ...nothing,
        events: events.map((one) => ({ ...one, account_id })),
        members: [...on('a'), ...on('b')],
        people: [{ id: 'person', name: 'Awa Ndiaye' }],
      })
    expect(
      recordedOn('b').map(({ user_id, about, account_id, name, by_mail }) => [
        user_id,
        about,
        account_id,
        name,
        by_mail,
      ]),
    ).toEqual([
      ['person', 'profile', null, null, true],
      // The person who did it needs no e-mail.
      ['actor', 'person', 'b', 'Awa Ndiaye', false],
      ['admin', 'person', 'b', 'Awa Ndiaye', true],
    ])
    expect(recordedOn('c').map(({ account_id }) => account_id)).toEqual([null, 'a', 'a'])
  })

  it('counts as two actions when it was recorded twice', () => {
    const events = [1, 2].map((queue_id) =>
      event('access.change', { id: String(queue_id), queue_id, subject_id: 'person' }),
    )
    expect(deriveAlertsOf({ ...nothing, events, members: [member('admin')] })).toHaveLength(2)
  })
})
