import { expect, it } from 'vitest'
import type { BankIdentity } from '../bank/bank-identity-store.ts'
import { alertMail } from './alert-mail.ts'
import type { ToFormat } from './alert-store.ts'

// Only the name is written.
const bank = { name: 'Banque Téranga' } as BankIdentity
const reader = (lang: 'fr' | 'en') => ({ lang, email: 'fatou@sine-agro.example', first_name: 'Fatou' })

it('names the account in the language of the reader', () => {
  const alert: ToFormat = {
    kind: 'balance_below',
    name: 'Senelec',
    amount: -75_000,
    balance_after: 20_000,
    threshold: 50_000,
    at: new Date('2026-03-10T09:30:00Z'),
    label: "Compte d'épargne",
    number: '••2002',
    currency: 'XOF',
  }
  const alertText = (lang: 'fr' | 'en') =>
    alertMail({ ...reader(lang), is_security: false }, bank, [alert], 'https://banque.example/').plain
  expect(alertText('fr')).toContain('Compte d’épargne (••2002)')
  expect(alertText('en')).toContain('Savings account (••2002)')
})
