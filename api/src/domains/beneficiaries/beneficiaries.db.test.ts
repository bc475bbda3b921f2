import { parse } from 'csv-parse/sync'
import {
  acceptBeneficiary,
  type BeneficiaryDetail,
  changeBeneficiary,
  createBeneficiary,
  getBeneficiary,
  getBeneficiaryRib,
  exportBeneficiaries,
  listBeneficiaries,
  type NewBeneficiary,
  rejectBeneficiary,
  removeBeneficiary,
} from 'contract/transfers/beneficiaries.ts'
import { changeBeneficiaryList, createBeneficiaryList } from 'contract/transfers/beneficiary-lists.ts'
import { headers } from 'contract/endpoint.ts'
import type { Capability } from 'contract/rights.ts'
import {
  acceptTransfer,
  changeTransfer,
  createTransfer,
  getTransfer,
  type NewTransfer,
  rejectTransfer,
} from 'contract/transfers/transfers.ts'
import { reauthenticate } from 'contract/access/session.ts'
import { ibanFrom } from 'contract/values/iban.ts'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { codesOf, openTestBank, PASSWORD, type Reply, type TestBank, type Visitor } from '../../../test/test-bank.ts'
import { auditLedger } from '../../ledger/ledger-audit.ts'
import { newId } from '../../adapters/ids.ts'
import { expireTransfers } from '../transfer-execution/expire-transfers.ts'
import { runDueTransfers } from '../transfer-execution/run-transfers.ts'

const FLEUVE = ibanFrom('SN', 'SN998', '01001', '003101102001')
const DELTA = ibanFrom('SN', 'SN998', '01001', '003102102001')
const FRANCE = 'FR1420041010050500013M02606'
const PDF = '%PDF-1.7\n1 0 obj << /Type /Catalog >> endobj\ntrailer << /Root 1 0 R >>\n%%EOF\n'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
  await bank.owner.query(`INSERT INTO banks VALUES ('SN', 'SN998', 'Banque du Fleuve', NULL)`)
})
// The ledger balances after every test.
afterEach(async () => {
  const broken = (await auditLedger(bank.db)).filter(({ errors }) => errors > 0)
  if (broken.length > 0) throw new Error(`the ledger is not sound: ${JSON.stringify(broken)}`)
})
afterAll(() => bank.close())

const aPayee = (input: Partial<NewBeneficiary> = {}): NewBeneficiary => ({
  name: 'Sokhna Diarra',
  iban: FLEUVE,
  ...input,
})
const create = (visitor: Visitor, input: Partial<NewBeneficiary> = {}) =>
  visitor.confirm(createBeneficiary, { body: aPayee(input) })
const change = (visitor: Visitor, { id, version }: BeneficiaryDetail, input: Partial<NewBeneficiary> = {}) =>
  visitor.confirm(changeBeneficiary, { params: { id }, body: { ...aPayee(), ...input, version } })
const read = async (visitor: Visitor, id: string) => (await visitor.call(getBeneficiary, { params: { id } })).body
const namesOf = async (visitor: Visitor, query: Record<string, string> = {}) => {
  const reply = await visitor.call(listBeneficiaries, { query })
  return { names: reply.body.map(({ name }) => name), total: reply.headers[headers.totalCount.toLowerCase()] }
}
const withRib = (body: unknown, name = 'rib.pdf', content = PDF) => {
  const form = new FormData()
  form.set('jsonBody', JSON.stringify(body))
  form.set('rib', new File([content], name))
  return form
}

describe('a private person', () => {
  it('saves a payee from a RIB with spaces, after re-authentication, once per key', async () => {
    const awa = await bank.aCustomer()
    const body = aPayee({
      iban: ` ${FLEUVE.slice(4).replace(/(.{5})/g, '$1\u00A0')} `,
      phone: '+221771234567',
      zip: '12500',
      code: 'F-051',
    })
    expect((await awa.call(createBeneficiary, { body })).status).toBe(428)
    expect((await namesOf(awa)).names).toEqual([])
    const key = { [headers.idempotencyKey]: newId() }
    const first = await awa.confirm(createBeneficiary, { body, headers: key })
    expect(first.status).toBe(201)
    expect(first.body).toMatchObject({
      name: 'Sokhna Diarra',
      company_name: null,
      iban: FLEUVE,
      bank_name: 'Banque du Fleuve',
      country: 'SN',
      international: false,
      rail: 'local',
      phone: '+221771234567',
      approval_status: 'approved',
      version: 1,
      rib: null,
      actions: ['edit', 'remove', 'trust'],
      changes: [{ old_iban: null, new_iban: FLEUVE, status: 'approved', decided_by: null }],
    })
    const again = await awa.call(createBeneficiary, { body, headers: key })
    expect([again.status, again.body.id]).toEqual([201, first.body.id])
    expect((await namesOf(awa)).names).toEqual(['Sokhna Diarra'])
  })

  it('gets all errors of the form in one response', async () => {
    const awa = await bank.aCustomer()
    const wrong = async (input: Partial<NewBeneficiary>) =>
      codesOf(await awa.call(createBeneficiary, { body: aPayee(input) }))
    expect(await wrong({ iban: FRANCE })).toEqual(['bic: bic_required'])
    expect(await wrong({ iban: 'SN999 01003 100001101001 70' })).toEqual(['iban: rib_key_invalid'])
    expect(await wrong({ iban: 'FR1420041010050500013M02607', bic: 'SOGEFRPP' })).toEqual(['iban: iban_invalid'])
    expect(await wrong({ iban: 'US12345678901234', bic: 'CHASUS33' })).toEqual(['iban: country_unsupported'])
    expect(await wrong({ iban: '02100002199', country: 'ZZ', bic: 'CHASUS33' })).toEqual(['country: country_unknown'])
    expect(await wrong({ address_country: 'ZZ' })).toEqual(['address_country: address_country_unknown'])
    expect(await wrong({ iban: ibanFrom('SN', 'SN999', '01003', '999999999999') })).toEqual(['iban: no_such_account'])
    expect(await wrong({ iban: awa.iban })).toEqual(['iban: own_account'])
    expect(await wrong({ company_name: 'Deux noms SARL' })).toEqual(['name: required'])
    expect(await wrong({ name: null })).toEqual(['name: required'])
    expect(await wrong({ bic: 'ABC', email: 'x', phone: '12', zip: '?' })).toEqual([
      'bic: bic_invalid',
      'email: email_invalid',
      'phone: phone_invalid',
      'zip: invalid',
    ])
    expect(await wrong({ zip: '75011 P' })).toEqual(['zip: invalid'])
    expect(await wrong({ lists: [newId()] })).toEqual(['confirmation_required'])
    expect(codesOf(await create(awa, { lists: [newId()] }))).toEqual(['lists: unknown_list'])
  })

  it('saves an account of a country without IBAN by its number, and one abroad with its BIC', async () => {
    const awa = await bank.aCustomer()
    const american = await create(awa, {
      iban: '021 0000 2199',
      country: 'US',
      bic: 'CHASUS33',
      bank_name: 'Chase',
      company_name: 'Grain Co',
      name: null,
    })
    expect(american.body).toMatchObject({
      company_name: 'Grain Co',
      iban: '02100002199',
      country: 'US',
      international: true,
      bank_name: 'Chase',
    })
    expect((await create(awa, { iban: FRANCE, bic: 'SOGEFRPP' })).body).toMatchObject({
      rail: 'international',
      bic: 'SOGEFRPP',
    })
    expect((await namesOf(awa, { international: 'true' })).names).toEqual(['Grain Co', 'Sokhna Diarra'])
  })

  it('is warned about an account that is already saved, and can save it nevertheless', async () => {
    const awa = await bank.aCustomer()
    await create(awa)
    const twice = await awa.call(createBeneficiary, { body: aPayee({ name: 'Sokhna D.' }) })
    expect(codesOf(twice)).toEqual(['iban: beneficiary_duplicate'])
    expect(JSON.stringify(twice.body)).toContain('Sokhna Diarra')
    expect((await create(awa, { name: 'Sokhna D.', allow_duplicate: true })).status).toBe(201)
  })

  it('is warned about a name similar to another beneficiary, and can save it nevertheless', async () => {
    const awa = await bank.aCustomer()
    await create(awa, { name: 'SENELEC' })
    const disguised = aPayee({ name: 'ЅЕNЕLЕС', iban: FRANCE, bic: 'SOGEFRPP' })
    const refused = await awa.call(createBeneficiary, { body: disguised })
    expect(codesOf(refused)).toEqual(['name: beneficiary_look_alike'])
    expect(JSON.stringify(refused.body)).toContain('SENELEC')
    const { status, body } = await create(awa, { ...disguised, allow_look_alike: true })
    expect(status).toBe(201)
    // Saved unchanged, it needs no new acknowledgement; renamed to a look-alike it does.
    const edit = (name: string) =>
      awa.confirm(changeBeneficiary, {
        params: { id: body.id },
        body: { ...aPayee({ name, iban: FRANCE, bic: 'SOGEFRPP' }), version: 1 },
      })
    expect(codesOf(await edit('ＳＥＮＥＬＥＣ'))).toEqual(['name: beneficiary_look_alike'])
    expect((await edit('ЅЕNЕLЕС')).status).toBe(200)
  })

  it('uploads a RIB file, replaces it and deletes it', async () => {
    const awa = await bank.aCustomer()
    const created = await awa.confirm(createBeneficiary, { form: withRib(aPayee()) })
    const { id } = created.body
    expect(created.body.rib).toMatchObject({ name: 'rib.pdf', media_type: 'application/pdf', size: PDF.length })
    const file = await awa.call(getBeneficiaryRib, { params: { id } })
    expect([file.status, file.headers['content-type'], file.headers['content-disposition']]).toEqual([
      200,
      'application/pdf',
      'attachment; filename=rib.pdf',
    ])
    const other = await bank.aCustomer()
    expect((await other.call(getBeneficiaryRib, { params: { id } })).status).toBe(404)
    const disguised = await awa.confirm(changeBeneficiary, {
      params: { id },
      form: withRib({ ...aPayee(), version: 1 }, 'rib.pdf', 'MZ'),
    })
    expect(codesOf(disguised)).toEqual(['rib: file_type'])
    const replaced = await awa.confirm(changeBeneficiary, {
      params: { id },
      form: withRib({ ...aPayee(), version: 1 }, 'nouveau.pdf'),
    })
    expect(replaced.body.rib?.name).toBe('nouveau.pdf')
    const kept = await change(awa, replaced.body, { comment: 'Payer en fin de mois' })
    expect(kept.body).toMatchObject({ rib: { name: 'nouveau.pdf' }, comment: 'Payer en fin de mois' })
    const taken = await awa.confirm(changeBeneficiary, {
      params: { id },
      body: { ...aPayee(), version: 3, remove_rib: true },
    })
    expect(taken.body.rib).toBeNull()
    expect((await awa.call(getBeneficiaryRib, { params: { id } })).status).toBe(404)
  })

  it('confirms exactly these values: a confirmation of one account does not save another', async () => {
    const awa = await bank.aCustomer()
    const requested = await awa.call(createBeneficiary, { body: aPayee() })
    const { operation } = requested.body as unknown as { operation: { hash: string } }
    const { body } = await awa.call(reauthenticate, { body: { password: PASSWORD, operation_hash: operation.hash } })
    const token = { [headers.confirmation]: body.confirmation ?? '' }
    expect((await awa.call(createBeneficiary, { body: aPayee({ iban: DELTA }), headers: token })).status).toBe(428)
    expect((await awa.call(createBeneficiary, { body: aPayee({ name: 'Un autre' }), headers: token })).status).toBe(428)
    expect((await awa.call(createBeneficiary, { body: aPayee(), headers: token })).status).toBe(201)
  })

  it('finds payees by name without accents, number, code and telephone, in alphabetical order', async () => {
    const awa = await bank.aCustomer()
    for (const [index, name] of ['Zoé', 'Élise Sœur', 'abdou', 'Édouard', 'Fatou'].entries()) {
      await create(awa, {
        name,
        iban: ibanFrom('SN', 'SN998', '01001', `00${4100 + index}102001`),
        code: `F-${index}`,
        phone: `+22177123450${index}`,
      })
    }
    expect(await namesOf(awa)).toEqual({ names: ['abdou', 'Édouard', 'Élise Sœur', 'Fatou', 'Zoé'], total: '5' })
    expect((await namesOf(awa, { search: 'elise soeur' })).names).toEqual(['Élise Sœur'])
    for (const search of ['EDOU', 'édou'.normalize('NFD')])
      expect((await namesOf(awa, { search })).names).toEqual(['Édouard'])
    expect((await namesOf(awa, { search: '0041 0210' })).names).toEqual(['abdou'])
    expect((await namesOf(awa, { search: 'f-4' })).names).toEqual(['Fatou'])
    expect((await namesOf(awa, { search: '77 123 45 00' })).names).toEqual(['Zoé'])
    expect(await namesOf(awa, { search: '%' })).toEqual({ names: [], total: '0' })
  })

  it('reads and changes only their own beneficiaries', async () => {
    const [awa, other] = [await bank.aCustomer(), await bank.aCustomer()]
    const { body: payee } = await create(awa)
    const params = { id: payee.id }
    expect((await other.call(getBeneficiary, { params })).status).toBe(404)
    expect((await other.confirm(changeBeneficiary, { params, body: { ...aPayee(), version: 1 } })).status).toBe(404)
    expect((await other.confirm(removeBeneficiary, { params })).status).toBe(404)
    expect((await namesOf(other)).names).toEqual([])
  })

  it('shows the social security number only to people who manage beneficiaries', async () => {
    const awa = await bank.aCustomer()
    const { body } = await create(awa, { social_security_number: '1 850 1234 5678' })
    const reader = await bank.aMember(awa.account_id, { capabilities: [] })
    expect(body.social_security_number).toBe('1 850 1234 5678')
    expect((await read(reader, body.id)).social_security_number).toBeNull()
  })

  it('loses no change when two are made at the same time', async () => {
    const awa = await bank.aCustomer()
    const { body } = await create(awa)
    const replies = await Promise.all(['un', 'deux', 'trois'].map((comment) => change(awa, body, { comment })))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const kept = replies.find(({ status }) => status === 200)
    expect((await read(awa, body.id)).comment).toBe(kept?.body.comment)
    expect(codesOf(replies.find(({ status }) => status === 409) ?? replies[0]!)).toEqual(['stale_beneficiary'])
  })

  it('changes the account and keeps the old and new values in the history', async () => {
    const awa = await bank.aCustomer()
    const { body } = await create(awa)
    const changed = await change(awa, body, { iban: DELTA })
    expect(changed.body).toMatchObject({ iban: DELTA, approval_status: 'approved', version: 2 })
    expect(changed.body.changes.map(({ old_iban, new_iban }) => [old_iban, new_iban])).toEqual([
      [FLEUVE, DELTA],
      [null, FLEUVE],
    ])
    const { rows } = await bank.owner.query(
      "SELECT facts FROM audit_events WHERE subject_id = $1 AND action = 'beneficiary.change'",
      [body.id],
    )
    expect(rows).toMatchObject([{ facts: { old_iban: FLEUVE, new_iban: DELTA } }])
  })
})

const order = (beneficiary_id: string, input: Partial<NewTransfer> = {}): NewTransfer => ({
  type: 'delayed',
  beneficiary_id,
  amount: 8_000,
  label: 'Loyer',
  comment: null,
  execution_date: '2026-04-01',
  ...input,
})
const held = async ({ account_id }: Visitor) => {
  const [row] = await bank.db<{ held: number }>`SELECT held FROM ledger_accounts WHERE id = ${account_id}`
  return row?.held
}
const stateOf = async (visitor: Visitor, id: string) => {
  const { body } = await visitor.call(getTransfer, { params: { id } })
  return [body.validation_status, body.execution_status, body.reason_code, body.history.at(-1)?.action]
}

describe('orders to a payee', () => {
  it('stop when the account is changed, release their holds and name the reason; executed ones stay', async () => {
    const awa = await bank.aCustomer({ balance: 100_000 })
    await bank.owner.query("UPDATE users SET email = 'awa@courrier.example' WHERE id = $1", [awa.user_id])
    const other = await bank.aCustomer()
    // The name is not the holder's: that is said, and saved when it is confirmed.
    expect(codesOf(await awa.call(createBeneficiary, { body: aPayee({ iban: other.iban }) }))).toEqual([
      'name: beneficiary_other_holder',
    ])
    const { body: payee } = await create(awa, { iban: other.iban, allow_other_holder: true })
    const paid = await awa.confirm(createTransfer, { body: order(payee.id, { type: 'direct' }) })
    const dated = await awa.confirm(createTransfer, { body: order(payee.id) })
    const series = await awa.confirm(createTransfer, {
      body: order(payee.id, {
        type: 'periodic',
        start_date: '2026-04-01',
        periodicity: 'monthly',
        execution_date: null,
      }),
    })
    // An invalid account number does not change the orders.
    const { body: same } = await change(awa, payee, { iban: other.iban, comment: 'Propriétaire' })
    expect((await stateOf(awa, dated.body.id))[1]).toBe('scheduled')

    const requested = await awa.call(changeBeneficiary, {
      params: { id: payee.id },
      body: { ...aPayee(), version: same.version },
    })
    expect(JSON.stringify(requested.body)).toContain('{"name":"stopped_orders","text":"2"}')
    expect((await change(awa, same)).status).toBe(200)
    const stopped = ['validated', 'rejected', 'payee_changed', 'transfer.stop']
    expect(await stateOf(awa, dated.body.id)).toEqual(stopped)
    expect(await stateOf(awa, series.body.id)).toEqual(stopped)
    expect((await stateOf(awa, paid.body.id))[1]).toBe('executed')
    expect(await held(awa)).toBe(0)
    const { rows: mails } = await bank.owner.query(
      "SELECT subject, plain FROM mails WHERE recipient = 'awa@courrier.example'",
    )
    expect(mails).toHaveLength(1)
    expect(mails[0].plain).toContain('Sokhna Diarra')
    expect(mails[0].plain).toContain(dated.body.reference)
  })

  it('stop when the payee is deleted, and keep the payee’s name', async () => {
    const awa = await bank.aCustomer({ balance: 100_000 })
    const { body: payee } = await create(awa)
    const dated = await awa.confirm(createTransfer, { body: order(payee.id) })
    expect((await awa.confirm(removeBeneficiary, { params: { id: payee.id } })).status).toBe(204)
    expect(await stateOf(awa, dated.body.id)).toEqual(['validated', 'rejected', 'payee_removed', 'transfer.stop'])
    expect((await awa.call(getTransfer, { params: { id: dated.body.id } })).body.beneficiary.name).toBe('Sokhna Diarra')
    expect(await held(awa)).toBe(0)
    expect((await awa.call(getBeneficiary, { params: { id: payee.id } })).status).toBe(404)
    expect((await namesOf(awa)).names).toEqual([])
    expect(codesOf(await awa.call(createTransfer, { body: order(payee.id) }))).toEqual([
      'beneficiary_id: unknown_beneficiary',
    ])
  })

  it('never run to the former account, whatever the order of simultaneous calls', async () => {
    // Another order created meanwhile has to be stopped too: a new re-authentication is required.
    const changeInTheEnd = async (visitor: Visitor, payee: BeneficiaryDetail) => {
      for (;;) {
        const reply = await change(visitor, payee, { iban: DELTA })
        if (reply.status !== 428) return reply
      }
    }
    for (let round = 0; round < 12; round += 1) {
      const awa = await bank.aCustomer({ balance: 100_000 })
      const { body: payee } = await create(awa)
      const tokens = await Promise.all(
        [1, 2, 3, 4].map(async (amount) => {
          const body = order(payee.id, { amount })
          const requested: Reply<unknown> = await awa.call(createTransfer, { body })
          const { operation } = requested.body as { operation: { hash: string } }
          const token = await awa.call(reauthenticate, { body: { password: PASSWORD, operation_hash: operation.hash } })
          return { body, headers: { [headers.confirmation]: token.body.confirmation ?? '' } }
        }),
      )
      const changed = changeInTheEnd(awa, payee)
      const given = await Promise.all(
        tokens.map(async (token, index) => {
          // Spread over the duration of the change.
          await new Promise((later) => setTimeout(later, index * 6 + (round % 6)))
          return awa.call(createTransfer, token)
        }),
      )
      expect((await changed).status).toBe(200)
      expect(given.every(({ status }) => status === 201 || status === 428)).toBe(true)
      const { rows } = await bank.owner.query<{ open: number }>(
        `SELECT count(*)::int AS open FROM transfers WHERE account_id = $1 AND beneficiary_iban = $2 AND execution_status = 'scheduled'`,
        [awa.account_id, FLEUVE],
      )
      expect(rows[0]?.open).toBe(0)
    }
  })
})

it('are exported as a file, in the list that the filters find', async () => {
  const awa = await bank.aCustomer()
  await bank.aBeneficiary(awa.account_id, (await bank.aCustomer()).iban, 'Cheikh Diatta')
  await bank.aBeneficiary(awa.account_id, (await bank.aCustomer()).iban, 'Sokhna Diarra')
  const reply = await awa.call(exportBeneficiaries, {
    query: { search: 'sokh' },
    headers: { 'accept-language': 'en' },
  })
  const rows = parse(reply.body as unknown as Buffer, { bom: true, columns: true })
  expect(rows).toMatchObject([{ Name: 'Sokhna Diarra', Country: 'SN' }])
})

it('never run to the former account when edited to the payee during the change', async () => {
  for (let round = 0; round < 8; round += 1) {
    const awa = await bank.aCustomer({ balance: 100_000 })
    const { body: payee } = await create(awa)
    const { body: other } = await create(awa, { iban: ibanFrom('SN', 'SN998', '01001', '003109102001'), name: 'Modou' })
    const { body: given } = await awa.confirm(createTransfer, { body: order(other.id) })
    const body = { version: given.version, beneficiary_id: payee.id }
    const [edited, changed] = await Promise.all([
      awa.confirm(changeTransfer, { params: { id: given.id }, body }),
      change(awa, payee, { iban: DELTA }),
    ])
    // Each may find that the other was first, and retries.
    expect([200, 428]).toContain(edited.status)
    expect([200, 428]).toContain(changed.status)
    const now = await read(awa, payee.id)
    const { rows } = await bank.owner.query<{ stray: number }>(
      `SELECT count(*)::int AS stray FROM transfers
        WHERE account_id = $1 AND beneficiary_id = $2 AND execution_status = 'scheduled' AND beneficiary_iban <> $3`,
      [awa.account_id, payee.id, now.iban],
    )
    expect(rows[0]?.stray).toBe(0)
  }
})

const MAKER: Capability[] = ['beneficiary.manage', 'transfer.create']
const CHECKER: Capability[] = ['transfer.validate']

async function aCompany(capabilities = MAKER) {
  const maker = await bank.aCustomer({ kind: 'company', balance: 1_000_000, capabilities })
  return { maker, checker: await bank.aMember(maker.account_id, { capabilities: CHECKER }) }
}
const accept = (visitor: Visitor, { id, version }: BeneficiaryDetail) =>
  visitor.confirm(acceptBeneficiary, { params: { id }, body: { version } })
const reject = (visitor: Visitor, { id, version }: BeneficiaryDetail) =>
  visitor.call(rejectBeneficiary, { params: { id }, body: { version, reason: 'Compte inconnu' } })

describe('at a company', () => {
  it('is accepted by the only person who may sign', async () => {
    const owner = await bank.aCustomer({ kind: 'company' })
    const { body } = await create(owner)
    expect(body.approval_status).toBe('approved')
    // A change whose requester has lost access is decided by a remaining user.
    await bank.owner.query("UPDATE beneficiaries SET approval_status = 'pending' WHERE id = $1", [body.id])
    await bank.owner.query(
      "UPDATE beneficiary_account_changes SET status = 'pending', decided_by = NULL, decided_at = NULL WHERE beneficiary_id = $1",
      [body.id],
    )
    expect((await owner.call(getBeneficiary, { params: { id: body.id } })).body.actions).toContain('accept')
    expect(
      (await owner.confirm(acceptBeneficiary, { params: { id: body.id }, body: { version: body.version } })).status,
    ).toBe(200)
  })

  it('a new account is paid only after another person approved it', async () => {
    const { maker, checker } = await aCompany()
    const { body: payee } = await create(maker)
    expect(payee).toMatchObject({ approval_status: 'pending', actions: ['edit', 'remove'] })
    expect(codesOf(await maker.call(createTransfer, { body: order(payee.id) }))).toEqual([
      'beneficiary_id: beneficiary_pending',
    ])
    expect((await namesOf(checker, { status: 'pending' })).names).toEqual(['Sokhna Diarra'])
    const seen = await read(checker, payee.id)
    expect(seen.actions).toEqual(['accept', 'reject'])
    expect((await checker.call(acceptBeneficiary, { params: { id: payee.id }, body: { version: 1 } })).status).toBe(428)
    const { body: accepted } = await accept(checker, seen)
    expect(accepted).toMatchObject({ approval_status: 'approved', actions: [] })
    expect(accepted.changes[0]?.decided_by).toContain('Ndiaye')
    expect(codesOf(await accept(checker, accepted))).toEqual(['beneficiary_not_pending'])
    expect((await maker.confirm(createTransfer, { body: order(payee.id) })).status).toBe(201)
  })

  it('refuses approval by the person who entered the account', async () => {
    const { maker, checker } = await aCompany([...MAKER, ...CHECKER])
    const { body: payee } = await create(maker)
    expect(payee.actions).toEqual(['edit', 'remove'])
    expect(codesOf(await accept(maker, payee))).toEqual(['own_beneficiary'])
    expect(codesOf(await reject(maker, payee))).toEqual(['own_beneficiary'])
    expect((await accept(checker, payee)).status).toBe(200)
  })

  it('a changed account suspends the orders; its refusal restores the approved account', async () => {
    const { maker, checker } = await aCompany()
    const { body: payee } = await create(maker)
    const { body: approved } = await accept(checker, payee)
    const { body: waiting } = await maker.confirm(createTransfer, { body: order(payee.id, { type: 'direct' }) })
    expect(await held(maker)).toBe(8_000 + 585)
    const requested = await maker.call(changeBeneficiary, {
      params: { id: payee.id },
      body: { ...aPayee(), iban: DELTA, version: approved.version },
    })
    expect(JSON.stringify(requested.body)).toContain('{"name":"suspended_orders","text":"1"}')
    const { body: changed } = await change(maker, approved, { iban: DELTA })
    expect(changed).toMatchObject({ iban: DELTA, approval_status: 'pending' })
    expect(await stateOf(maker, waiting.id)).toEqual(['pending', 'scheduled', null, 'transfer.suspend'])
    const params = { id: waiting.id }
    expect((await maker.call(getTransfer, { params })).body).toMatchObject({
      suspended: 'payee_change',
      beneficiary: { iban: FLEUVE },
    })
    expect(codesOf(await checker.confirm(acceptTransfer, { params, body: { version: 1 } }))).toEqual([
      'beneficiary_id: beneficiary_pending',
    ])
    expect(await held(maker)).toBe(8_000 + 585)
    // A second change does not make the undecided account the one to restore.
    const { body: again } = await change(maker, changed, { iban: FRANCE, bic: 'SOGEFRPP' })
    expect(codesOf(await reject(checker, changed))).toEqual(['stale_beneficiary'])
    const { body: refused } = await reject(checker, again)
    expect(refused).toMatchObject({ iban: FLEUVE, bic: null, approval_status: 'approved' })
    expect(refused.changes.map(({ status, reason }) => [status, reason])).toEqual([
      ['refused', 'Compte inconnu'],
      ['withdrawn', null],
      ['approved', null],
    ])
    expect(await stateOf(maker, waiting.id)).toEqual(['pending', 'scheduled', null, 'transfer.unsuspend'])
    expect((await checker.confirm(acceptTransfer, { params, body: { version: 1 } })).body).toMatchObject({
      validation_status: 'validated',
      suspended: null,
      beneficiary: { iban: FLEUVE },
    })
    expect((await maker.confirm(createTransfer, { body: order(payee.id) })).status).toBe(201)
  })

  it('a changed account that waits is withdrawn with its payee', async () => {
    const { maker, checker } = await aCompany()
    const { body: payee } = await create(maker)
    const { body: approved } = await accept(checker, payee)
    const { body: changed } = await change(maker, approved, { iban: DELTA })
    expect((await maker.confirm(removeBeneficiary, { params: { id: payee.id } })).status).toBe(204)
    expect((await accept(checker, changed)).status).toBe(404)
    const changes = await bank.db<{ status: string }>`
      SELECT status FROM beneficiary_account_changes WHERE beneficiary_id = ${payee.id} ORDER BY changed_at, id`
    expect(changes.map(({ status }) => status)).toEqual(['approved', 'withdrawn'])
  })

  async function withOrders() {
    const { maker, checker } = await aCompany()
    const { body: payee } = await create(maker)
    const { body: approved } = await accept(checker, payee)
    const dates = {
      type: 'periodic' as const,
      start_date: '2026-03-12',
      periodicity: 'weekly' as const,
      execution_date: null,
    }
    const orders: string[] = []
    for (const input of [dates, { execution_date: '2026-03-13' }, { execution_date: '2026-04-01' }]) {
      const { body } = await maker.confirm(createTransfer, { body: order(payee.id, input) })
      await checker.confirm(acceptTransfer, { params: { id: body.id }, body: { version: 1 } })
      orders.push(body.id)
    }
    const { body: changed } = await change(maker, approved, { iban: DELTA })
    const seen = async (visitor: Visitor) =>
      Promise.all(
        orders.map(async (id) => (await (await bank.signIn(visitor)).call(getTransfer, { params: { id } })).body),
      )
    return { maker, checker, changed, orders, seen }
  }
  async function runAll() {
    while ((await runDueTransfers({ db: bank.db, clock: { now: () => bank.clock.at } })) > 0);
  }

  it('a pending account is not paid; after a refusal the series skips past dates and a single order is late', async () => {
    const start = bank.clock.at
    const { maker, checker, changed, orders, seen } = await withOrders()
    await bank.owner.query("UPDATE users SET email = 'maker@courrier.example' WHERE id = $1", [maker.user_id])
    expect((await checker.call(getBeneficiary, { params: { id: changed.id } })).body.suspended_orders).toBe(3)
    try {
      bank.clock.at = new Date('2026-03-16T09:30:00Z')
      await runAll()
      expect((await reject(await bank.signIn(checker), changed)).status).toBe(200)
      await runAll()
      expect(await seen(maker)).toMatchObject([
        { suspended: null, execution_status: 'scheduled', execution_date: '2026-03-19', beneficiary: { iban: FLEUVE } },
        { suspended: 'late', execution_status: 'scheduled', execution_date: '2026-03-13', actions: ['edit', 'cancel'] },
        { suspended: null, execution_status: 'scheduled', execution_date: '2026-04-01' },
      ])
      const { rows: mails } = await bank.owner.query(
        "SELECT plain FROM mails WHERE recipient = 'maker@courrier.example'",
      )
      expect(mails.some(({ plain }: { plain: string }) => plain.includes('la date de ces virements est passée'))).toBe(
        true,
      )
      // The late order runs once it has another date.
      const again = await (
        await bank.signIn(maker)
      ).confirm(changeTransfer, {
        params: { id: orders[1] ?? '' },
        body: { version: 1, execution_date: '2026-03-17' },
      })
      expect(again.body).toMatchObject({ suspended: null, validation_status: 'pending', execution_date: '2026-03-17' })
      bank.clock.at = new Date('2026-03-19T12:00:00Z')
      await runAll()
      expect((await seen(maker))[0]).toMatchObject({ execution_status: 'scheduled', execution_date: '2026-03-26' })
    } finally {
      bank.clock.at = start
    }
  })

  it('an approved new account receives the suspended orders after new signatures, or they end, as the approver chooses', async () => {
    const one = await withOrders()
    const requested = await one.checker.call(acceptBeneficiary, {
      params: { id: one.changed.id },
      body: { version: one.changed.version },
    })
    expect(JSON.stringify(requested.body)).toContain('{"name":"resumed_orders","text":"3"}')
    expect((await accept(one.checker, one.changed)).status).toBe(200)
    for (const transfer of await one.seen(one.maker))
      expect(transfer).toMatchObject({
        suspended: null,
        validation_status: 'pending',
        version: 2,
        beneficiary: { iban: DELTA },
      })
    const id = one.orders[2] ?? ''
    const signed = await one.checker.confirm(acceptTransfer, { params: { id }, body: { version: 2 } })
    expect(signed.body).toMatchObject({ validation_status: 'validated', beneficiary: { iban: DELTA } })

    const other = await withOrders()
    const body = { version: other.changed.version, orders: 'end' as const }
    expect((await other.checker.confirm(acceptBeneficiary, { params: { id: other.changed.id }, body })).status).toBe(
      200,
    )
    for (const id of other.orders)
      expect(await stateOf(other.maker, id)).toEqual(['validated', 'rejected', 'payee_changed', 'transfer.stop'])
  })

  it('an approved account abroad receives only orders with the purpose and the documents of exchange control', async () => {
    const { maker, checker } = await aCompany()
    const { body: payee } = await create(maker)
    const { body: approved } = await accept(checker, payee)
    const bare = await maker.confirm(createTransfer, { body: order(payee.id, { amount: 600_000 }) })
    const body = order(payee.id, { amount: 600_000, purpose: 'studies' })
    const form = new FormData()
    form.set('jsonBody', JSON.stringify(body))
    form.set('international_documents', new File([PDF], 'Attestation.pdf'))
    const documented = await maker.confirm(createTransfer, { form })
    expect(documented.status).toBe(201)
    const { body: changed } = await change(maker, approved, { iban: FRANCE, bic: 'SOGEFRPP' })
    expect((await accept(checker, changed)).status).toBe(200)
    expect((await maker.call(getTransfer, { params: { id: documented.body.id } })).body).toMatchObject({
      network: 'swift',
      validation_status: 'pending',
      suspended: null,
    })
    expect(await stateOf(maker, bare.body.id)).toEqual(['refused', 'cancelled', 'payee_changed', 'transfer.stop'])
  })

  it('a suspended order can be refused', async () => {
    const { maker, checker } = await aCompany()
    const { body: payee } = await create(maker)
    const { body: approved } = await accept(checker, payee)
    const { body: waiting } = await maker.confirm(createTransfer, { body: order(payee.id, { type: 'direct' }) })
    await change(maker, approved, { iban: DELTA })
    const params = { id: waiting.id }
    expect((await checker.call(getTransfer, { params })).body.actions).toEqual(['reject'])
    const refused = await checker.call(rejectTransfer, { params, body: { version: 1, reason: 'Compte douteux' } })
    expect(refused.body).toMatchObject({ validation_status: 'refused', suspended: null })
    expect(await held(maker)).toBe(0)
  })

  it('an approved account receives a series whose last date is executed after its end', async () => {
    const { maker, checker } = await aCompany()
    const { body: payee } = await create(maker)
    const { body: approved } = await accept(checker, payee)
    // A Saturday.
    const day = { start_date: '2026-03-14', end_date: '2026-03-14', execution_date: null }
    const series = order(payee.id, { type: 'periodic', periodicity: 'weekly', ...day })
    const { body: ordered } = await maker.confirm(createTransfer, { body: series })
    expect((await accept(checker, (await change(maker, approved, { iban: DELTA })).body)).status).toBe(200)
    expect((await maker.call(getTransfer, { params: { id: ordered.id } })).body).toMatchObject({
      validation_status: 'pending',
      execution_date: '2026-03-16',
      beneficiary: { iban: DELTA },
    })
  })

  it('an approval after a missed date: the series waits for its signatures with its next date, and does not expire', async () => {
    const start = bank.clock.at
    const { maker, checker, changed, orders, seen } = await withOrders()
    try {
      bank.clock.at = new Date('2026-03-16T09:30:00Z')
      await runAll()
      expect((await accept(await bank.signIn(checker), changed)).status).toBe(200)
      await expireTransfers({ db: bank.db, clock: { now: () => bank.clock.at } })
      const [series] = await seen(maker)
      expect(series).toMatchObject({ suspended: null, validation_status: 'pending', execution_date: '2026-03-19' })
      const id = orders[0] ?? ''
      const signer = await bank.signIn(checker)
      expect((await signer.confirm(acceptTransfer, { params: { id }, body: { version: 2 } })).status).toBe(200)
      await runAll()
      expect((await seen(maker))[0]).toMatchObject({ validation_status: 'validated', execution_date: '2026-03-19' })
    } finally {
      bank.clock.at = start
    }
  })

  it('a refused new payee is not paid, and is pending again once corrected', async () => {
    const { maker, checker } = await aCompany()
    const { body: payee } = await create(maker)
    const { body: refused } = await reject(checker, payee)
    expect(refused.approval_status).toBe('refused')
    expect(codesOf(await maker.call(createTransfer, { body: order(payee.id) }))).toEqual([
      'beneficiary_id: beneficiary_pending',
    ])
    const { body: corrected } = await change(maker, refused, { iban: DELTA })
    expect(corrected.approval_status).toBe('pending')
    expect((await accept(checker, corrected)).body.approval_status).toBe('approved')
  })

  it('other details change without approval, and a pending payee stays pending', async () => {
    const { maker, checker } = await aCompany()
    const { body: payee } = await create(maker)
    const { body: edited } = await change(maker, payee, { email: 'sokhna@courrier.example' })
    expect(edited).toMatchObject({ approval_status: 'pending', version: 2 })
    const { body: approved } = await accept(checker, edited)
    expect((await change(maker, approved, { email: null })).body.approval_status).toBe('approved')
  })

  it('decides once when two decisions arrive at the same time', async () => {
    const { maker, checker } = await aCompany()
    const second = await bank.aMember(maker.account_id, { capabilities: CHECKER })
    const { body: payee } = await create(maker)
    const replies = await Promise.all([accept(checker, payee), accept(second, payee), reject(second, payee)])
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await read(maker, payee.id)).changes.filter(({ status }) => status !== 'withdrawn')).toHaveLength(1)
  })
})

describe('beneficiary lists', () => {
  it('filter the beneficiaries of an account', async () => {
    const awa = await bank.aCustomer()
    const { body: list } = await awa.call(createBeneficiaryList, {
      body: { name: 'Famille', type: { label: 'Proches' }, comment: null },
    })
    const { body: payee } = await create(awa, { lists: [list.id] })
    expect(payee.lists).toEqual([{ id: list.id, name: 'Famille' }])
    await create(awa, { iban: DELTA, name: 'Modou' })
    expect(await namesOf(awa, { list: list.id })).toEqual({ names: ['Sokhna Diarra'], total: '1' })
    // A change without lists keeps them; an empty list removes the payee from all.
    const { body: kept } = await change(awa, payee, { comment: 'x' })
    expect(kept.lists).toHaveLength(1)
    expect((await change(awa, kept, { lists: [] })).body.lists).toEqual([])
    await awa.call(changeBeneficiaryList, { params: { id: list.id }, body: { add: [payee.id] } })
    await awa.confirm(removeBeneficiary, { params: { id: payee.id } })
    const again = await awa.call(changeBeneficiaryList, { params: { id: list.id }, body: {} })
    expect(again.body.beneficiary_count).toBe(0)
  })
})
