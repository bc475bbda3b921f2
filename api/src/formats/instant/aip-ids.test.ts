import { expect, it } from 'vitest'
import {
  endToEndId,
  memberCode,
  memberCodeOf,
  memberOf,
  messageId,
  newEndToEndId,
  newMessageId,
  newPlatformMessageId,
  newReturnRequestId,
  platformMessageId,
} from './aip-ids.ts'

const at = new Date('2026-11-22T19:04:05.678Z')

it('creates identifiers in the formats of the platform', () => {
  expect(newMessageId('SNB999')).toMatch(/^MSNB999[A-Za-z0-9]{28}$/)
  expect(newPlatformMessageId()).toMatch(/^MPIUMOA[A-Za-z0-9]{28}$/)
  expect(newEndToEndId('SNB999', at)).toMatch(/^ESNB99920261122190405[A-Za-z0-9]{14}$/)
  expect(newReturnRequestId('SNB999')).toMatch(/^CSNB999[A-Za-z0-9]{28}$/)
  for (const id of [newMessageId('SNB999'), newPlatformMessageId(), newEndToEndId('SNB999', at)])
    expect(id).toHaveLength(35)
})

it('accepts what it creates, and the examples of the interface', () => {
  expect(messageId.safeParse(newMessageId('CIE001')).success).toBe(true)
  expect(platformMessageId.safeParse(newPlatformMessageId()).success).toBe(true)
  expect(endToEndId.safeParse(newEndToEndId('CIE001', at)).success).toBe(true)
  expect(endToEndId.safeParse('ESNB00120230221153554KXvozkpNvhUk9e').success).toBe(true)
  expect(messageId.safeParse('MSNB0019vydyOl7iIZSMdz3GZfWcWBa410s').success).toBe(true)
  expect(platformMessageId.safeParse('MPIUMOA9vydyOl7iIZSMdz3GZfWcWBa410s').success).toBe(true)
})

it('never creates the same identifier twice', () => {
  const ids = Array.from({ length: 20_000 }, () => newEndToEndId('SNB999', at))
  expect(new Set(ids).size).toBe(ids.length)
})

it.each(['FRB999', 'SNA999', 'SNB99', 'SNB9999', 'snb999', ''])('refuses the member code "%s"', (code) => {
  expect(memberCode.safeParse(code).success).toBe(false)
})

it('derives the member code from the code of the bank', () => {
  expect(memberCodeOf('SN999')).toBe('SNB999')
  expect(memberCodeOf('CI998')).toBe('CIB998')
  expect(() => memberCodeOf('20041')).toThrow('20041')
  expect(() => memberCodeOf('')).toThrow('UEMOA')
})

it('reads the member code of an identifier', () => {
  expect(memberOf(newMessageId('BJC017'))).toBe('BJC017')
  expect(memberOf(newEndToEndId('TGE002', at))).toBe('TGE002')
})
