import { z } from 'zod'
import { type Cents, toCents } from './money.ts'

export const cents = z.custom<Cents>((amount) => Number.isSafeInteger(amount)).meta({ type: 'integer', description: 'US cents' })

/** An answer's US dollars, from cents. */
export const dollarAmount = z.number().meta({ description: 'US dollars, at most two decimals' })

const DOLLARS = /^(\d{1,9})(?:\.(\d{1,2}))?$/

/** 12, 12.5, "12.50" from a person or a program become 1250; read from their text, never through a float. */
export const dollarsTyped = (message = 'Enter an amount such as 12.50.') =>
  z.union([z.number(), z.string()], { error: message }).transform((typed, check): Cents => {
    const [, whole, fraction = ''] = DOLLARS.exec(String(typed).trim()) ?? []
    if (whole === undefined) {
      check.addIssue({ code: 'custom', message })
      return z.NEVER
    }
    return toCents(Number(whole) * 100 + Number(fraction.padEnd(2, '0')))
  })
