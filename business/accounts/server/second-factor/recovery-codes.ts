import { randomInt } from 'node:crypto'
import { RECOVERY_CODES } from '../../rules.ts'
import { hashToken } from '../sign-in/tokens.ts'

/** Crockford's base 32: no letter looks like a digit. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 5 bits each, so 80 bits together: too many to find a code from its hash. */
const LENGTH = 16
const GROUP = 4

const newCode = (): string => Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')

const grouped = (code: string): string => code.match(new RegExp(`.{${GROUP}}`, 'g'))!.join('-')

/** Codes such as 7K2M-XQ4T-90ZD-WB3H. */
export const newRecoveryCodes = (): string[] => Array.from({ length: RECOVERY_CODES }, () => grouped(newCode()))

/** The hash of a code as someone typed it: dashes, case, and letters that look like digits make no difference. */
export const hashRecoveryCode = (typed: string): Buffer =>
  hashToken(
    typed
      .toUpperCase()
      .replace(/[^0-9A-Z]/g, '')
      .replaceAll('O', '0')
      .replace(/[IL]/g, '1')
  )
