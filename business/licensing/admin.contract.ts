import { z } from 'zod'
import { dollarAmount, endpoint, instant, pageOf, paging, requiredText } from '#platform/contract/index.ts'
import { license } from './contract.ts'
import { LICENSE_STATES, LICENSE_TYPES, MESSAGES, REASON_MAX } from './rules.ts'

/** An empty value of a form field counts as not set. */
const chosen = <Choice extends z.ZodType>(choice: Choice) => choice.or(z.literal('').transform(() => undefined)).optional()

const listedLicense = z.object({
  id: z.uuid(),
  certificate_number: z.string(),
  asset_id: z.uuid(),
  asset_title: z.string(),
  license_type: z.enum(LICENSE_TYPES),
  status: z.enum(LICENSE_STATES),
  /** The licensee's name at the time of the license. */
  licensee: z.string(),
  /** Null once the account is deleted. */
  email: z.string().nullable(),
  from_plan: z.boolean(),
  price: dollarAmount,
  price_cents: z.int(),
  payment_id: z.uuid().nullable(),
  created_at: instant,
  ended_at: instant.nullable()
})
export type ListedLicense = z.output<typeof listedLicense>

export const listAllLicenses = endpoint({
  method: 'GET',
  path: '/admin/licenses',
  access: ['admin'],
  grant: ['finance', 'support'],
  summary: 'All licenses, newest first',
  query: z.object({
    /** Part of the asset’s title or of the licensee’s name or email, or a certificate number or id. */
    q: z.string().trim().max(200).default(''),
    status: chosen(z.enum(LICENSE_STATES)),
    asset_id: chosen(z.uuid()),
    ...paging(20)
  }),
  response: pageOf(listedLicense)
})

export const revokeLicense = endpoint({
  method: 'POST',
  path: '/admin/licenses/:id/revoke',
  access: ['admin'],
  grant: 'support',
  proof: true,
  summary:
    'Revoke a license, with a reason that the licensee reads, and refund its payment if `refund` is true, which needs the grant finance too. Its links stop working immediately.',
  params: z.object({ id: z.uuid() }),
  body: z.object({ reason: requiredText(MESSAGES.reason_required, REASON_MAX), refund: z.boolean().default(false) }),
  response: license
})
