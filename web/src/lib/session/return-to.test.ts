import { expect, it } from 'vitest'
import { isOwnPath } from './return-to.ts'

it.each(['/operations', '/operations/page/2?operation=x', '/account/rib'])('accepts the address %s', (path) => {
  expect(isOwnPath(path)).toBe(true)
})

it.each(['//evil.example', '/\\evil.example', 'https://evil.example', '/login', '/logout', '/login?x', '/', ''])(
  'refuses the address %s',
  (path) => {
    expect(isOwnPath(path)).toBe(false)
  },
)
