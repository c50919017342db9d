import { Secret, TOTP } from 'otpauth'
import { TOTP_DIGITS, TOTP_SECONDS } from '../../rules.ts'

/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20
/** Codes of the period before and after count too: clocks differ, and people need time to type. */
const WINDOW = 1

export const newSecret = (): Buffer => Buffer.from(new Secret({ size: SECRET_BYTES }).bytes)

const totpOf = (secret: Buffer, { issuer = '', label = '' } = {}): TOTP =>
  new TOTP({
    ...(issuer && { issuer }),
    ...(label && { label }),
    algorithm: 'SHA1',
    digits: TOTP_DIGITS,
    period: TOTP_SECONDS,
    secret: Secret.fromHex(secret.toString('hex'))
  })

/** The secret as people type it into an app, and the address in its QR code. */
export function describeSecret(secret: Buffer, names: { issuer: string; label: string }): { secret: string; otpauth_url: string } {
  const totp = totpOf(secret, names)
  return { secret: totp.secret.base32, otpauth_url: totp.toString() }
}

/** Returns the period that a code belongs to, or undefined if it is wrong or of another time. */
export function periodOf(secret: Buffer, code: string, now: Date): number | undefined {
  const delta = totpOf(secret).validate({ token: code, timestamp: now.getTime(), window: WINDOW })
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / TOTP_SECONDS) + delta
}
