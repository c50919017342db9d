import { findLicenseType, type LicenseType } from '../../rules.ts'

/** What a visitor was about to buy before signing in. Stored for this tab only. */
const KEY = 'checkout_intent'

export type Intent =
  | { type: 'single'; assetId: string; licenseType: LicenseType; format?: string | undefined; coupon?: string | undefined }
  | { type: 'subscription'; planId: string; coupon?: string | undefined }

export const saveIntent = (intent: Intent): void => sessionStorage.setItem(KEY, JSON.stringify(intent))

/** Reads the intent and removes it: it is used once. */
export function takeIntent(): Intent | undefined {
  const text = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  return text === null ? undefined : readIntent(text)
}

const COUPON_MAX = 100
const FORMAT = /^[a-z0-9]{1,10}$/

export function readIntent(text: string): Intent | undefined {
  const stored = parse(text)
  if (typeof stored !== 'object' || stored === null) return undefined
  const { type, assetId, licenseType, planId, format, coupon: typed }: Record<string, unknown> = { ...stored }
  const coupon = typeof typed === 'string' && typed !== '' && { coupon: typed.slice(0, COUPON_MAX) }
  if (type === 'subscription' && typeof planId === 'string') return { type, planId, ...coupon }
  const license = findLicenseType(licenseType)
  if (type !== 'single' || typeof assetId !== 'string' || !license) return undefined
  return { type, assetId, licenseType: license, ...(typeof format === 'string' && FORMAT.test(format) && { format }), ...coupon }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
