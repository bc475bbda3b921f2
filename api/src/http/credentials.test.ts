import type { FastifyRequest } from 'fastify'
import { expect, it } from 'vitest'
import { authorizationOf } from './credentials.ts'

const read = (authorization: string | undefined, scheme: 'basic' | 'bearer' = 'bearer') =>
  authorizationOf({ headers: { authorization } } as FastifyRequest, scheme)

it.each(['Bearer a.b-c_d', 'bearer a.b-c_d', 'BEARER a.b-c_d'])('reads %s', (text) => {
  expect(read(text)).toBe('a.b-c_d')
})

it('reads the credentials of a sign-in', () => {
  expect(read('Basic MTAwMDAwMDE6eA==', 'basic')).toBe('MTAwMDAwMDE6eA==')
})

it.each([
  undefined,
  '',
  'Bearer',
  'Bearer ',
  'Bearer  token',
  ' Bearer token',
  'Bearer token ',
  'Bearer token token',
  'Bearer token, Bearer token',
  'Bearer token,other',
  'Bearer to=ken',
  'Bearer\ttoken',
  'Bearer token\n',
  'Bearer "token"',
  'Bearertoken',
  'Basic dG9rZW4=',
  'Token token',
])('reads no token in %j', (text) => {
  expect(read(text)).toBeNull()
})
