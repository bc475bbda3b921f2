import { expect, it } from 'vitest'
import { bytesOf, decodeRequests, encodeRequests } from './request-file.ts'

it('keeps requests of any length, in their order', () => {
  const requests = ['', 'é', 'x'.repeat(70_000)].map((text) => Buffer.from(text))
  expect(decodeRequests(encodeRequests(requests)).map(String)).toEqual(requests.map(String))
  expect(decodeRequests(encodeRequests([]))).toEqual([])
})

it('writes the length of a body in bytes', () => {
  const bytes = bytesOf({ method: 'POST', path: '/x', headers: { 'x-one': '1' }, body: '"é"' })
  expect(String(bytes)).toBe('POST /x HTTP/1.1\r\nhost: 127.0.0.1\r\nx-one: 1\r\ncontent-length: 4\r\n\r\n"é"')
  expect(String(bytesOf({ method: 'GET', path: '/x', headers: {} }))).not.toContain('content-length')
})
