import { randomInt } from 'node:crypto'

/** Crockford's alphabet, which has no letter that looks like a digit. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const GROUPS = 4
const GROUP = 4

/** Creates a number such as LIC-7K3M-Q9TV-2XHD-81WA: 80 random bits that are easy to read aloud. */
export const newCertificateNumber = (): string =>
  ['LIC', ...Array.from({ length: GROUPS }, () => Array.from({ length: GROUP }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''))].join(
    '-'
  )
