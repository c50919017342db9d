import type { Grant } from '#platform/contract/grants.ts'

/** The part of the work that an entry of the audit log belongs to, by the grant that allows it. */
export const AUDIT_AREAS = ['review', 'catalogue', 'support', 'finance', 'people'] as const satisfies readonly Grant[]
export type AuditArea = (typeof AUDIT_AREAS)[number]

/** The first prefix that fits decides. What accounts, applicants, and operators do belongs to people. */
const AREAS: readonly [prefix: string, area: AuditArea][] = [
  ['announcement.', 'support'],
  ['asset.approved', 'review'],
  ['asset.rejected', 'review'],
  ['asset.files_approved', 'review'],
  ['asset.resubmitted', 'review'],
  ['asset.appealed', 'review'],
  ['appeal.', 'review'],
  ['asset.', 'catalogue'],
  ['synonyms.', 'catalogue'],
  ['search_miss.', 'catalogue'],
  ['trademark.', 'catalogue'],
  ['featured_collection.', 'catalogue'],
  ['custom_request.', 'support'],
  ['contact_message.', 'support'],
  ['claim.', 'support'],
  ['marketing.', 'support'],
  ['user.uploads_resumed', 'support'],
  ['subscription.', 'finance'],
  ['payout.', 'finance'],
  ['expense.', 'finance'],
  ['report.', 'finance'],
  ['payment.', 'finance'],
  ['wage_rule.', 'finance'],
  ['license.', 'finance'],
  ['approval.', 'finance'],
  ['settings.', 'finance'],
  ['coupon.', 'finance'],
  ['tax_rate.', 'finance'],
  ['invoice.', 'finance'],
  ['order.', 'finance'],
  ['webhook_event.', 'finance']
]

/** Returns the area of an action whose entry names none. */
export const areaOf = (action: string): AuditArea => AREAS.find(([prefix]) => action.startsWith(prefix))?.[1] ?? 'people'

/**
 * Returns the prefixes of an area's actions, and those that take precedence over them. Null: every other action, which is what people has.
 */
export function prefixesOf(area: AuditArea): [prefixes: readonly string[] | null, others: readonly string[]] {
  const own = AREAS.filter(([, one]) => one === area).map(([prefix]) => prefix)
  const others = AREAS.filter(([, one]) => one !== area).map(([prefix]) => prefix)
  if (area === 'people') return [null, others]
  return [own, others.filter((prefix) => own.some((one) => prefix.startsWith(one)))]
}

/** The field that `from` and `to` in the details are values of. */
const CHANGED_FIELDS: Readonly<Record<string, string>> = {
  'user.role_changed': 'role',
  'subscription.converted': 'plan_type',
  'subscription.price_changed': 'price',
  'custom_request.assigned': 'assigned_employee_id',
  'custom_request.unassigned': 'assigned_employee_id'
}

type Fields = Readonly<Record<string, unknown>>

/**
 * What an action changes, where its details have no fields before and after: the same each time, or read from other details. Claims, refunds, and
 * coupons are here for entries from before their details had such fields.
 */
const CHANGES: Readonly<Record<string, (details: Fields) => { before: Fields; after: Fields }>> = {
  'asset.approved': () => changed('status', 'pending', 'approved'),
  'asset.rejected': () => changed('status', 'pending', 'rejected'),
  'asset.files_approved': ({ files }) => changed('published_files', [], files),
  'asset.withheld': () => changed('is_withheld', false, true),
  'asset.released': () => changed('is_withheld', true, false),
  'asset.deleted': ({ title }) => ({ before: { title }, after: {} }),
  'appeal.overturned': () => changed('state', 'open', 'overturned'),
  'appeal.upheld': () => changed('state', 'open', 'upheld'),
  'trademark.added': ({ title }) => ({ before: {}, after: { word: title } }),
  'trademark.removed': ({ title }) => ({ before: { word: title }, after: {} }),
  'contact_message.marked_done': () => changed('is_done', false, true),
  'contact_message.reopened': () => changed('is_done', true, false),
  'contact_message.marked_spam': () => changed('is_spam', false, true),
  'contact_message.marked_no_spam': () => changed('is_spam', true, false),
  'custom_request.deleted': ({ status }) => ({ before: { status }, after: {} }),
  'claim.upheld': () => ({ before: {}, after: { state: 'upheld' } }),
  'claim.rejected': () => ({ before: {}, after: { state: 'rejected' } }),
  'claim.asked': () => ({ before: {}, after: { state: 'needs_info' } }),
  'claim.suit_recorded': () => changed('suit_recorded', false, true),
  'user.uploads_resumed': () => changed('uploads_paused', true, false),
  'user.activated': () => changed('is_active', false, true),
  'user.deactivated': () => changed('is_active', true, false),
  'user.second_factor_reset': () => changed('second_factor', 'set', 'none'),
  'user.deleted': () => changed('account', 'kept', 'erased'),
  'applicant.gov_id_verified': () => changed('gov_id_verified', false, true),
  'applicant.gov_id_unverified': () => changed('gov_id_verified', true, false),
  'applicant.deleted': () => changed('application', 'kept', 'deleted'),
  'license.revoked': () => changed('status', 'active', 'revoked'),
  'payment.refunded': ({ amount_cents }) => ({ before: {}, after: { refunded_cents: amount_cents } }),
  'payout.recorded': ({ amount_cents }) => ({ before: {}, after: { amount_cents } }),
  'expense.booked': ({ amount_cents }) => ({ before: {}, after: { amount_cents } }),
  'expense.taken_back': ({ amount_cents }) => ({ before: { amount_cents }, after: {} }),
  'subscription.created': ({ plan, type }) => ({ before: {}, after: { plan, type } }),
  'subscription.activated': () => changed('state', 'inactive', 'active'),
  'subscription.cancelled': () => changed('state', 'active', 'ended'),
  'announcement.tested': ({ title }) => ({ before: {}, after: { test_of: title } }),
  'announcement.started': () => changed('state', 'draft', 'sending'),
  'announcement.stopped': () => changed('state', 'sending', 'stopped'),
  'coupon.paused': () => changed('status', 'active', 'paused'),
  'coupon.resumed': () => changed('status', 'paused', 'active'),
  'coupon.ended': () => ({ before: {}, after: { status: 'ended' } }),
  'job.run_again': () => changed('state', 'failed', 'waiting'),
  'job.deleted': () => changed('state', 'failed', 'deleted'),
  'webhook_event.processed_again': () => changed('state', 'unprocessed', 'waiting')
}

const changed = (field: string, before: unknown, after: unknown) => ({ before: { [field]: before }, after: { [field]: after } })

const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : undefined

/** Returns what an entry changed, by field, from its details. Nothing for an entry that changed no field, such as a sign-in. */
export function changeIn(action: string, details: Fields): { before: Fields; after: Fields } {
  const { before, after, from, to } = details
  const [old, now] = [fieldsOf(before), fieldsOf(after)]
  if (old || now) return { before: old ?? {}, after: now ?? {} }
  if (from === undefined && to === undefined) return CHANGES[action]?.(details) ?? { before: {}, after: {} }
  const field = CHANGED_FIELDS[action] ?? 'status'
  return { before: { [field]: from ?? null }, after: { [field]: to ?? null } }
}
