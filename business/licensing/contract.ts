import { z } from 'zod'
import { colorChanges } from '#catalogue/recolor.contract.ts'
import { cents, defineRefusals, dollarAmount, emailAddress, endpoint, instant, pageOf, paging } from '#platform/contract/index.ts'
import { PLAN_IDS } from '#subscriptions/rules.ts'
import { HAND_OVER_FORMATS, PROJECT_MAX } from './hand-over.rules.ts'
import { LICENSE_STATES, LICENSE_TYPES, MAX_WIDTH, MIN_WIDTH } from './rules.ts'

const id = z.object({ id: z.uuid() })
/** The client's own project, for the names of files and on certificates. */
const project = z.string().trim().max(PROJECT_MAX, `At most ${PROJECT_MAX} characters.`).optional()
const fileFormat = z
  .string()
  .toLowerCase()
  .regex(/^[a-z0-9]{1,10}$/, 'Please choose a format.')

const price = z.object({ amount: dollarAmount, amount_cents: z.int(), currency: z.string(), features: z.array(z.string()) })

export const readPricing = endpoint({
  method: 'GET',
  path: '/assets/:id/pricing',
  access: 'anyone',
  key_scope: 'catalogue',
  reads: 'replica',
  is_shared: true,
  summary: 'Prices of the licenses of an asset, and of the plans. `single` is empty if the asset is not for sale.',
  params: id,
  response: z.object({
    prices: z.object({
      single: z.partialRecord(z.enum(LICENSE_TYPES), price),
      subscription_plans: z.array(
        z.object({
          id: z.enum(PLAN_IDS),
          name: z.string(),
          price_monthly: dollarAmount,
          price_monthly_cents: z.int(),
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
  key_scope: 'downloads',
  key_body: { license_type: 'subscription', via_subscription: true },
  summary: 'Start a license purchase. Licenses that you already own, that your plan covers, or that are free are granted immediately.',
  body: z.object({
    asset_id: z.uuid('This asset does not exist.'),
    license_type: z.enum([...LICENSE_TYPES, 'subscription'], 'Please choose a license.').default('personal'),
    /** The file format to download. */
    format: fileFormat.nullish(),
    coupon: z.string().max(100).nullish(),
    /** True when the client is subscribed: the plan is used if it covers the license and has downloads left. */
    via_subscription: z.boolean().default(false),
    terms_accepted: z.literal(true, 'Please agree to the license terms.').optional()
  }),
  response: z.object({
    license_id: z.uuid().optional(),
    download_url: z.string().optional(),
    /** What `download_url` delivers: the chosen format, or that of the best file if it is not available. */
    file_format: z.string().optional(),
    payment_id: z.uuid().optional(),
    order_id: z.uuid().optional(),
    /** What is charged is the total: subtotal − discount + tax. */
    subtotal_cents: cents.optional(),
    discount_cents: cents.optional(),
    tax_cents: cents.optional(),
    total_cents: cents.optional(),
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
  price_cents: z.int(),
  status: z.enum(LICENSE_STATES),
  /** The format of the best file. `formats` lists all formats that can be downloaded. */
  file_format: z.string().nullable(),
  formats: z.array(z.string()),
  resolution: z.string().nullable(),
  size_in_kb: z.number().nullable(),
  /** The sizes available in each of `formats`. */
  download_options: z.array(
    z.object({
      format: z.string(),
      /** In pixels; null if there is no width to choose. */
      largest_width: z.int().nullable(),
      /** The picture's own width in pixels, which is the default; null for drawings and documents. */
      own_width: z.int().nullable()
    })
  ),
  /** The uploaded files, which can be downloaded unchanged by `file_id`. */
  originals: z.array(z.object({ file_id: z.uuid(), format: z.string(), size_in_kb: z.number() })),
  certificate_number: z.string(),
  /** The licensee's name at the time of the license. The title is from that time, too. */
  licensee: z.string(),
  terms_version: z.string(),
  /** Whether the license comes from a plan. */
  from_plan: z.boolean(),
  /** The team member who licensed it; null if it was the caller. */
  got_by: z.string().nullable(),
  /** A signed link that works for 10 minutes; null unless the license is active. */
  license_file_url: z.string().nullable(),
  /** The address that it is offered to, until that person accepts. */
  offered_to: z.string().nullable(),
  /** Whether its holder got it from someone else. It cannot be transferred again. */
  was_transferred: z.boolean(),
  payment_id: z.uuid().nullable(),
  created_at: instant,
  ended_at: instant.nullable()
})
export type License = z.output<typeof license>

export const listLicenses = endpoint({
  method: 'GET',
  path: '/licenses',
  access: ['client'],
  key_scope: 'licenses',
  summary: "The caller's own licenses and those of their plan, newest first",
  query: z.object({
    ...paging(20),
    /** Part of the asset's title at the time of the license. */
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
  key_scope: 'licenses',
  summary: "One of the caller's own licenses, or of their plan",
  params: id,
  response: license
})

export const downloadCertificate = endpoint({
  method: 'GET',
  path: '/licenses/:id/certificate',
  access: ['client'],
  key_scope: 'licenses',
  summary: 'The certificate of a license as a signed PDF. Still available after a plan has ended, but not for a refunded license.',
  params: id,
  query: z.object({ project: project.meta({ description: 'Printed on the certificate' }) }),
  response: z.unknown(),
  kind: 'file'
})

export const verifyCertificate = endpoint({
  method: 'GET',
  path: '/licenses/verify/:certificate_number',
  access: 'anyone',
  summary: 'Whether a certificate number belongs to a valid license, with the details that anyone may see',
  params: z.object({ certificate_number: z.string().max(60) }),
  response: z.object({
    certificate_number: z.string(),
    /** Whether the license is active: not refunded, and not from a plan that has ended. */
    valid: z.boolean(),
    status: z.enum(LICENSE_STATES),
    /** Certificate numbers: of the license that was transferred to this one's holder, and of the one that followed. */
    transferred_from: z.string().nullable(),
    transferred_to: z.string().nullable(),
    asset_title: z.string(),
    license_type: z.enum(LICENSE_TYPES),
    from_plan: z.boolean(),
    issued_at: instant,
    ended_at: instant.nullable(),
    /** Initials only. */
    licensee: z.string()
  })
})
export type VerifiedCertificate = z.output<typeof verifyCertificate.response>

const width = z.coerce
  .number(`Enter a width from ${MIN_WIDTH} to ${MAX_WIDTH} pixels.`)
  .int()
  .min(MIN_WIDTH, `Enter a width from ${MIN_WIDTH} to ${MAX_WIDTH} pixels.`)
  .max(MAX_WIDTH, `Enter a width from ${MIN_WIDTH} to ${MAX_WIDTH} pixels.`)

export const linkLicenseFile = endpoint({
  method: 'GET',
  path: '/licenses/:id/download',
  access: ['client'],
  key_scope: 'downloads',
  summary:
    'A signed link that works for 10 minutes: to an uploaded file unchanged, or with `format` to a rendition in the chosen width that carries the license in its metadata',
  params: id,
  query: z.object({
    file_id: z.uuid().optional(),
    format: z.string().toLowerCase().max(10).optional(),
    width: width.optional(),
    colors: colorChanges.optional(),
    project: project.meta({ description: 'In front of the name of the file' })
  }),
  response: z.object({ download_url: z.string(), expires_at: instant })
})

export const requestFreeFile = endpoint({
  method: 'POST',
  path: '/free-downloads',
  access: 'anyone',
  summary: 'Get the free license: a link to the 1500 px PNG of an asset that is currently free, in the response and by email',
  body: z.object({
    asset_id: z.uuid('This asset does not exist.'),
    colors: colorChanges.optional(),
    email: emailAddress(),
    marketing_opt_in: z.boolean().default(false)
  }),
  response: z.object({ download_url: z.string(), expires_at: instant })
})

/** The query of a hand-over: a ZIP of the files, certificates, and terms of several licenses. */
export const handOverQuery = z.object({
  format: z.string().toLowerCase().pipe(z.enum(HAND_OVER_FORMATS, 'Please choose a format.')).default('original'),
  /** In pixels, as near as a picture allows. */
  width: z.preprocess((typed) => (typed === '' ? undefined : typed), width.optional())
})

export const refusals = defineRefusals({
  asset_not_found: { status: 404, message: 'This asset does not exist.' },
  not_for_sale: { status: 409, message: 'This asset is not for sale.' },
  asset_withdrawn: { status: 409, message: 'One of these assets was taken off sale just now.' },
  license_held: { status: 409, message: 'You already own one of these licenses.' },
  no_files: { status: 409, message: 'No downloadable files' },
  nothing_licensed: { status: 409, message: 'You have no active license for any of these works yet.' },
  no_plan: { status: 402, message: 'You need an active plan to download this way.' },
  not_free: { status: 409, message: 'This asset is not free.' },
  license_not_found: { status: 404, message: 'This license does not exist.' },
  certificate_not_found: { status: 404, message: 'No license has this certificate number.' },
  license_revoked: { status: 409, message: 'This license is already revoked.' },
  nothing_paid: { status: 409, message: 'Nothing was paid for this license, so nothing can be refunded.' },
  refund_refused: { status: 409, message: 'The license is revoked, but its payment was not refunded.' },
  license_not_active: { status: 409, message: 'This license is no longer active.' },
  file_not_found: { status: 404, message: 'This file does not exist.' },
  format_not_offered: { status: 422, message: 'This format is not offered for this asset.' },
  too_wide: { status: 422, message: 'This picture is not wide enough. Please choose a smaller width.' },
  rendition_budget_used_up: { status: 429, message: 'You have downloaded as many new sizes as one day allows.' },
  rendition_too_heavy: {
    status: 422,
    message: 'This size takes too long to make. Please choose a smaller width, or contact support.'
  },
  link_altered: { status: 404, message: 'This link is incomplete or was changed. Please request a new one.' },
  link_expired: { status: 409, message: 'This link has expired: links work for 10 minutes. Please request a new one.' }
})
