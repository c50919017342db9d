import { z } from 'zod'
import { COUNTRIES } from '#invoicing/places.rules.ts'
import { type Party, USUAL_SELLER } from '#invoicing/rules.ts'

const line = z.string().trim().min(1).max(200, 'use at most 200 characters').optional()

/** Who sells, as invoices name them. */
export const sellerEnvironment = {
  SELLER_NAME: line,
  SELLER_ADDRESS: line,
  SELLER_CITY: line,
  SELLER_POSTAL_CODE: line,
  SELLER_STATE: line,
  SELLER_COUNTRY: z.string().trim().toUpperCase().pipe(z.enum(COUNTRIES, 'use the two letters of a country, for example US')).default('US'),
  SELLER_TAX_NUMBER: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9][A-Za-z0-9 ./-]{1,29}$/, 'use the tax number of the seller, for example 12-3456789')
    .optional()
}

const sellerSettings = z.object(sellerEnvironment)
type SellerEnvironment = z.output<typeof sellerSettings>

/**
 * The seller is the brand unless the settings say more. Only where no stranger buys is there a tax number that nobody has: a shop in public takes
 * tax once it has its own.
 */
export function toSeller(env: SellerEnvironment & { BRAND_NAME: string; SUPPORT_EMAIL: string }, exposed: boolean): Party {
  return {
    name: env.SELLER_NAME ?? env.BRAND_NAME,
    contact: null,
    email: env.SUPPORT_EMAIL,
    address_line1: env.SELLER_ADDRESS ?? null,
    address_line2: null,
    city: env.SELLER_CITY ?? null,
    postal_code: env.SELLER_POSTAL_CODE ?? null,
    state: env.SELLER_STATE ?? (env.SELLER_COUNTRY === 'US' ? USUAL_SELLER.state : null),
    country: env.SELLER_COUNTRY,
    tax_number: env.SELLER_TAX_NUMBER ?? (exposed ? null : USUAL_SELLER.tax_number)
  }
}
