import { expect, it } from 'vitest'
import { parseSavedState } from './saved-state.ts'

const account = '0190a0b0-1111-7222-8333-444455556666'

it('gives back what was saved', () => {
  const saved = { v: 1, lang: 'en', accountUuid: account, menu: 'operations', theme: 'dark', density: 'comfortable' }
  expect(parseSavedState(JSON.stringify(saved))).toEqual(saved)
})

it('starts in French, with the theme of the device and nobody signed in', () => {
  expect(parseSavedState(null)).toMatchObject({ lang: 'fr', theme: 'system', menu: 'login', accountUuid: null })
})

it.each(['{', 'null', '[]', '"x"', '{"v":2,"lang":"en"}', '{"lang":"en"}'])('drops %s silently', (text) => {
  expect(parseSavedState(text)).toMatchObject({ v: 1, lang: 'fr' })
})

it('keeps only known fields with sound values', () => {
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
