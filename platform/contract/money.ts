declare const isCents: unique symbol
/** A whole number of US cents. */
export type Cents = number & { readonly [isCents]: true }

export function toCents(amount: number): Cents {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${amount} is not a whole number of cents`)
  return amount as Cents
}

export const dollars = (whole: number): Cents => toCents(whole * 100)

/** Returns US dollars for the API: 1250 is 12.5. Exact to the cent for every safe integer. */
export const inDollars = (amount: Cents): number => amount / 100

/** Multiplies an amount and rounds half up to the cent: 2.5 times 4.99 is 12.48. The factor has at most two decimals. */
export const timesHalfUp = (amount: Cents, factor: number): Cents => toCents(Math.floor((amount * Math.round(factor * 100) + 50) / 100))
