import { expect, it } from 'vitest'
import { asText, csvLine } from '../formats/csv.ts'
import { createTokens, newSigningKey } from './tokens.ts'

it('accepts its own tokens, also those signed with the previous key, and no others', async () => {
  const [old, current, foreign] = await Promise.all(['old', 'new', 'new'].map(newSigningKey))
  if (!old || !current || !foreign) throw new Error('three keys were made')
  const before = await createTokens([old])
  const now = await createTokens([current, old])
  const others = await createTokens([foreign])
  const claims = { user_id: 'u', session_id: 's', expires_at: 2_000 }
  expect(await now.read(await now.sign({ ...claims, issued_at: 1_700 }, 'j'), 1_999)).toEqual(claims)
  expect(await now.read(await before.sign({ ...claims, issued_at: 1_700 }, 'j'), 1_000)).toEqual(claims)
  expect(await now.read(await others.sign({ ...claims, issued_at: 1_700 }, 'j'), 1_000)).toBeNull()
})

it('rejects a token that has expired or was changed, also after reading it once', async () => {
  const tokens = await createTokens([await newSigningKey('k')])
  const token = await tokens.sign({ user_id: 'u', session_id: 's', issued_at: 1_700, expires_at: 2_000 }, 'j')
  expect(await tokens.read(token, 1_000)).not.toBeNull()
  expect(await tokens.read(token, 2_000)).toBeNull()
  expect(await tokens.read(`${token}x`, 1_000)).toBeNull()
})

it('quotes texts and cells with the separator, and leaves amounts and dates unquoted', () => {
  expect(csvLine(['a;b', 'c,d', 'plain', 'say "x"'], ',')).toBe('"a;b","c,d","plain","say ""x"""\r\n')
  expect(csvLine(['-1250', '12,50', '2026-03-10', ''], ';')).toBe('-1250;12,50;2026-03-10;\r\n')
  expect(csvLine(['12,50'], ',')).toBe('"12,50"\r\n')
})

it.each(['=1+1', '+1', '-1', '@x', '\tx', '＝1+1', '＋1', '－1', '＠x'])(
  'prefixes the formula %j so that a spreadsheet does not run it',
  (text) => {
    expect(asText(text)).toBe(`'${text}`)
  },
)

it('writes one CSV line per row, also for a row with one empty cell', () => {
  expect([csvLine([''], ';'), csvLine(['', ''], ';'), csvLine(['a;b'], ';')]).toEqual(['""\r\n', ';\r\n', '"a;b"\r\n'])
})
