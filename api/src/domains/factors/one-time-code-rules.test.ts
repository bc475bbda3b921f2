import { RECOVERY_CODES } from 'contract/access/factors.ts'
import { describe, expect, it } from 'vitest'
import {
  bareCode,
  displayRecoveryCode,
  enrolmentOf,
  newRecoveryCodes,
  newSecret,
  periodOf,
  recoveryPositionOf,
} from './one-time-code-rules.ts'

const at = (seconds: number) => new Date(seconds * 1000)

describe('one-time codes', () => {
  // RFC 6238, appendix B, SHA-1: the last six of the eight digits.
  const secret = Buffer.from('12345678901234567890')
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('accepts the code of the standard at second %i', (second, code) => {
    expect(periodOf(code, secret, { last_period: 0, now: at(second) })).toBe(Math.floor(second / 30))
  })

  it('accepts the code of the period before and after, and no other', () => {
    const known = { last_period: 0 }
    for (const [second, isAccepted] of [
      [1_111_111_109 - 60, false],
      [1_111_111_109 - 30, true],
      [1_111_111_109 + 30, true],
      [1_111_111_109 + 60, false],
    ] as const)
      expect(periodOf('081804', secret, { ...known, now: at(second) }) !== null).toBe(isAccepted)
  })

  it('accepts each code once, and none before it', () => {
    const now = at(1_111_111_109)
    const period = periodOf('081 804', secret, { last_period: 0, now }) ?? 0
    expect(period).toBe(37_037_036)
    expect(periodOf('081804', secret, { last_period: period, now })).toBeNull()
    // The next period, while the code of the one before would still be within the drift.
    expect(periodOf('081804', secret, { last_period: period, now: at(1_111_111_112) })).toBeNull()
    expect(periodOf('050471', secret, { last_period: period, now: at(1_111_111_112) })).toBe(period + 1)
  })

  it.each(['', '12345', '1234567', 'abcdef', '28708२'])('refuses the text "%s"', (typed) => {
    expect(periodOf(typed, secret, { last_period: 0, now: at(59) })).toBeNull()
  })

  it('encodes the secret and its parameters for an application as a QR code', () => {
    const { secret: base32, uri } = enrolmentOf(secret, { bank: 'Banque Téranga', login: '10000001' })
    expect(base32).toBe('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
    const url = new URL(uri)
    expect(url.protocol + url.host).toBe('otpauth:totp')
    expect(decodeURIComponent(url.pathname)).toBe('/Banque Téranga:10000001')
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ secret: base32, digits: '6', period: '30' })
  })

  it('creates different secrets of 160 bits', () => {
    expect(newSecret()).toHaveLength(20)
    expect(newSecret().equals(newSecret())).toBe(false)
  })
})

describe('recovery codes', () => {
  it('are ten different texts that name their position', () => {
    const codes = newRecoveryCodes()
    expect(new Set(codes).size).toBe(RECOVERY_CODES)
    expect(codes.map(recoveryPositionOf)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  it('are read as they are displayed, in small letters and with spaces', () => {
    expect(displayRecoveryCode('3KQ79FTX2MNB')).toBe('3KQ7-9FTX-2MNB')
    expect(bareCode(' 3kq7-9ftx 2mnb')).toBe('3KQ79FTX2MNB')
    expect(recoveryPositionOf('3kq7-9ftx-2mnb')).toBe(3)
  })

  it.each(['123456', '3KQ7-9FTX-2MN', 'AKQ7-9FTX-2MNB', '3KQ7-9FTX-2MNO', ''])('refuses the text "%s"', (typed) => {
    expect(recoveryPositionOf(typed)).toBeNull()
  })
})
