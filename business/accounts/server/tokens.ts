import { createHash, randomBytes, randomInt } from 'node:crypto'
import { CODE_DIGITS } from '../rules.ts'

/** 256 random bits: what a bearer shows. Only its hash is stored. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** Whether it has the shape of one; whose it is, the database knows. */
export const isToken = (text: string | undefined): text is string => /^[\w-]{43}$/.test(text ?? '')

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

export const newCode = (): string => String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
