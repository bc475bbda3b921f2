import { expect, it } from 'vitest'
import { asText, csvLine } from '../formats/csv.ts'
import { newId, newReference } from './ids.ts'
import { createTokens, newSigningKey } from './tokens.ts'

it('makes ids that are version 7, never the same, and in the order of time', async () => {
  const ids = Array.from({ length: 5_000 }, newId)
  expect(new Set(ids).size).toBe(5_000)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  const times = ids.map((id) => id.slice(0, 13))
  expect(times).toEqual([...times].sort())
})

it('makes references with the day and without letters that look alike', () => {
  const reference = newReference('V', new Date('2026-11-21T23:59:59Z'))
  expect(reference).toMatch(/^V261121-[0-9A-HJKMNP-TV-Z]{8}$/)
})

it('reads its own tokens, also those of the key before, and nobody else’s', async () => {
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

it('forgets nothing and grants nothing by having read a token before', async () => {
  const tokens = await createTokens([await newSigningKey('k')])
  const token = await tokens.sign({ user_id: 'u', session_id: 's', issued_at: 1_700, expires_at: 2_000 }, 'j')
  expect(await tokens.read(token, 1_000)).not.toBeNull()
  expect(await tokens.read(token, 2_000)).toBeNull()
  expect(await tokens.read(`${token}x`, 1_000)).toBeNull()
})

it('quotes each text, whichever separator a spreadsheet cuts at, and leaves figures and days bare', () => {
  expect(csvLine(['a;b', 'c,d', 'plain', 'say "x"'], ',')).toBe('"a;b","c,d","plain","say ""x"""\r\n')
  expect(csvLine(['-1250', '12,50', '2026-03-10', ''], ';')).toBe('-1250;12,50;2026-03-10;\r\n')
  expect(csvLine(['12,50'], ',')).toBe('"12,50"\r\n')
})

it.each(['=1+1', '+1', '-1', '@x', '\tx', '＝1+1', '＋1', '－1', '＠x'])('shows %j instead of running it', (text) => {
  expect(asText(text)).toBe(`'${text}`)
})

it('counts as many lines of CSV as rows, where their only cell is empty too', () => {
  expect([csvLine([''], ';'), csvLine(['', ''], ';'), csvLine(['a;b'], ';')]).toEqual(['""\r\n', ';\r\n', '"a;b"\r\n'])
})
