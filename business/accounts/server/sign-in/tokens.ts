import { createHash, randomBytes, randomInt } from 'node:crypto'
import { CODE_DIGITS } from '../../rules.ts'

/** 256 random bits. Only the hash is stored. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** Whether the text has the form of a token. */
export const isToken = (text: string | undefined): text is string => /^[\w-]{43}$/.test(text ?? '')

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

export const newCode = (): string => String(randomInt(10 ** CODE_DIGITS)).padStart(CODE_DIGITS, '0')
