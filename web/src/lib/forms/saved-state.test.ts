import { expect, it } from 'vitest'
import { parseSavedState } from './saved-state.ts'

const account = '0190a0b0-1111-7222-8333-444455556666'

it('returns the saved state', () => {
  const saved = { v: 1, lang: 'en', accountUuid: account, menu: 'operations', theme: 'dark', density: 'comfortable' }
  expect(parseSavedState(JSON.stringify(saved))).toEqual(saved)
})

it('defaults to French, the theme of the device and no user', () => {
  expect(parseSavedState(null)).toMatchObject({ lang: 'fr', theme: 'system', menu: 'login', accountUuid: null })
})

it.each(['{', 'null', '[]', '"x"', '{"v":2,"lang":"en"}', '{"lang":"en"}'])('ignores %s without an error', (text) => {
  expect(parseSavedState(text)).toMatchObject({ v: 1, lang: 'fr' })
})

it('keeps only known fields with valid values', () => {
  const state = parseSavedState(
    JSON.stringify({
      v: 1,
      lang: 'wo',
      theme: 'pink',
      accountUuid: '<script>',
      menu: '../x',
      token: 'secret',
      balance: 5,
    }),
  )
  expect(state).toEqual({ v: 1, lang: 'fr', theme: 'system', accountUuid: null, menu: 'login', density: 'comfortable' })
})
