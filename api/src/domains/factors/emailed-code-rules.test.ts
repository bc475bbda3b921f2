import { EMAILED_CODE_MINUTES } from 'contract/values/emailed-code.ts'
import { expect, it } from 'vitest'
import { isEmailedCode, newEmailedCode } from './emailed-code-rules.ts'

const now = new Date('2026-03-10T09:30:00Z')
const purpose = { user_id: 'a', proves: '+221770000001' }

it('is accepted for its user and what it proves only', () => {
  const { code, stored } = newEmailedCode(purpose, now)
  expect(code).toMatch(/^\d{6}$/)
  expect(isEmailedCode(code, stored, purpose)).toBe(true)
  const other = code === '000000' ? '000001' : '000000'
  expect(isEmailedCode(other, stored, purpose)).toBe(false)
  expect(isEmailedCode(code, stored, { ...purpose, user_id: 'b' })).toBe(false)
  expect(isEmailedCode(code, stored, { ...purpose, proves: '+221770000002' })).toBe(false)
  expect(isEmailedCode(code, { ...stored, salt: Buffer.alloc(16) }, purpose)).toBe(false)
})

it('is stored without its digits, with its end', () => {
  const { code, stored } = newEmailedCode(purpose, now)
  expect(stored.salt.toString('latin1') + stored.code_hash.toString('latin1')).not.toContain(code)
  expect(stored.expires_at.getTime() - now.getTime()).toBe(EMAILED_CODE_MINUTES * 60_000)
})
