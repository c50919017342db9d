/** What may need a second admin. */
export const APPROVAL_KINDS = ['payout', 'wage_rule', 'wage_rule_deletion'] as const
export type ApprovalKind = (typeof APPROVAL_KINDS)[number]

export const APPROVAL_STATES = ['pending', 'approved', 'refused', 'expired'] as const
export type ApprovalState = (typeof APPROVAL_STATES)[number]

/** What is not decided after so many days expires. */
export const APPROVAL_DAYS = 7
/** A larger payout needs a second admin. */
const PAYOUT_ALONE_MAX_CENTS = 50_000
/** How many admins with the grant finance there must be before one needs another. */
export const APPROVERS_MIN = 2
export const APPROVALS_PAGE_SIZE = 20

export const APPROVAL_TEXTS = {
  choice: 'Please choose on or off.',
  reason: 'Please enter a reason.',
  failed: 'Failed to save the decision.',
  settings_failed: 'Failed to save the settings.'
} as const

export const payoutNeedsTwo = (amount_cents: number): boolean => amount_cents > PAYOUT_ALONE_MAX_CENTS

type Stored = { decision: 'approved' | 'refused' | null; expires_at: Date }

export const approvalState = ({ decision, expires_at }: Stored, now: Date): ApprovalState =>
  decision ?? (expires_at <= now ? 'expired' : 'pending')

export const KIND_NAMES: Record<ApprovalKind, string> = {
  payout: 'Payout',
  wage_rule: 'Wage and license price',
  wage_rule_deletion: 'Deletion of a wage rule'
}
