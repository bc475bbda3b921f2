import { removePerson } from 'contract/access/access.ts'
import { exportAuditLog, type AuditEntry, listAuditEvents, listAuditPeople } from 'contract/access/audit.ts'
import { auditActions, auditKinds, auditLabels, kindOfAction } from 'contract/access/audit-labels.ts'
import { changeBeneficiary, createBeneficiary } from 'contract/transfers/beneficiaries.ts'
import { roles } from 'contract/roles.ts'
import { createTransfer } from 'contract/transfers/transfers.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestBank, type TestBank, type Visitor } from '../../../test/test-bank.ts'
import { recordEvent, recordEvents } from '../audit/audit-store.ts'
import { linkEvents, writeSearchTexts } from '../audit/audit-chain-store.ts'
import { newId } from '../../adapters/ids.ts'

let bank: TestBank
beforeAll(async () => void (bank = await openTestBank()))
afterAll(() => bank.close())

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const IBAN = 'SN08 SN01 0015 2000 0485 0000 3035'.replaceAll(' ', '')
const entries = async (visitor: Visitor, query: Record<string, unknown> = {}, lang = 'fr') =>
  (await visitor.call(listAuditEvents, { query, headers: { 'accept-language': lang } })).body
const actions = (found: readonly AuditEntry[]) => found.map(({ action }) => action)

/** Writes an event directly, as if the action had happened. */
const wrote = (account_id: string | null, event: Partial<Parameters<typeof recordEvent>[1]> = {}) =>
  recordEvent(bank.db, {
    at: bank.clock.at,
    user_id: null,
    session_id: null,
    account_id,
    address: null,
    action: 'category.create',
    subject_id: newId(),
    facts: {},
    ...event,
  })

describe('the labels of the audit log', () => {
  it('exist in both languages, with a kind, for each action', () => {
    for (const action of auditActions) {
      expect(auditLabels[action].fr, action).not.toBe('')
      expect(auditLabels[action].en, action).not.toBe('')
      expect(Object.keys(auditKinds)).toContain(kindOfAction(action))
    }
    expect(new Set(auditActions.map((action) => auditLabels[action].fr)).size).toBe(auditActions.length)
    expect(new Set(auditActions.map((action) => auditLabels[action].en)).size).toBe(auditActions.length)
  })

  it('exclude actions of account users from those of the bank', () => {
    const ofBank = ['customer', 'user', 'account', 'instant']
    expect(new Set(auditActions.filter((one) => kindOfAction(one) === 'bank').map((one) => one.split('.')[0]))).toEqual(
      new Set(ofBank),
    )
  })
})

describe('the audit log of an account', () => {
  it('lists each action with its author, date, device and previous values', async () => {
    const awa = await bank.aCustomer()
    await bank.owner.query('UPDATE sessions SET user_agent = $1 WHERE user_id = $2', [FIREFOX, awa.user_id])
    const { body: payee } = await awa.confirm(createBeneficiary, {
      body: { name: 'Moustapha Thiam', iban: IBAN },
      from: '192.0.2.44',
    })
    bank.clock.at = new Date('2026-03-10T09:32:00Z')
    await awa.confirm(changeBeneficiary, {
      params: { id: payee.id },
      body: { name: 'Moustapha Thiam', iban: IBAN, city: 'Kaolack', version: 1 },
      from: '192.0.2.44',
    })
    const [changed, created] = await entries(awa)
    expect(changed).toMatchObject({
      action: 'beneficiary.change',
      by: expect.stringMatching(/^Awa Ndiaye/),
      at: Date.parse('2026-03-10T09:32:00Z') / 1000,
      address: '192.0.2.44',
      device: { kind: 'computer', browser: 'Firefox', system: 'Linux' },
      subject: 'Moustapha Thiam',
    })
    expect(changed?.details[0]).toEqual({ name: 'Ville', before: null, after: 'Kaolack' })
    expect(created?.action).toBe('beneficiary.create')
    bank.clock.at = new Date('2026-03-10T09:30:00Z')
  })

  it('formats rights, limits, amounts and account numbers in the reader’s language, without ids', async () => {
    const awa = await bank.aCustomer()
    const customer_id = newId()
    const { account_id } = awa
    const grant = (role: 'viewer' | 'checker') => ({
      rights: roles[role].rights,
      capabilities: roles[role].capabilities,
    })
    await wrote(account_id, {
      action: 'access.change',
      subject_id: awa.user_id,
      facts: { customer_id, account_ids: [account_id], before: grant('viewer'), after: grant('checker') },
    })
    const rules = (up_to: number) => ({
      tiers: [
        { kind: 'single', up_to, rule: 'one' },
        { kind: 'single', up_to: null, rule: 'two' },
      ],
      groups: [],
      limits: [],
    })
    await wrote(account_id, {
      action: 'rules.change',
      facts: { before: rules(500_000), after: rules(800_000) },
      at: new Date('2026-03-10T09:29:00Z'),
    })
    await wrote(account_id, {
      action: 'beneficiary.change',
      facts: {
        old_iban: IBAN,
        new_iban: 'FR1420041010050500013M02606',
        old_bic: null,
        new_bic: 'SOGEFRPP',
        posting_id: newId(),
      },
      at: new Date('2026-03-10T09:28:00Z'),
    })
    const [rights, limits, number] = await entries(awa)
    expect(rights?.details.map(({ name }) => name)).toEqual(['Rubriques', 'Habilitations'])
    expect(rights?.details[1]).toMatchObject({ before: null, after: expect.stringContaining('Valider des virements') })
    expect(limits?.details).toEqual([
      { name: 'Signatures', before: expect.stringMatching(/500\s000/), after: expect.stringMatching(/800\s000/) },
    ])
    expect(number?.details).toEqual([
      { name: 'IBAN', before: 'SN08 SN01 0015 2000 0485 0000 3035', after: 'FR14 2004 1010 0505 0001 3M02 606' },
      { name: 'BIC', before: null, after: 'SOGEFRPP' },
    ])
    const [english] = await entries(awa, {}, 'en')
    expect([rights?.label, english?.label]).toEqual(['Droits d’une personne modifiés', 'Rights of a person changed'])
    expect(english?.details[1]).toMatchObject({ name: 'Acts', after: expect.stringContaining('Validate transfers') })
    expect(JSON.stringify([rights, limits, number].map((one) => one?.details))).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}/)
  })

  it('formats counts, and the labels that the bank gives to accounts, in the reader’s language', async () => {
    const awa = await bank.aCustomer({ balance: 100_000 })
    const savings = await bank.anOwnAccount(awa)
    await bank.owner.query(`UPDATE accounts SET label = 'Compte d''épargne' WHERE id = $1`, [savings.account_id])
    await wrote(awa.account_id, { action: 'operations.export', facts: { format: 'csv', operations: 1_511 } })
    bank.clock.at = new Date('2026-03-10T09:32:00Z')
    const order = { type: 'direct' as const, amount: 1_000, label: 'Épargne', own_account_id: savings.account_id }
    await awa.confirm(createTransfer, { body: order })
    // A name that begins in the same way is not a label of the bank.
    bank.clock.at = new Date('2026-03-10T09:34:00Z')
    await awa.confirm(createBeneficiary, { body: { name: 'Compte courant de Thiès', iban: IBAN } })
    bank.clock.at = new Date('2026-03-10T09:30:00Z')
    const read = async (lang: string) => {
      const found = await entries(awa, {}, lang)
      const subjectOf = (action: AuditEntry['action']) => found.find((one) => one.action === action)?.subject
      const exported = found.find(({ action }) => action === 'operations.export')
      return [subjectOf('transfer.create'), subjectOf('beneficiary.create'), exported?.details[1]?.after]
    }
    expect(await read('fr')).toEqual(['Compte d’épargne', 'Compte courant de Thiès', '1\u202F511'])
    expect(await read('en')).toEqual(['Savings account', 'Compte courant de Thiès', '1,511'])
    const [searched] = await entries(awa, { search: 'thies' }, 'en')
    expect(searched?.subject).toBe('Compte courant de Thiès')
  })

  it('filters by person, kind, action, days and text, and pages', async () => {
    const awa = await bank.aCustomer()
    const binta = await bank.aMember(awa.account_id)
    const { account_id } = awa
    const on = (day: string, more: Parameters<typeof wrote>[1] = {}) =>
      wrote(account_id, { at: new Date(`${day}T10:00:00Z`), ...more })
    await on('2026-01-31', { action: 'transfer.create', user_id: awa.user_id, facts: { amount: 5_000, iban: IBAN } })
    await on('2026-02-01', { action: 'transfer.execute' })
    await on('2026-02-28', { action: 'card.block', user_id: binta.user_id, address: '198.51.100.9' })
    await on('2026-03-01', { action: 'category.create', user_id: binta.user_id, facts: { label: 'Électricité 100 %' } })
    for (let index = 0; index < 20; index += 1) await on('2025-12-01', { action: 'message.answer' })

    expect(actions(await entries(awa, { person: binta.user_id }))).toEqual(['category.create', 'card.block'])
    expect(actions(await entries(awa, { person: 'bank', from: '2026-01-01' }))).toEqual(['transfer.execute'])
    expect(actions(await entries(awa, { kind: 'payments' }))).toEqual(['transfer.execute', 'transfer.create'])
    expect(actions(await entries(awa, { action: 'card.block' }))).toEqual(['card.block'])
    expect(actions(await entries(awa, { from: '2026-02-01', to: '2026-02-28' }))).toEqual([
      'card.block',
      'transfer.execute',
    ])
    expect(actions(await entries(awa, { search: 'electricite' }))).toEqual(['category.create'])
    expect(actions(await entries(awa, { search: '100 %' }))).toEqual(['category.create'])
    expect(actions(await entries(awa, { search: 'bloquee' }))).toEqual(['card.block'])
    expect(actions(await entries(awa, { search: 'blocked' }, 'en'))).toEqual(['card.block'])
    expect(actions(await entries(awa, { search: '198.51.100' }))).toEqual(['card.block'])
    const payee = await bank.aBeneficiary(account_id, IBAN, 'Société Générale')
    await on('2026-03-02', { action: 'beneficiary.create', subject_id: payee })
    expect(actions(await entries(awa, { search: 'societe g' }))).toEqual(['beneficiary.create'])
    expect(await entries(awa, { search: '%_' })).toEqual([])
    const second = await awa.call(listAuditEvents, { query: { page: 2 } })
    expect([second.body.length, second.headers['x-pagination-total-count']]).toEqual([5, '25'])
    expect((await awa.call(listAuditEvents, { query: { from: '2026-03-02', to: '2026-03-01' } })).status).toBe(422)
    expect((await awa.call(listAuditPeople)).body.map(({ id }) => id).toSorted()).toEqual(
      [awa.user_id, binta.user_id].toSorted(),
    )
  })

  it('finds frequent and rare words, in linked and unlinked events, within the filter', async () => {
    const awa = await bank.aCustomer()
    const binta = await bank.aMember(awa.account_id)
    const { account_id } = awa
    const at = (day: string) => new Date(`${day}T10:00:00Z`)
    const salaries = Array.from({ length: 2_300 }, (_, index) => ({
      at: new Date(at('2026-02-01').getTime() + index * 1000),
      user_id: index === 7 ? binta.user_id : awa.user_id,
      session_id: null,
      account_id,
      address: null,
      action: index === 5 ? ('card.block' as const) : ('category.create' as const),
      subject_id: newId(),
      facts: { label: `Salaire ${index}`, amount: 1_000_000 + index, id: awa.account_id },
    }))
    await recordEvents(bank.db, salaries)
    await wrote(account_id, { at: at('2025-06-01'), facts: { label: 'Xylophone de Fadiouth' } })
    await wrote(account_id, { at: at('2025-06-02'), user_id: binta.user_id, action: 'card.unblock' })
    await linkEvents(bank.db, bank.clock.at)
    await writeSearchTexts(bank.db)
    await wrote(account_id, { at: at('2026-03-01'), facts: { label: 'Xylophone neuf' } })
    const count = async (query: Record<string, unknown>) =>
      Number(
        (await awa.call(listAuditEvents, { query, headers: { 'accept-language': 'fr' } })).headers[
          'x-pagination-total-count'
        ],
      )

    expect(await count({ search: 'xylophone' })).toBe(2)
    expect(await count({ search: 'Salaire' })).toBe(1_000)
    expect(await count({ search: 'salaire', action: 'card.block' })).toBe(1)
    expect(await count({ search: 'salaire', person: binta.user_id })).toBe(1)
    expect(await count({ search: 'catégorie', person: binta.user_id })).toBe(1)
    expect(await count({ search: 'catégorie', person: 'bank' })).toBe(2)
    expect(await count({ search: 'salaire', from: '2026-02-02' })).toBe(0)
    expect(await count({ search: 'xylophone', to: '2025-12-31' })).toBe(1)
    expect(await count({ search: '1 002 299' })).toBe(1)
    expect(await count({ search: 'débloquée' })).toBe(1)
    expect(await count({ search: account_id.slice(0, 8) })).toBe(0)
    const [first, second] = await Promise.all([1, 2].map((page) => entries(awa, { search: 'salaire', page })))
    expect(new Set([...(first ?? []), ...(second ?? [])].map(({ id }) => id)).size).toBe(40)
    // People are found by their current name.
    await bank.owner.query(`UPDATE users SET first_name = 'Yacine' WHERE id = $1`, [binta.user_id])
    expect(await count({ search: 'yacine' })).toBe(2)
    const file = String((await awa.call(exportAuditLog, { query: { search: 'salaire' } })).body)
    expect(file.trimEnd().split('\r\n').length).toBe(1 + 2_300)
    expect(
      (await awa.call(listAuditEvents, { query: { action: 'audit.export' }, headers: { 'accept-language': 'en' } }))
        .body[0]?.details,
    ).toEqual([
      { name: 'Format', before: null, after: 'csv' },
      { name: 'Count', before: null, after: '2,300' },
    ])
  })

  it('contains events of this account, and changes of its access made from another one', async () => {
    const awa = await bank.aCustomer()
    const other = await bank.anAccount(awa.customer_id)
    const both = { customer_id: awa.customer_id, before: null, after: null }
    await wrote(other.account_id, { action: 'card.block' })
    await wrote(other.account_id, {
      action: 'access.invite',
      facts: { ...both, account_ids: [awa.account_id, other.account_id] },
    })
    await wrote(awa.account_id, { action: 'access.remove', facts: { ...both, account_ids: [other.account_id] } })
    await wrote(null, { action: 'access.join', facts: { ...both, account_ids: [awa.account_id] } })
    await wrote(null, { action: 'session.open', user_id: awa.user_id })
    expect(actions(await entries(awa)).toSorted()).toEqual(['access.invite', 'access.join'])
  })

  it('is filtered by a person who has lost the access, too', async () => {
    const awa = await bank.aCustomer({ kind: 'company' })
    const former = await bank.aMember(awa.account_id)
    await bank.aMember(awa.account_id)
    await wrote(awa.account_id, { user_id: former.user_id })
    expect((await awa.confirm(removePerson, { params: { id: former.user_id } })).status).toBe(204)
    expect((await awa.call(listAuditPeople)).body.map(({ id }) => id)).toContain(former.user_id)
    expect(actions(await entries(awa, { person: former.user_id }))).toEqual(['category.create'])
    const other = await bank.aCustomer()
    expect((await other.call(listAuditPeople)).body.map(({ id }) => id)).toEqual([other.user_id])
  })

  it('hides confidential salaries from users without the capability', async () => {
    const awa = await bank.aCustomer({ balance: 50_000 })
    const auditor = await bank.aMember(awa.account_id, { rights: ['operations'], capabilities: ['audit.read'] })
    const payee = await bank.aBeneficiary(awa.account_id, IBAN)
    const body = { type: 'direct', beneficiary_id: payee, amount: 10_000, label: 'Salaire', comment: null } as const
    const { body: transfer } = await awa.confirm(createTransfer, { body })
    expect(actions(await entries(auditor, { kind: 'payments' }))).toContain('transfer.create')
    await bank.owner.query(
      `SET session_replication_role = replica; ALTER TABLE transfers DROP CONSTRAINT transfers_confidential_in_a_batch`,
    )
    await bank.owner.query('UPDATE transfers SET is_confidential = true WHERE id = $1', [transfer.id])
    expect(await entries(auditor, { kind: 'payments' })).toEqual([])
    expect(await entries(auditor, { search: 'Thiam' })).toEqual([])
    expect(actions(await entries(awa, { kind: 'payments' }))).toContain('transfer.create')
  })

  it('requires the capability to read it', async () => {
    const awa = await bank.aCustomer()
    const other = await bank.aMember(awa.account_id, {
      rights: ['dashboard'],
      capabilities: ['message.send', 'access.admin'],
    })
    for (const call of [listAuditEvents, listAuditPeople, exportAuditLog])
      expect((await other.call(call)).status).toBe(403)
  })
})

describe('the export of the audit log', () => {
  it('contains every event found, with no cell that a spreadsheet would run, and is recorded itself', async () => {
    const awa = await bank.aCustomer()
    await wrote(awa.account_id, { user_id: awa.user_id, facts: { label: '=HYPERLINK("http://x";"y")' } })
    await wrote(awa.account_id, {
      action: 'beneficiary-list.create',
      facts: { label: '@SUM(A1)' },
      at: new Date('2026-03-09T08:00:00Z'),
    })
    await bank.owner.query("UPDATE users SET first_name = '-2+3', last_name = 'Sow' WHERE id = $1", [awa.user_id])
    for (let index = 0; index < 1_010; index += 1)
      await wrote(awa.account_id, { action: 'message.answer', at: new Date('2025-01-01T00:00:00Z') })
    const { headers, body } = await awa.call(exportAuditLog, { headers: { 'accept-language': 'fr' } })
    const lines = String(body).trimEnd().split('\r\n')
    expect(headers['content-disposition']).toContain('journal-2026-03-10.csv')
    expect(lines[0]).toBe('\uFEFF"Date (UTC)";"Par";"Action";"Objet";"Détail";"Adresse";"Appareil"')
    expect(lines.length).toBe(1 + 1_013)
    expect(lines.some((line) => line.includes("'-2+3 Sow"))).toBe(true)
    expect(String(body)).not.toMatch(/(^|;|\n)"?[=+@-]/u)
    expect(actions(await entries(awa, { action: 'audit.export' }))).toEqual(['audit.export'])
    const narrow = await awa.call(exportAuditLog, {
      query: { kind: 'beneficiaries' },
      headers: { 'accept-language': 'en' },
    })
    expect(String(narrow.body)).toContain('"2026-03-09 08:00:00","Banque Téranga","List of beneficiaries created"')
  })
})
