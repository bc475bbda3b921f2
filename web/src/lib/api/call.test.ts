import { expect, it } from 'vitest'
import { readCallError } from './call-error.ts'
import { addressOf, basicCredentials, clientDatetime, readPage } from './http-values.ts'
import { tokenLifetime } from '../session/session.ts'

const general = 'Une erreur est survenue.'

it('fills the path and drops empty query parameters', () => {
  expect(addressOf('/operations/:id', { id: 'a/b' })).toBe('/wb-api/operations/a%2Fb')
  expect(addressOf('/accounts', {}, { search: '', page: 2, access: undefined, status_group: null })).toBe(
    '/wb-api/accounts?page=2',
  )
  expect(addressOf('/accounts')).toBe('/wb-api/accounts')
})

it('sends the device time with its offset', () => {
  expect(clientDatetime(new Date('2026-02-03T09:42:05.678Z'))).toMatch(/^2026-02-0[234]T\d\d:\d\d:05[+-]\d\d:\d\d$/)
})

it('reads page and totals of a list from the headers', () => {
  const headers = new Headers({
    'X-Pagination-Current-Page': '2',
    'X-Pagination-Page-Count': '14',
    'X-Pagination-Per-Page': '20',
    'X-Pagination-Total-Count': '268',
  })
  expect(readPage(headers)).toEqual({ current: 2, count: 14, perPage: 20, total: 268 })
  expect(readPage(new Headers())).toBeNull()
})

it('encodes accents in the credentials', () => {
  expect(basicCredentials({ id: '10000001', password: 'Téranga:1' })).toBe('Basic MTAwMDAwMDE6VMOpcmFuZ2E6MQ==')
})

it('reads the problems of a 422, with the first one as its message', () => {
  const error = readCallError(422, [{ field: 'amount', code: 'amount_invalid', message: 'Montant invalide' }], general)
  expect(error).toMatchObject({ status: 422, code: 'amount_invalid', message: 'Montant invalide' })
  const file = { field: 'file', code: 'import_file_invalid', message: 'Fichier invalide !', details: 'C’est un PDF.' }
  expect(readCallError(422, [file], general).message).toBe('Fichier invalide ! C’est un PDF.')
  expect(error.problems).toEqual([{ field: 'amount', code: 'amount_invalid', message: 'Montant invalide' }])
})

it('falls back to the message of the body, then to the general one', () => {
  expect(readCallError(422, { code: 'invalid', message: 'Invalide' }, general).message).toBe('Invalide')
  expect(readCallError(422, [], general).message).toBe(general)
  expect(readCallError(502, '<html>', general)).toMatchObject({ message: general, code: 'unknown', status: 502 })
  expect(readCallError(500, { code: 'x', message: '' }, general).message).toBe(general)
})

it('never displays the text of an unexpected server error', () => {
  const failure = readCallError(
    500,
    { code: 'internal_error', message: 'Boum', request_id: 'r1' },
    'Une erreur est survenue.',
  )
  expect([failure.message, failure.code, failure.requestId]).toEqual([
    'Une erreur est survenue.',
    'internal_error',
    'r1',
  ])
})

it('returns the operation of a 428 only', () => {
  const body = {
    code: 'confirmation_required',
    message: 'Confirmez',
    status: 428,
    request_id: 'r',
    methods: ['password'],
    operation: { hash: 'h', summary: { kind: 'transfer.create', facts: [] } },
  }
  expect(readCallError(428, body, general).confirmation?.operation.hash).toBe('h')
  expect(readCallError(403, body, general).confirmation).toBeNull()
})

it('calculates the lifetime of a token from its own dates', () => {
  const jwt = (payload: object) => `x.${btoa(JSON.stringify(payload)).replaceAll('=', '')}.y`
  expect(tokenLifetime(jwt({ iat: 1000, exp: 1300 }))).toBe(300)
  expect(tokenLifetime('nonsense')).toBe(0)
})
