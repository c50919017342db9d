import { addBusinessDays } from './business-days.rules.ts'

export const CLAIM_KINDS = ['copyright', 'trademark', 'privacy', 'illegal', 'other'] as const
export type ClaimKind = (typeof CLAIM_KINDS)[number]

export const CLAIM_KIND_LABELS: Record<ClaimKind, string> = {
  copyright: 'Copyright',
  trademark: 'Trademark',
  privacy: 'Privacy',
  illegal: 'Illegal content',
  other: 'Something else'
}

export const CLAIMANT_ROLES = ['owner', 'agent'] as const
export type ClaimantRole = (typeof CLAIMANT_ROLES)[number]

export const CLAIM_STATES = ['received', 'needs_info', 'upheld', 'rejected', 'countered', 'restored', 'withdrawn'] as const
export type ClaimState = (typeof CLAIM_STATES)[number]

export const CLAIM_STATE_LABELS: Record<ClaimState, string> = {
  received: 'Received',
  needs_info: 'Needs information',
  upheld: 'Upheld',
  rejected: 'Rejected',
  countered: 'Counter-notice received',
  restored: 'Restored',
  withdrawn: 'Withdrawn'
}

export const DECISIONS = ['uphold', 'reject', 'ask'] as const
export type Decision = (typeof DECISIONS)[number]

/** Who wrote a message of a claim. */
export const MESSAGE_SENDERS = ['claimant', 'easel', 'artist'] as const
export type MessageSender = (typeof MESSAGE_SENDERS)[number]

export const CLAIM_MAX = {
  name: 100,
  address: 500,
  work: 5000,
  work_url: 2000,
  signature: 100,
  message: 5000,
  note: 2000,
  reason: 500
} as const

/** Days in which the artist may answer an upheld claim. */
export const COUNTER_DAYS = 30
/** Business days between a counter-notice and the restoration of the asset (17 U.S.C. §512(g)(2)(C)). */
export const RESTORE_BUSINESS_DAYS = 10
/** So many strikes pause an artist's uploads. */
export const STRIKES_MAX = 3
/** Days after which the names, addresses, and texts of a claim that is over are removed. Actions for infringement end after three years (17 U.S.C. §507(b)). */
export const CLAIM_RETENTION_DAYS = 1095

export const MESSAGES = {
  asset: 'Please enter the address of the asset, such as https://…/assets/….',
  kind: 'Please choose what the report is about.',
  name: 'Please enter your full name.',
  address: 'Please enter your postal address.',
  role: 'Please say whether you own the rights or act for the owner.',
  work: 'Please describe the work or the right that the asset infringes.',
  work_url: 'Please enter an address that begins with https:// or http://.',
  good_faith: 'Please confirm that you believe in good faith that this use is not authorized.',
  accuracy: 'Please confirm that your report is accurate and that you may act for the owner.',
  signature: 'Please sign with your full name.',
  message: 'Please write a message.',
  note: 'Please describe what was filed, where, and when.',
  reason: 'Please enter a reason.',
  perjury: 'Please confirm this statement under penalty of perjury.',
  jurisdiction: 'Please consent to the jurisdiction of the court.'
} as const

const OPEN_STATES: readonly ClaimState[] = ['received', 'needs_info']

/** Whether the claim waits for a decision. Only then may it be decided or withdrawn. */
export const isOpen = (state: ClaimState): boolean => OPEN_STATES.includes(state)

/** Whether the claim keeps its asset off sale and counts as a strike. */
export const isStanding = (state: ClaimState): boolean => state === 'upheld' || state === 'countered'

/** Whether the claimant may still write. */
export const mayWrite = (state: ClaimState): boolean => isOpen(state) || isStanding(state)

const DAY_MS = 86_400_000

export const counterUntil = (decided_at: Date): Date => new Date(decided_at.getTime() + COUNTER_DAYS * DAY_MS)

export const mayCounter = ({ state, decided_at }: { state: ClaimState; decided_at: Date | null }, now: Date): boolean =>
  state === 'upheld' && decided_at !== null && now <= counterUntil(decided_at)

/** Returns the day on which the asset returns, for the day (California) of the counter-notice. */
export const restoreDay = (countered_on: string): string => addBusinessDays(countered_on, RESTORE_BUSINESS_DAYS)

/** Uploads pause at three strikes, and again at each further one after an admin resumed them. */
export const areUploadsPaused = (strikes: readonly { upheld_at: Date }[], resumed_at: Date | null): boolean =>
  strikes.length >= STRIKES_MAX && (resumed_at === null || strikes.some(({ upheld_at }) => upheld_at > resumed_at))

/** Returns the asset's id in an address of its page or of its report, or undefined. A bare id counts, too. */
export function assetIdIn(typed: string): string | undefined {
  const id = /(?:^|\/(?:assets?|report)\/)([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:[/?#]|$)/i.exec(typed.trim())?.[1]
  return id?.toLowerCase()
}
