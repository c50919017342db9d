import type { quoteCoupon } from '#coupons/contract.ts'
import { ApiError, route } from '#platform/web/api.ts'
import { browserApi } from '#platform/web/browser.ts'
import type { MySubscription } from '#subscriptions/contract.ts'
import { loadMyPlan } from '#subscriptions/web/index.ts'
import type { checkOut, License, linkLicenseFile, listLicenses, Pricing, readPricing, requestFreeFile } from '../contract.ts'
import { isRendition, type LicenseType, mayDownload } from '../rules.ts'

const PRICING = route<typeof readPricing>({ method: 'GET', path: '/assets/:id/pricing' })
const CHECKOUT = route<typeof checkOut>({ method: 'POST', path: '/licenses/checkout' })
const OWNED = route<typeof listLicenses>({ method: 'GET', path: '/licenses' })
const QUOTE = route<typeof quoteCoupon>({ method: 'POST', path: '/coupons/quote' })
const FREE = route<typeof requestFreeFile>({ method: 'POST', path: '/free-downloads' })

export const loadPricing = (asset_id: string): Promise<Pricing> => browserApi()(PRICING, { params: { id: asset_id } })

/** Returns the licenses of an asset that the client can download already. */
export const loadOwned = async (asset_id: string): Promise<License[]> =>
  (await browserApi()(OWNED, { query: { asset_id, status: 'active' } })).items.filter(mayDownload)

/** Returns the active plan that the client owns or is a member of, if it includes downloads. */
export async function loadUsablePlan(): Promise<MySubscription | undefined> {
  const plan = await loadMyPlan()
  return plan?.is_active && plan.downloads_limit > 0 ? plan : undefined
}

export type Purchase = {
  asset_id: string
  license_type: LicenseType | 'subscription'
  format: string | undefined
  coupon?: string
  via_subscription: boolean
}

export const startCheckout = ({ format, coupon, ...purchase }: Purchase) =>
  browserApi()(CHECKOUT, { body: { ...purchase, ...(format && { format }), ...(coupon && { coupon }), terms_accepted: true } })

export type Quote = { subtotal_cents: number; discount_cents: number; total_cents: number }
/** What a coupon is tried on. */
export type Quoted = { items: { asset_id: string; license_type: LicenseType }[] } | { plan_id: string }

export const quoteOf = (code: string, quoted: Quoted): Promise<Quote> => browserApi()(QUOTE, { body: { code, ...quoted } })

const FILE = route<typeof linkLicenseFile>({ method: 'GET', path: '/licenses/:id/download' })

/** Returns a link to a licensed drawing in other colors, in the format if it is one that can be drawn. */
export async function linkRecolored(id: string, format: string | undefined, colors: string): Promise<string> {
  const drawn = format !== undefined && isRendition(format) ? { format } : {}
  return (await browserApi()(FILE, { params: { id }, query: { ...drawn, colors } })).download_url
}

export const requestFree = (body: { colors?: string; asset_id: string; email: string; marketing_opt_in: boolean }) =>
  browserApi()(FREE, { body })

export const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401

/** The server's message, or a generic one if there is none. */
export const messageOf = (error: unknown): string =>
  error instanceof ApiError && error.body.code !== 'unknown' ? error.body.error : 'Something went wrong.'
