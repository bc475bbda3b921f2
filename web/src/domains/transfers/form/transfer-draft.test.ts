import { NewTransfer, type TransferDetail } from 'contract/transfers/transfers.ts'
import { expect, it } from 'vitest'
import { problemsOf } from '../../../lib/forms/use-form.ts'
import {
  carriedOver,
  currencyOf,
  draftOf,
  emptyDraft,
  filesOf,
  payeeOfLookup,
  payeeOfOwn,
  readKept,
  readNamed,
  sameDigits,
  toKeep,
  type TransferDraft,
  inputOf as input,
} from './transfer-draft.ts'

const francs = { currency: 'XOF' } as const
const inputOf = (draft: TransferDraft) => input(draft, francs, 'Virement de Cheikh Diatta')

const beneficiary = {
  id: '0190a0b0-1111-7222-8333-444455556666',
  own_account_id: null,
  name: 'Awa',
} as TransferDraft['beneficiary']

it('sends trimmed values', () => {
  const input = inputOf({
    ...emptyDraft,
    beneficiary,
    amount: 2_250_000,
    label: '  Emballages,  lot 12 ',
    comment: '  ',
  })
  expect(NewTransfer.parse(input)).toEqual({
    type: 'direct',
    beneficiary_id: beneficiary?.id,
    own_account_id: null,
    lookup_id: null,
    network: null,
    amount: 2_250_000,
    currency: null,
    rate_at: null,
    charges: null,
    label: 'Emballages, lot 12',
    comment: null,
    execution_date: null,
    start_date: null,
    end_date: null,
    periodicity: null,
    purpose: null,
    domiciliation: null,
  })
})

it('sends an own account instead of a beneficiary', () => {
  const own = {
    id: '0190a0b0-1111-7222-8333-444455556677',
    label: 'Épargne',
    number: '1',
    iban: 'SN08',
    available: 0,
    currency: 'XOF',
  } as const
  const draft = { ...emptyDraft, beneficiary: payeeOfOwn(own), amount: 5_000, label: 'Épargne' }
  expect(NewTransfer.parse(inputOf(draft))).toMatchObject({ beneficiary_id: null, own_account_id: own.id })
})

it('sends the look-up of a payee, beside a beneficiary with the same account, and how it is paid', () => {
  const found = {
    id: '0190a0b0-1111-7222-8333-444455556688',
    kind: 'phone',
    value: '+2250700000101',
    name: 'Adjoua Kouassi',
    payee_kind: 'person',
    institution: 'Portefeuille',
    country: 'CI',
    account_end: '0101',
    is_ours: false,
    has_iban: false,
    beneficiary_id: null,
  } as const
  const draft: TransferDraft = {
    ...emptyDraft,
    beneficiary: payeeOfLookup(found),
    network: 'clearing',
    amount: 5_000,
    label: 'Loyer',
  }
  const sent = NewTransfer.parse(inputOf(draft))
  expect(sent).toMatchObject({ beneficiary_id: null, lookup_id: found.id, network: 'clearing' })
  // Only a look-up makes the choice.
  expect(inputOf({ ...draft, beneficiary })).toMatchObject({ lookup_id: null, network: null })
  const kept = readKept(JSON.parse(JSON.stringify(toKeep({ ...draft, alias: 'scanned' }))))
  expect(kept?.beneficiary).toMatchObject({ name: 'Adjoua Kouassi', lookup: { id: found.id, account_end: '0101' } })
  expect(kept).not.toHaveProperty('alias')
})

it('sends the exchange control fields for an order abroad only', () => {
  const abroad = {
    ...emptyDraft,
    beneficiary: { ...beneficiary, rail: 'international' } as TransferDraft['beneficiary'],
  }
  const goods = { ...abroad, purpose: 'goods' as const, domiciliation: ' DOM-12 ' }
  expect(inputOf(goods)).toMatchObject({ purpose: 'goods', domiciliation: 'DOM-12' })
  expect(inputOf({ ...goods, purpose: 'family' })).toMatchObject({ purpose: 'family', domiciliation: null })
  expect(inputOf({ ...goods, beneficiary })).toMatchObject({ purpose: null, domiciliation: null })
  const pdf = new File(['x'], 'facture.pdf')
  expect(filesOf({ ...abroad, files: [pdf] })).toEqual({ international_documents: [pdf] })
  expect(filesOf({ ...emptyDraft, files: [pdf] })).toEqual({ documents: [pdf] })
  expect(filesOf(emptyDraft)).toBeNull()
})

it('fills the form with an order to edit it, or without its dates and documents to repeat it', () => {
  const order = {
    beneficiary: { id: 'b', name: 'Awa', iban: 'SN08', bank_name: null },
    rail: 'internal',
    amount: 5_000,
    currency: 'XOF',
    label: 'Loyer',
    comment: null,
    type: 'periodic',
    execution_date: '2026-05-04',
    periodicity: 'monthly',
    start_date: '2026-03-02',
    end_date: null,
    purpose: null,
    domiciliation: null,
    documents: [{ id: 'd' }],
  } as unknown as TransferDetail
  expect(draftOf(order, 'edit', '2026-11-23')).toMatchObject({
    amount: 5_000,
    start: '2026-03-02',
    end: '',
    periodicity: 'monthly',
    kept: [{ id: 'd' }],
  })
  expect(draftOf(order, 'again', '2026-11-23')).toMatchObject({ amount: 5_000, start: '', kept: [] })
  expect(draftOf(order, 'monthly', '2026-11-23')).toMatchObject({
    amount: 5_000,
    type: 'periodic',
    periodicity: 'monthly',
    start: '2026-12-23',
    kept: [],
  })
})

it('looks up the payee of an instant payment again, and keeps the way in which an edited order is paid', () => {
  const order = {
    type: 'direct',
    beneficiary: { id: null, name: 'Adjoua Kouassi', iban: '+2250700000101', bank_name: 'Akwaba Money' },
    lookup_id: '0190a0b0-1111-7222-8333-444455556688',
    network: 'instant',
    documents: [],
  } as unknown as TransferDetail
  expect(draftOf(order, 'again', '2026-11-23')).toMatchObject({ beneficiary: null, alias: '+2250700000101' })
  const cleared = { ...order, lookup_id: null, network: 'star' } as TransferDetail
  expect(draftOf(cleared, 'edit', '2026-11-23').network).toBe('clearing')
  expect(draftOf(cleared, 'again', '2026-11-23').network).toBeNull()
})

it('sends only the dates of its type', () => {
  const dates = { ...emptyDraft, start: '2026-12-31', end: '2027-06-30' }
  expect(inputOf({ ...dates, type: 'delayed' })).toMatchObject({
    execution_date: '2026-12-31',
    start_date: null,
    end_date: null,
    periodicity: null,
  })
  expect(inputOf({ ...dates, type: 'periodic' })).toMatchObject({
    execution_date: null,
    start_date: '2026-12-31',
    end_date: '2027-06-30',
    periodicity: 'monthly',
  })
})

it('sends no unreadable amount', () => {
  expect(problemsOf(NewTransfer, inputOf({ ...emptyDraft, amount: '75 000,50' }))).toHaveProperty('amount')
})

it('reports the missing fields; without a purpose the payee reads the name of the payer', () => {
  expect(problemsOf(NewTransfer, inputOf(emptyDraft))).toEqual({
    beneficiary_id: 'Choisissez un bénéficiaire',
    amount: 'Saisissez un montant valable, supérieur à zéro',
  })
  expect(inputOf({ ...emptyDraft, label: '  ' }).label).toBe('Virement de Cheikh Diatta')
  expect(input(emptyDraft, francs, 'x'.repeat(200)).label).toHaveLength(140)
})

it('keeps the amount and the day on another account, and not the payee', () => {
  const draft = { ...emptyDraft, beneficiary, amount: 5_000, type: 'delayed' as const, start: '2026-12-31' }
  const kept = { ...emptyDraft, type: 'delayed', start: '2026-12-31' }
  expect(carriedOver(draft, francs, francs)).toEqual({ ...kept, amount: 5_000 })
  // What is written stays: 5,000 francs become 5,000.00 euro.
  expect(carriedOver(draft, francs, { currency: 'EUR' })).toEqual({ ...kept, amount: 500_000 })
})

it('is in the currency of the payee abroad, and in that of the account elsewhere', () => {
  const abroad = { ...emptyDraft, beneficiary: { ...beneficiary, rail: 'international' } } as TransferDraft
  expect(currencyOf(abroad, francs)).toBe('EUR')
  expect(inputOf(abroad)).toMatchObject({ currency: 'EUR', charges: 'SHA' })
  expect(inputOf({ ...abroad, currency: 'XOF' })).toMatchObject({ currency: null })
  expect(inputOf({ ...abroad, currency: 'USD', charges: 'OUR' })).toMatchObject({ currency: 'USD', charges: 'OUR' })
  expect(inputOf({ ...emptyDraft, beneficiary, currency: 'USD' })).toMatchObject({ currency: null, charges: null })
})

it('keeps the digits of an amount in another currency', () => {
  expect(sameDigits(1_000, 'XOF', 'EUR')).toBe(100_000)
  expect(sameDigits(100_050, 'EUR', 'XOF')).toBe(1_001)
  expect(sameDigits('x', 'EUR', 'XOF')).toBe('x')
})

it('keeps which beneficiary of the address was selected, beside the draft', () => {
  const kept: unknown = JSON.parse(JSON.stringify(toKeep({ ...emptyDraft, label: 'Loyer' }, 'b1')))
  expect(readNamed(kept)).toBe('b1')
  expect(readKept(kept)).not.toHaveProperty('named')
  expect(readNamed(JSON.parse(JSON.stringify(toKeep(emptyDraft))))).toBeNull()
  expect(readNamed(null)).toBeNull()
})
