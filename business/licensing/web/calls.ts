import { ApiError, route } from '#platform/web/api.ts'
import { browserApi } from '#platform/web/browser.ts'
import type { checkOut, License, listLicenses, Pricing, readPricing, requestFreeFile } from '../contract.ts'
import { type LicenseType, mayDownload } from '../rules.ts'

const PRICING = route<typeof readPricing>({ method: 'GET', path: '/assets/:id/pricing' })
const CHECKOUT = route<typeof checkOut>({ method: 'POST', path: '/licenses/checkout' })
const HELD = route<typeof listLicenses>({ method: 'GET', path: '/licenses' })
const FREE = route<typeof requestFreeFile>({ method: 'POST', path: '/free-downloads' })

export const loadPricing = (asset_id: string): Promise<Pricing> => browserApi()(PRICING, { params: { id: asset_id } })

/** What a client may download of an asset already. */
export const loadHeld = async (asset_id: string): Promise<License[]> =>
  (await browserApi()(HELD, { query: { asset_id, status: 'active' } })).items.filter(mayDownload)

export type Purchase = { asset_id: string; license_type: LicenseType | 'subscription'; coupon: string; via_subscription: boolean }

export const beginCheckout = ({ coupon, ...purchase }: Purchase) =>
  browserApi()(CHECKOUT, { body: { ...purchase, ...(coupon && { coupon }), terms_accepted: true } })

export const askForFree = (body: { asset_id: string; email: string; marketing_opt_in: boolean }) => browserApi()(FREE, { body })

export const isSignedOut = (error: unknown): boolean => error instanceof ApiError && error.status === 401

/** The server's own words, or these where there are none. */
export const wordsOf = (error: unknown): string =>
  error instanceof ApiError && error.body.code !== 'unknown' ? error.body.error : 'Something went wrong.'
