import { describe, expect, it } from 'vitest'
import { isCommonPassword, isPersonalPassword, NewPassword, rulesKept } from './password.ts'

const problemOf = (password: string) => NewPassword.safeParse(password).error?.issues[0]?.message ?? null

describe('a new password', () => {
  it.each([
    ['Baobab#2025 rouge', ['length', 'upper', 'lower', 'digit', 'special']],
    ['Baobab2025', ['length', 'upper', 'lower', 'digit']],
    ['aB1!', ['upper', 'lower', 'digit', 'special']],
    ['ÉCLAIR', ['upper']],
    ['éà', ['lower']],
    ['E\u0301e\u0301', ['upper', 'lower']],
    ['🐘🐘🐘🐘🐘🐘🐘🐘', ['length', 'special']],
    ['🐘🐘🐘🐘', ['special']],
    ['', []],
  ])('%s accepts %j', (password, rules) => expect(rulesKept(password)).toEqual(rules))

  it('is refused with its first error', () => {
    expect(problemOf('')).toBe('password_missing')
    expect(problemOf('Baobab2025')).toBe('password_weak')
    expect(problemOf(`aB1!${'x'.repeat(260)}`)).toBe('text_too_long')
    expect(problemOf('P@ssw0rd1!')).toBe('password_common')
    expect(problemOf('Pirogue bleue 47')).toBeNull()
  })

  it.each([
    'Password1!',
    'Abcdef1!',
    'Teranga#2025',
    'P@$$w0rd123',
    'Azerty123!',
    'Qwerty12345!',
    'Senegal-2026!',
    'Sénégal2026!',
    '!!Dakar221!!',
    'Bonjour@123',
    'Aa123456@',
    'Aaaaaaa1!',
  ])('%s is recognised as common', (password) => expect(isCommonPassword(password)).toBe(true))

  it.each(['Pirogue-bleue-47', 'Tk9!vQz2#mLp', 'Dakar et 3 pirogues!', 'Senegal#4815162342'])(
    '%s is not recognised as common',
    (password) => expect(isCommonPassword(password)).toBe(false),
  )

  it('is common with at most eight other characters', () => {
    expect(['Senegal-2026!!!', 'Senegal-2026!!!!'].map(isCommonPassword)).toEqual([true, false])
  })

  it('must not contain the names or the id of its owner', () => {
    const awa = ['10000001', 'Awa', 'Ndiaye', 'awa.ndiaye@gmail.example', null]
    expect(isPersonalPassword('Zèbre-NDIAYE-47', awa)).toBe(true)
    expect(isPersonalPassword('zz!10000001Zz', awa)).toBe(true)
    expect(isPersonalPassword('Zèbre-awa-47', awa)).toBe(true)
    expect(isPersonalPassword('Zèbre-gmail-47', awa)).toBe(false)
    expect(isPersonalPassword('Pirogue-bleue-47', awa)).toBe(false)
    expect(isPersonalPassword('Bon47!hiver', ['Al', 'Bo'])).toBe(false)
  })
})
