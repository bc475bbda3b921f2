import { expect, it } from 'vitest'
import { identityOfAccount } from './account-identity.ts'
import { accountName, frenchLabelOf } from './account-labels.ts'

it('names accounts that the bank labels by their kind in both languages', () => {
  expect(accountName("Compte d'épargne")).toEqual({ fr: 'Compte d’épargne', en: 'Savings account' })
  expect(accountName('Compte en devises EUR')).toEqual({
    fr: 'Compte en devises EUR',
    en: 'Foreign currency account EUR',
  })
  expect(accountName('Caisse de Thiès')).toBe('Caisse de Thiès')
  expect(identityOfAccount({ label: 'Caisse de Thiès', number: '100001202003' }).name).toBe('Caisse de Thiès •• 2003')
})

it('finds the kind that a text names, or begins to name, in English', () => {
  expect(['savings account', 'Savi', 'sav', 'Foreign currency account EUR', 'Caisse'].map(frenchLabelOf)).toEqual([
    'Compte d’épargne',
    'Compte d’épargne',
    null,
    'Compte en devises eur',
    null,
  ])
})
