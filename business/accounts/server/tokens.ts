import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { CODE_DIGITS } from '../rules.ts'

/** 256 random bits: what a bearer shows. Only its hash is stored. */
export const newToken = (): string => randomBytes(32).toString('base64url')

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

export const newCode = (): string => String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')

export const hashCode = (secret: string, user_id: string, code: string): Buffer =>
  createHmac('sha256', secret).update(`verification-code ${user_id} ${code}`).digest()

export const isSameHash = (one: Buffer, other: Buffer): boolean => one.length === other.length && timingSafeEqual(one, other)
