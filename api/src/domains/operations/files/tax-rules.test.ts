import { describe, expect, it } from 'vitest'
import { moneyTransferTax } from './tax-rules.ts'

const taxes = { taf_basis_points: 1_700, tta_basis_points: 50, tta_cap: 2_000, tta_on_account_transfers: 0 }
const label = 'TRANSFERT VERS PORTEFEUILLE MOBILE 780000084'
const taxOf = (
  amount: number,
  changed: Partial<typeof taxes> = {},
  type: 'wallet_transfer' | 'transfer_out' = 'wallet_transfer',
) => moneyTransferTax({ type, line: 2 }, { amount, label, currency: 'XOF' }, { ...taxes, ...changed })

describe('the tax on a transfer to a wallet', () => {
  it.each([
    [-10_000, 50],
    [-25_500, 128],
    [-25_499, 127],
    [-99, 0],
    [-100, 1],
    [-399_900, 2_000],
    [-400_000, 2_000],
    [-5_000_000, 2_000],
  ])('on %i francs is %i: half a percent, halves up, at most 2,000', (amount, tax) => {
    expect(taxOf(amount)).toBe(tax)
  })

  it('follows the parameters of the bank', () => {
    expect(taxOf(-10_000, { tta_basis_points: 100 })).toBe(100)
    expect(taxOf(-1_000_000, { tta_cap: 500 })).toBe(500)
    expect(taxOf(-10_000, { tta_basis_points: 0 })).toBe(0)
  })

  it('is not due on transfers to accounts unless the bank switches it on', () => {
    expect(taxOf(-10_000, {}, 'transfer_out')).toBe(0)
    expect(taxOf(-10_000, { tta_on_account_transfers: 1 }, 'transfer_out')).toBe(50)
    expect(taxOf(10_000, { tta_on_account_transfers: 1 }, 'transfer_out')).toBe(0)
  })

  it('needs a debit in francs with the wording that names the wallet', () => {
    const line = { type: 'wallet_transfer', line: 2 } as const
    const right = { amount: -10_000, label, currency: 'XOF' }
    expect(() => moneyTransferTax(line, { ...right, amount: 10_000 }, taxes)).toThrow('line 2: a transfer to a wallet')
    expect(() => moneyTransferTax(line, { ...right, currency: 'EUR' }, taxes)).toThrow('in francs')
    expect(() => moneyTransferTax(line, { ...right, label: 'TRANSFERT' }, taxes)).toThrow('the label must be')
  })
})
