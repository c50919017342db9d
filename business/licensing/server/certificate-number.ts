import { randomInt } from 'node:crypto'

/** Crockford's: no letter that reads as a digit. */
const SIGNS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const GROUPS = 4
const GROUP = 4

/** Such as LIC-7K3M-Q9TV-2XHD-81WA: 80 random bits, easy to read aloud. */
export const newCertificateNumber = (): string =>
  ['LIC', ...Array.from({ length: GROUPS }, () => Array.from({ length: GROUP }, () => SIGNS[randomInt(SIGNS.length)]).join(''))].join('-')
