import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { describeSecret, newSecret, periodOf } from './totp.ts'

/** The key of RFC 6238's appendix B. Its vectors have eight digits, of which six are the last six. */
const KEY = Buffer.from('12345678901234567890')

describe('a code of RFC 6238', () => {
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130']
  ])('at %i s is %s', (seconds, code) => {
    const period = Math.floor(seconds / 30)
    expect(periodOf(KEY, code, new Date(seconds * 1000))).toBe(period)
    expect([-30, 30].map((off) => periodOf(KEY, code, new Date((seconds + off) * 1000)))).toEqual([period, period])
    expect([-60, 60].map((off) => periodOf(KEY, code, new Date((seconds + off) * 1000)))).toEqual([undefined, undefined])
  })
})

test('a secret has 160 bits, and the address in its QR code names the issuer, the person, and what every app uses', () => {
  const secret = newSecret()
  const { secret: text, otpauth_url } = describeSecret(secret, { issuer: 'Easel & Co', label: 'ann@example.com' })
  expect([secret.length, text]).toEqual([20, expect.stringMatching(/^[A-Z2-7]{32}$/)])
  const { protocol, host, pathname, searchParams } = new URL(otpauth_url)
  expect([protocol, host, decodeURIComponent(pathname)]).toEqual(['otpauth:', 'totp', '/Easel & Co:ann@example.com'])
  expect(Object.fromEntries(searchParams)).toEqual({ secret: text, issuer: 'Easel & Co', algorithm: 'SHA1', digits: '6', period: '30' })
})

test('Debian’s oathtool makes the same codes', () => {
  const secret = newSecret()
  const { secret: text } = describeSecret(secret, { issuer: 'Easel', label: 'ann@example.com' })
  for (const at of ['2026-03-01 12:00:00', '2031-12-31 23:59:59']) {
    const code = execFileSync('oathtool', ['--totp', '--base32', '--now', `${at} UTC`, text], { encoding: 'utf8' }).trim()
    expect(periodOf(secret, code, new Date(`${at.replace(' ', 'T')}Z`))).toBeDefined()
  }
})
