import { z } from 'zod'

/** The largest `integer` of PostgreSQL. A larger number would fail in the database instead of at the door. */
export const MAX_INTEGER = 2_147_483_647

/** A whole number from 0 on in a JSON body. */
export const wholeNumber = (max = MAX_INTEGER) => z.int().min(0).max(max)

/** A whole number from 0 on in a query, where every value is text. */
export const wholeNumberTyped = (max = MAX_INTEGER) => z.coerce.number().int().min(0).max(max)
