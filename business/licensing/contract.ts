import { z } from 'zod'
import { dollarAmount, emailAddress, endpoint, instant, pageOf, paging, refusals } from '#platform/contract/index.ts'
import { PLAN_IDS } from '#subscriptions/rules.ts'
import { LEAST_WIDTH, LICENSE_STATES, LICENSE_TYPES, MOST_WIDTH } from './rules.ts'

const id = z.object({ id: z.uuid() })

const price = z.object({ amount: dollarAmount, amount_cents: z.int(), currency: z.string(), features: z.array(z.string()) })

export const readPricing = endpoint({
  method: 'GET',
  path: '/assets/:id/pricing',
  access: 'anyone',
  summary: 'What licences of an asset and the plans cost; `single` is empty where the asset is not for sale',
  params: id,
  response: z.object({
    prices: z.object({
      single: z.partialRecord(z.enum(LICENSE_TYPES), price),
      subscription_plans: z.array(
        z.object({
          id: z.enum(PLAN_IDS),
          name: z.string(),
          price_monthly: dollarAmount,
          currency: z.string(),
          popular: z.boolean(),
          features: z.array(z.string())
        })
      )
    })
  })
})
export type Pricing = z.output<typeof readPricing.response>

export const checkOut = endpoint({
  method: 'POST',
  path: '/licenses/checkout',
  access: ['client'],
  summary: 'Begins to buy a licence; what is held already, or costs nothing, is given at once',
  body: z.object({
    asset_id: z.uuid('This asset does not exist.'),
    license_type: z.enum([...LICENSE_TYPES, 'subscription'], 'Please choose a license.').default('personal'),
    coupon: z.string().max(100).nullish(),
    via_subscription: z.boolean().default(false),
    terms_accepted: z.literal(true, 'Please agree to the license terms.').optional()
  }),
  response: z.object({
    license_id: z.uuid().optional(),
    download_url: z.string().optional(),
    payment_id: z.uuid().optional(),
    checkout_url: z.string().optional(),
    provider_order_id: z.string().optional(),
    approve_url: z.string().optional()
  }),
  idempotent: true
})

export const license = z.object({
  id: z.uuid(),
  asset_id: z.uuid(),
  asset_title: z.string(),
  preview_url: z.string().nullable(),
  license_type: z.enum(LICENSE_TYPES),
  price: dollarAmount,
  status: z.enum(LICENSE_STATES),
  /** Of the best file; `formats` are all that can be downloaded. */
  file_format: z.string().nullable(),
  formats: z.array(z.string()),
  resolution: z.string().nullable(),
  size_in_kb: z.number().nullable(),
  /** Of each of `formats`: what sizes there are. */
  download_options: z.array(
    z.object({
      format: z.string(),
      /** Pixels: the widest that can be asked for; null where there is nothing to choose. */
      largest_width: z.int().nullable(),
      /** Pixels: the picture's own width, given when no width is asked for; null for what has no pixels. */
      own_width: z.int().nullable()
    })
  ),
  /** The files as they were uploaded, byte for byte, by `file_id`. */
  originals: z.array(z.object({ file_id: z.uuid(), format: z.string(), size_in_kb: z.number() })),
  certificate_number: z.string(),
  /** As it was when the licence was given, like the title. */
  licensee: z.string(),
  terms_version: z.string(),
  /** It came with a plan. */
  from_plan: z.boolean(),
  /** Who of the plan's team got it; nothing where it was oneself. */
  got_by: z.string().nullable(),
  /** A signed link, for 10 minutes; only while the licence is active. */
  license_file_url: z.string().nullable(),
  payment_id: z.uuid().nullable(),
  created_at: instant,
  ended_at: instant.nullable()
})
export type License = z.output<typeof license>

export const listLicenses = endpoint({
  method: 'GET',
  path: '/licenses',
  access: ['client'],
  summary: "One's own licences and those of one's plan, of an asset if it is named, newest first",
  query: z.object({
    ...paging(20),
    /** In the asset's title, as it was when the licence was given. */
    search: z.string().trim().max(200).optional(),
    status: z.enum(LICENSE_STATES).optional(),
    license_type: z.enum(LICENSE_TYPES).optional(),
    asset_id: z.uuid().optional()
  }),
  response: pageOf(license)
})

export const readLicense = endpoint({
  method: 'GET',
  path: '/licenses/:id',
  access: ['client'],
  summary: "One of one's own licences, or of one's plan",
  params: id,
  response: license
})

export const downloadCertificate = endpoint({
  method: 'GET',
  path: '/licenses/:id/certificate',
  access: ['client'],
  summary: 'The certificate of a licence as a signed PDF; a plan that has ended still gives it, a refunded licence does not',
  params: id,
  response: z.unknown(),
  kind: 'file'
})

export const verifyCertificate = endpoint({
  method: 'GET',
  path: '/licenses/verify/:certificate_number',
  access: 'anyone',
  summary: 'Whether a certificate number is of a licence that counts, and the little of it that anyone may know',
  params: z.object({ certificate_number: z.string().max(60) }),
  response: z.object({
    certificate_number: z.string(),
    /** Active now: neither refunded nor of a plan that has ended. */
    valid: z.boolean(),
    status: z.enum(LICENSE_STATES),
    asset_title: z.string(),
    license_type: z.enum(LICENSE_TYPES),
    from_plan: z.boolean(),
    issued_at: instant,
    ended_at: instant.nullable(),
    /** In initials. */
    licensee: z.string()
  })
})
export type VerifiedCertificate = z.output<typeof verifyCertificate.response>

const width = z.coerce
  .number(`Give a width from ${LEAST_WIDTH} to ${MOST_WIDTH} pixels.`)
  .int()
  .min(LEAST_WIDTH, `Give a width from ${LEAST_WIDTH} to ${MOST_WIDTH} pixels.`)
  .max(MOST_WIDTH, `Give a width from ${LEAST_WIDTH} to ${MOST_WIDTH} pixels.`)

export const linkLicenseFile = endpoint({
  method: 'GET',
  path: '/licenses/:id/download',
  access: ['client'],
  summary:
    'A signed link, for 10 minutes: to an uploaded file as it is, or with `format` to one made from the master, in the width asked for, with the facts of the licence in it',
  params: id,
  query: z.object({ file_id: z.uuid().optional(), format: z.string().toLowerCase().max(10).optional(), width: width.optional() }),
  response: z.object({ download_url: z.string(), expires_at: instant })
})

export const requestFreeFile = endpoint({
  method: 'POST',
  path: '/free-downloads',
  access: 'anyone',
  summary: 'The free licence: a link to the 1500 px PNG of an asset that is free now, here and by mail',
  body: z.object({
    asset_id: z.uuid('This asset does not exist.'),
    email: emailAddress(),
    marketing_opt_in: z.boolean().default(false)
  }),
  response: z.object({ download_url: z.string(), expires_at: instant })
})

/** Signed as a whole: what was changed is refused as changed, whatever it is. */
const signed = { expires: z.unknown().optional(), signature: z.unknown().optional() }

export const downloadLicenseFile = endpoint({
  method: 'GET',
  path: '/downloads/licenses/:id',
  access: 'anyone',
  summary: 'The file of a signed link of a licence; ranges are answered',
  params: id,
  query: z.looseObject({
    ...signed,
    file_id: z.unknown().optional(),
    format: z.unknown().optional(),
    width: z.unknown().optional(),
    user: z.unknown().optional()
  }),
  response: z.unknown(),
  kind: 'file'
})

export const downloadFreeFile = endpoint({
  method: 'GET',
  path: '/downloads/free/:id',
  access: 'anyone',
  summary: 'The PNG of a signed link of a free request; ranges are answered',
  params: id,
  query: z.looseObject(signed),
  response: z.unknown(),
  kind: 'file'
})

export const no = refusals({
  asset_not_found: { status: 404, message: 'This asset does not exist.' },
  not_for_sale: { status: 409, message: 'This asset is not for sale.' },
  no_files: { status: 409, message: 'No downloadable files' },
  no_plan: { status: 402, message: 'You need an active plan to download this way.' },
  not_free: { status: 409, message: 'This asset is not free.' },
  license_not_found: { status: 404, message: 'This license does not exist.' },
  certificate_not_found: { status: 404, message: 'No license has this certificate number.' },
  license_not_active: { status: 409, message: 'This license is no longer active.' },
  file_not_found: { status: 404, message: 'This file does not exist.' },
  format_not_offered: { status: 422, message: 'This format is not offered for this asset.' },
  too_wide: { status: 422, message: 'This picture is not that wide. Please choose a smaller width.' },
  link_altered: { status: 404, message: 'This link is incomplete or was changed. Please ask for a new one.' },
  link_expired: { status: 409, message: 'This link has expired: links work for 10 minutes. Please ask for a new one.' }
})
