import { expect, it } from 'vitest'
import { identityOfItem, type NamedItem } from './item-identity.ts'

const item = (part: Partial<NamedItem>): NamedItem => ({
  kind: 'transfer',
  name: 'Moustapha Thiam',
  detail: 'Facture 0187',
  count: null,
  iban: 'SN08SN0190100110000120100142',
  last_digits: null,
  leaves: null,
  is_own_account: false,
  ...part,
})

it('shows the payee of a transfer, and an own account with the sign of the bank', () => {
  expect(identityOfItem(item({}))).toMatchObject({ name: 'Moustapha Thiam', memo: 'Facture 0187', kind: 'person' })
  expect(identityOfItem(item({ is_own_account: true, name: 'Compte épargne' }))).toMatchObject({ kind: 'own' })
})

it('names the other kinds of items, in both languages', () => {
  expect(identityOfItem(item({ kind: 'batch', name: 'paie.csv', count: 1 }))).toMatchObject({
    name: 'Paie',
    memo: { fr: 'Lot de 1 virement', en: 'Batch of 1 transfer' },
  })
  expect(identityOfItem(item({ kind: 'topup', last_digits: '8845', detail: 'Fatou Diagne' }))).toMatchObject({
    name: { fr: 'Carte •• 8845', en: 'Card •• 8845' },
    memo: { fr: 'Recharge · Fatou Diagne', en: 'Top-up · Fatou Diagne' },
    kind: 'card',
  })
  expect(identityOfItem(item({ kind: 'chequebook', name: null, detail: null, count: 2, leaves: 50 }))).toMatchObject({
    name: { fr: '2 chéquiers de 50 formules', en: '2 chequebooks of 50 cheques' },
    glyph: 'chequebook',
  })
  expect(identityOfItem(item({ kind: 'chequebook', name: null, detail: 'Thiès', count: 1, leaves: 25 })).memo).toEqual({
    fr: 'Commande · Retrait\u00a0: Thiès',
    en: 'Order · Collection: Thiès',
  })
  expect(identityOfItem(item({ kind: 'mandate', name: 'Orange' }))).toMatchObject({ kind: 'company' })
  expect(identityOfItem(item({ kind: 'return', name: 'Adjoua Kouassi' }))).toMatchObject({
    name: 'Adjoua Kouassi',
    memo: { fr: 'Paiement reçu à rendre', en: 'Received payment to give back' },
  })
  expect(identityOfItem(item({ kind: 'beneficiary' })).memo).toEqual({
    fr: 'Bénéficiaire à approuver',
    en: 'Beneficiary to approve',
  })
})
