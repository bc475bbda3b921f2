import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { accountName } from './account-name.ts'
import { changeLanguage, openCatalogue } from './language.ts'

const noMessages = () => Promise.resolve({ messages: {} })
beforeAll(async () => {
  vi.stubGlobal('document', { documentElement: {} })
  await openCatalogue({ fr: noMessages, en: noMessages })
})
afterAll(() => void vi.unstubAllGlobals())

it('gives an account one name in each language: that of its kind, and labels of customers as they are', async () => {
  expect(accountName('Compte de chèques')).toBe('Compte de chèques')
  await changeLanguage('en')
  expect(accountName('Compte de chèques')).toBe('Cheque account')
  expect(accountName("Compte d'épargne")).toBe('Savings account')
  expect(accountName('Compte en devises EUR')).toBe('Foreign currency account EUR')
  expect(accountName('Filiale 77 - Dakar')).toBe('Filiale 77 - Dakar')
})
