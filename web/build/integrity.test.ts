import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { withIntegrity } from './integrity.ts'

it('writes the digest of each script, and changes nothing else', () => {
  const page =
    '<head><script src="/connect/assets/boot.js"></script><link rel="modulepreload" href="/connect/assets/a.js">' +
    '<script type="module" crossorigin src="/connect/assets/index.js"></script></head>'
  const digestOf = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`
  const written = withIntegrity(page, (address) => Buffer.from(`content of ${address}`))
  expect([...written.matchAll(/ integrity="([^"]+)"/g)].map(([, digest]) => digest)).toEqual([
    digestOf('content of /connect/assets/boot.js'),
    digestOf('content of /connect/assets/index.js'),
  ])
  expect(written.replaceAll(/ integrity="[^"]+"/g, '')).toBe(page)
})
