import type { LicenseState, LicenseType } from './rules.ts'

/** How long an offer of a license can be accepted. */
export const TRANSFER_DAYS = 14
/** Offers of one person in a day. */
export const TRANSFERS_PER_DAY = 100
/** Offers that were not accepted are deleted this long after their end. */
export const OFFER_RETENTION_DAYS = 30

const DAY_MS = 86_400_000
export const offerEnd = (offered_at: Date): Date => new Date(offered_at.getTime() + TRANSFER_DAYS * DAY_MS)

export const TRANSFER_STATES = ['offered', 'accepted', 'withdrawn', 'ended'] as const
export type TransferState = (typeof TRANSFER_STATES)[number]

type Transferable = { status: LicenseState; license_type: LicenseType; from_plan: boolean; was_transferred: boolean }

/** Returns why a license cannot be transferred, or undefined. */
export function whyNotTransferable({ status, license_type, from_plan, was_transferred }: Transferable): TransferRefusal | undefined {
  if (status !== 'active') return 'license_not_active'
  if (from_plan) return 'plan_license'
  if (license_type === 'personal') return 'personal_license'
  return was_transferred ? 'transferred_before' : undefined
}
type TransferRefusal = 'license_not_active' | 'plan_license' | 'personal_license' | 'transferred_before'
