import { expect, it } from 'vitest'
import type { BankIdentity } from '../bank/bank-identity-store.ts'
import { rulesDelayedMail, rulesWaitMail, rulesWeakerMail } from './signing-mails.ts'

const bank = { name: 'Banque Téranga', phone: '+221338000010' } as BankIdentity
const reader = (lang: 'fr' | 'en') => ({ lang, email: 'fatou@sine-agro.example', first_name: 'Fatou' })
const rules = { by: 'Ibrahima Mané', customer: 'Sine Agro', account: 'Compte salaires 100001202002' }

it.each([
  ['fr', 'Compte : Compte salaires 100001202002'],
  ['en', 'Account: Payroll account 100001202002'],
] as const)('names the account in the language of the reader: %s', (lang, named) => {
  const to = reader(lang)
  const mails = [
    rulesWaitMail(to, bank, rules, 'https://banque.example/'),
    rulesWeakerMail(to, bank, rules),
    rulesDelayedMail(to, bank, rules, '2026-03-16'),
  ]
  for (const { plain } of mails) expect(plain).toContain(named)
})
