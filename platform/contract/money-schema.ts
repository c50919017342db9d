import { z } from 'zod'
import { type Cents, toCents } from './money.ts'

export const cents = z.custom<Cents>((amount) => Number.isSafeInteger(amount)).meta({ type: 'integer', description: 'US cents' })

/** An amount in an answer, in US dollars. */
export const dollarAmount = z.number().meta({ description: 'US dollars, at most two decimals' })

const MAX_DOLLARS = 999_999_999.99
const DOLLARS = /^(\d{1,9})(?:\.(\d{1,2}))?$/

/** Reads 12, 12.5, or "12.50" as 1250 cents. The text is parsed, so no float arithmetic is involved. */
export const dollarsTyped = (message = 'Enter an amount such as 12.50.') =>
  z.union([z.number().min(0, message).max(MAX_DOLLARS, message), z.string()], { error: message }).transform((typed, check): Cents => {
    const [, whole, fraction = ''] = DOLLARS.exec(String(typed).trim()) ?? []
    if (whole === undefined) {
      check.addIssue({ code: 'custom', message })
      return z.NEVER
    }
    return toCents(Number(whole) * 100 + Number(fraction.padEnd(2, '0')))
  })
