import { EMAILED_CODE_MINUTES } from 'contract/values/emailed-code.ts'
import { expect, it } from 'vitest'
import { newEmailedCode, refuseWrongCode } from './emailed-code-rules.ts'

const now = new Date('2026-03-10T09:30:00Z')
const purpose = { user_id: 'a', proves: '+221770000001' }

it('is accepted for its user and what it proves only', () => {
  const { code, stored } = newEmailedCode(purpose, now)
  expect(code).toMatch(/^\d{6}$/)
  const tried = { ...stored, tries: 1 }
  expect(() => refuseWrongCode(code, tried, purpose)).not.toThrow()
  const other = code === '000000' ? '000001' : '000000'
  for (const refused of [
    () => refuseWrongCode(other, tried, purpose),
    () => refuseWrongCode(code, tried, { ...purpose, user_id: 'b' }),
    () => refuseWrongCode(code, tried, { ...purpose, proves: '+221770000002' }),
    () => refuseWrongCode(code, { ...tried, salt: Buffer.alloc(16) }, purpose),
  ])
    expect(refused).toThrow('emailed_code_wrong')
  expect(() => refuseWrongCode(other, { ...stored, tries: 5 }, purpose)).toThrow('emailed_code_over')
  expect(() => refuseWrongCode(code, { ...stored, tries: 5 }, purpose)).not.toThrow()
})

it('is stored without its digits, with its end', () => {
  const { code, stored } = newEmailedCode(purpose, now)
  expect(stored.salt.toString('latin1') + stored.code_hash.toString('latin1')).not.toContain(code)
  expect(stored.expires_at.getTime() - now.getTime()).toBe(EMAILED_CODE_MINUTES * 60_000)
})
