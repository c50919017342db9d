import { createHash } from 'node:crypto'

/** Recognizes an address again without storing it. */
export const emailHash = (email: string): string => createHash('sha256').update(`coupon use\n${email.trim().toLowerCase()}`).digest('hex')
