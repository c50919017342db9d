import { randomBytes } from 'node:crypto'

export const KEY_START = 'easel_'
/** Of the 43 characters after the start, the list of keys shows these. The other 37 hold 222 random bits. */
const SHOWN = 6

/** Returns a new key with 256 random bits. */
export const newKey = (): string => KEY_START + randomBytes(32).toString('base64url')

export const prefixOf = (key: string): string => key.slice(0, KEY_START.length + SHOWN)

/** Whether the text has the form of a key. Anything else is looked up nowhere. */
export const isKey = (text: string): boolean => /^easel_[\w-]{43}$/.test(text)
