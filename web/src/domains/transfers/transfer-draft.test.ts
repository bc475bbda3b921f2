import { NewTransfer } from 'contract/transfers.ts'
import { expect, it } from 'vitest'
import { problemsOf } from '../../lib/use-form.ts'
import { emptyDraft, stepOfField, type TransferDraft, wishOf } from './transfer-draft.ts'

const beneficiary = { id: '0190a0b0-1111-7222-8333-444455556666', name: 'Awa' } as TransferDraft['beneficiary']
const francs = { currency: 'XOF' } as const

it('sends what was typed, tidied', () => {
  const wish = wishOf({ ...emptyDraft, beneficiary, amount: 2_250_000, label: '  Emballages,  lot 12 ', comment: '  ' }, francs)
  expect(NewTransfer.parse(wish)).toEqual({
    type: 'direct',
    beneficiary_id: beneficiary?.id,
    amount: 2_250_000,
    label: 'Emballages, lot 12',
    comment: null,
    execution_date: null,
    start_date: null,
    end_date: null,
    periodicity: null,
  })
})

it('sends the dates of its type alone', () => {
  const dates = { ...emptyDraft, start: '2026-12-31', end: '2027-06-30' }
  expect(wishOf({ ...dates, type: 'delayed' }, francs)).toMatchObject({
    execution_date: '2026-12-31',
    start_date: null,
    end_date: null,
    periodicity: null,
  })
  expect(wishOf({ ...dates, type: 'periodic' }, francs)).toMatchObject({
    execution_date: null,
    start_date: '2026-12-31',
    end_date: '2027-06-30',
    periodicity: 'monthly',
  })
})

it('counts another currency in its minor unit', () => {
  expect(wishOf({ ...emptyDraft, amount: 12 }, { currency: 'EUR' }).amount).toBe(1200)
})

it('says what is missing, field by field', () => {
  expect(problemsOf(NewTransfer, wishOf(emptyDraft, francs))).toEqual({
    beneficiary_id: 'Choisissez un bénéficiaire',
    amount: 'Saisissez un montant en francs entiers, supérieur à zéro',
    label: 'Ce champ est obligatoire',
  })
})

it('leads a refusal back to the step of its field', () => {
  expect(stepOfField('amount')).toBe('amount')
  expect(stepOfField('beneficiary_id')).toBe('beneficiary')
  expect(stepOfField(null)).toBeNull()
})
