import { expect, it } from 'vitest'
import { identityOfOrder } from './transfer-identity.ts'

const order = { name: 'Moustapha Thiam', label: 'Honoraires, facture 0187', is_own_account: false }

it('keeps the words of the customer, and reads those of machines', () => {
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

it('shows an own account with the sign of the bank', () => {
  expect(identityOfOrder({ ...order, name: 'Compte épargne', is_own_account: true })).toMatchObject({ kind: 'own' })
})
