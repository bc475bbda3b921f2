import { expect, it } from 'vitest'
import { identityOfOrder } from './transfer-identity.ts'

const order = {
  name: 'Moustapha Thiam',
  iban: 'SN08SN0190100110000120100142',
  label: 'Honoraires, facture 0187',
  is_own_account: false,
}

it('keeps a label that the customer has written, and converts the wording of programs', () => {
  expect(identityOfOrder(order)).toMatchObject({ name: 'Moustapha Thiam', memo: order.label, kind: 'person' })
  expect(identityOfOrder({ ...order, label: 'VIR EMIS MOUSTAPHA THIAM FACT 0187' })).toMatchObject({
    name: 'Moustapha Thiam',
    memo: { fr: 'Facture 0187', en: 'Invoice 0187' },
  })
})

it('always names the payee, whatever the label says', () => {
  for (const label of ['RETRAIT GAB DAKAR', 'CHEQUE 0000123', 'LOYER NOVEMBRE'])
    expect(identityOfOrder({ ...order, label }).name).toBe('Moustapha Thiam')
})

it('shows an own account with the sign of the bank and the end of its number', () => {
  const toSavings = { ...order, name: "Compte d'épargne", label: 'Épargne', is_own_account: true }
  expect(identityOfOrder(toSavings)).toEqual({
    name: { fr: 'Compte d’épargne •• 1001', en: 'Savings account •• 1001' },
    memo: 'Épargne',
    kind: 'own',
    tint: 'brand',
    glyph: null,
    state: null,
  })
  expect(identityOfOrder({ ...toSavings, name: 'Caisse de Thiès' }).name).toBe('Caisse de Thiès •• 1001')
})
