import { expect, it } from 'vitest'
import { alertText } from './alert-text.ts'

const alert = { kind: 'transfer_executed', name: null, amount: null, balance_after: null, threshold: null } as const
const plainSpaces = (text: string) => text.replaceAll(/[\u00A0\u202F]/g, ' ')
const textOf = (change: Partial<Parameters<typeof alertText>[0]>, currency: string | null, lang: 'fr' | 'en') =>
  plainSpaces(alertText({ ...alert, ...change }, currency, lang))

it('names the kind, and what is known of name and amount, in the language of the reader', () => {
  expect(textOf({}, 'XOF', 'fr')).toBe('Virement exécuté')
  expect(textOf({ name: 'Senelec', amount: -75_000 }, 'XOF', 'fr')).toBe('Virement exécuté : Senelec, 75 000 F CFA')
  expect(textOf({ name: 'Senelec', amount: -75_050 }, 'EUR', 'en')).toBe('Transfer executed: Senelec, 750.50 €')
  expect(textOf({ kind: 'access_changed' }, null, 'fr')).toBe('Votre accès a changé')
})

it('compares a balance with its threshold', () => {
  const content = { kind: 'balance_below', amount: -75_000, balance_after: 20_000, threshold: 50_000 } as const
  expect(textOf(content, 'XOF', 'fr')).toBe('Solde de 20 000 F CFA, sous votre seuil de 50 000 F CFA')
  expect(textOf({ kind: 'debit_above', amount: -75_000 }, 'XOF', 'en')).toBe('Debit of 75,000 F CFA')
})
