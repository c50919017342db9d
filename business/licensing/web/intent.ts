import { LICENSE_TYPES, type LicenseType } from '../rules.ts'

/** What someone was about to buy when the sign-in came between; kept for this tab only. */
const KEY = 'checkout_intent'

export type Intent = { type: 'single'; assetId: string; licenseType: LicenseType } | { type: 'subscription'; planId: string }

export const saveIntent = (intent: Intent): void => sessionStorage.setItem(KEY, JSON.stringify(intent))

/** Used once: whatever was there is removed. */
export function takeIntent(): Intent | undefined {
  const text = sessionStorage.getItem(KEY)
  sessionStorage.removeItem(KEY)
  return text === null ? undefined : readIntent(text)
}

export function readIntent(text: string): Intent | undefined {
  const kept = parse(text)
  if (typeof kept !== 'object' || kept === null) return undefined
  const { type, assetId, licenseType, planId } = kept as Record<string, unknown>
  if (type === 'subscription' && typeof planId === 'string') return { type, planId }
  const known = LICENSE_TYPES.find((one) => one === licenseType)
  return type === 'single' && typeof assetId === 'string' && known ? { type, assetId, licenseType: known } : undefined
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
