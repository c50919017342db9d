import type { ListedAuditEntry } from '../../audit.contract.ts'

/** A sentence in parts, so that names can be styled. */
export type Sentence = { actor: string; verb: string; subject?: string; rest?: string }

type Phrase = { verb: string; rest?: (details: Record<string, unknown>) => string }

/** Actions on other people and things. */
const TO_OTHERS: Record<string, Phrase> = {
  'subscription.created': { verb: 'created a subscription for' },
  'subscription.activated': { verb: 'activated the subscription of' },
  'subscription.cancelled': { verb: 'cancelled the subscription of' },
  'subscription.extended': { verb: 'extended the subscription of', rest: ({ days }) => `by ${days} days` },
  'subscription.converted': { verb: 'converted the subscription of', rest: ({ from, to }) => `from ${from} to ${to}` },
  'subscription.price_changed': { verb: 'changed the price of the subscription of', rest: ({ from, to }) => `from $${from} to $${to}` },
  'user.role_changed': { verb: 'changed the role of', rest: ({ from, to }) => `from ${from} to ${to}` },
  'api_key.limit_changed': { verb: 'changed how many calls a minute an API key may make, of' },
  'user.grants_changed': { verb: 'changed the grants of' },
  'user.admin_created': { verb: 'made an admin on the command line:' },
  'user.second_factor_reset': { verb: 'reset the second factor of' },
  'user.activated': { verb: 'activated' },
  'user.deactivated': { verb: 'deactivated' },
  'user.deleted': { verb: 'deleted the account of' },
  'user.sessions_ended': { verb: 'signed out', rest: () => 'everywhere' },
  'payout.recorded': { verb: 'paid', rest: ({ amount_cents }) => `$${(Number(amount_cents) / 100).toFixed(2)}` },
  'payout.reversed': { verb: 'reversed a payout to', rest: ({ amount_cents }) => `of $${(Number(amount_cents) / 100).toFixed(2)}` },
  'approval.asked': { verb: 'asked a second admin for' },
  'approval.approved': { verb: 'approved' },
  'approval.refused': { verb: 'refused' },
  'settings.changed': { verb: 'changed the' },
  'expense.booked': { verb: 'booked the', rest: ({ amount_cents }) => `of $${(Number(amount_cents) / 100).toFixed(2)}` },
  'expense.taken_back': { verb: 'reversed the', rest: ({ amount_cents }) => `of $${(Number(amount_cents) / 100).toFixed(2)}` },
  'subscription.exported': { verb: 'exported all', rest: ({ rows }) => `as CSV, ${rows} rows` },
  'report.exported': { verb: 'exported the', rest: ({ start, end }) => (start ? `from ${start} to ${end} as CSV` : 'as CSV') },
  'payment.exported': { verb: 'exported the', rest: ({ lines }) => `as CSV, ${lines} lines` },
  'payment.refunded': {
    verb: 'refunded',
    rest: ({ amount_cents, at }) => `$${(Number(amount_cents) / 100).toFixed(2)}${at ? ` at ${at}` : ''}`
  },
  'tax_rate.added': { verb: 'set the tax rate of' },
  'tax_rate.changed': { verb: 'changed the tax rate of' },
  'coupon.created': { verb: 'made the coupon' },
  'coupon.changed': { verb: 'changed the coupon' },
  'coupon.paused': { verb: 'paused the coupon' },
  'coupon.resumed': { verb: 'resumed the coupon' },
  'coupon.ended': { verb: 'ended the coupon' },
  'wage_rule.added': { verb: 'set the wage and the license price of' },
  'wage_rule.changed': { verb: 'changed the wage or the license price of' },
  'wage_rule.deleted': { verb: 'deleted the wage and the license price of' },
  'synonyms.added': { verb: 'added the', rest: ({ words }) => quoted(words) },
  'synonyms.changed': { verb: 'changed the', rest: ({ words }) => quoted(words) },
  'synonyms.deleted': { verb: 'deleted the', rest: ({ words }) => quoted(words) },
  'trademark.added': { verb: 'added the trademark' },
  'trademark.removed': { verb: 'removed the trademark' },
  'search_miss.deleted': { verb: 'deleted a search without results,' },
  'featured_collection.added': { verb: 'added the collection' },
  'featured_collection.changed': { verb: 'changed the collection' },
  'featured_collection.works_changed': { verb: 'chose the works of the collection' },
  'featured_collection.ordered': { verb: 'changed the order of' },
  'featured_collection.deleted': { verb: 'deleted the collection' },
  'asset.approved': { verb: 'approved the asset' },
  'asset.rejected': { verb: 'rejected the asset' },
  'asset.files_approved': { verb: 'approved new files of the asset' },
  'asset.withheld': { verb: 'withheld the asset' },
  'asset.released': { verb: 'released the asset' },
  'asset.edited': { verb: 'edited the asset' },
  'asset.deleted': { verb: 'deleted the asset' },
  'asset.free_changed': { verb: 'changed the free period of' },
  'asset.resubmitted': { verb: 'resubmitted the asset' },
  'asset.appealed': { verb: 'appealed against the rejection of' },
  'appeal.overturned': { verb: 'overturned the rejection of' },
  'appeal.upheld': { verb: 'upheld the rejection of' },
  'claim.received': { verb: 'made a claim about' },
  'claim.answered': { verb: 'wrote a message to the claim about' },
  'claim.upheld': { verb: 'upheld the claim about' },
  'claim.rejected': { verb: 'rejected the claim about' },
  'claim.asked': { verb: 'asked the claimant about' },
  'claim.countered': { verb: 'sent a counter-notice about' },
  'claim.suit_recorded': { verb: 'recorded a suit about' },
  'claim.restored': { verb: 'ended the claim about' },
  'claim.withdrawn': { verb: 'withdrew the claim about' },
  'user.uploads_resumed': { verb: 'resumed the uploads of' },
  'license.revoked': { verb: 'revoked the license for' },
  'custom_request.status_changed': { verb: 'changed the status of', rest: ({ from, to }) => `from ${plain(from)} to ${plain(to)}` },
  'custom_request.assigned': { verb: 'assigned to an employee' },
  'custom_request.unassigned': { verb: 'unassigned' },
  'custom_request.deleted': { verb: 'deleted' },
  'custom_request.file_blocked': { verb: 'sent an infected file to', rest: ({ found }) => `(${found})` },
  'applicant.file_blocked': { verb: 'sent an infected file as', rest: ({ found }) => `(${found})` },
  'asset.file_blocked': { verb: 'uploaded an infected file to', rest: ({ found }) => `(${found})` },
  'applicant.applied': { verb: 'applied as' },
  'applicant.status_changed': { verb: 'changed the status of', rest: ({ from, to }) => `from ${plain(from)} to ${plain(to)}` },
  'applicant.gov_id_verified': { verb: 'verified the government ID of' },
  'applicant.gov_id_unverified': { verb: 'withdrew the ID verification of' },
  'applicant.gov_id_opened': { verb: 'opened the government ID of' },
  'applicant.resume_opened': { verb: 'opened the resume of' },
  'applicant.mailed': { verb: 'emailed', rest: () => 'about the new status' },
  'applicant.notes_changed': { verb: 'changed the notes on' },
  'applicant.deleted': { verb: 'deleted', rest: ({ kept_days }) => (kept_days ? `after ${kept_days} days` : '') },
  'announcement.written': { verb: 'wrote the news' },
  'announcement.changed': { verb: 'changed the news' },
  'announcement.tested': { verb: 'sent a test of the news' },
  'announcement.started': { verb: 'started sending the news' },
  'announcement.stopped': { verb: 'stopped sending the news' },
  'job.run_again': { verb: 'ran again a failed job of' },
  'job.deleted': { verb: 'deleted a failed job of' },
  'webhook_event.processed_again': { verb: 'processed again PayPal’s event' },
  'contact_message.marked_done': { verb: 'marked as done' },
  'contact_message.reopened': { verb: 'reopened' },
  'contact_message.marked_spam': { verb: 'marked as spam' },
  'contact_message.marked_no_spam': { verb: 'marked as not spam' }
}

/** Actions on the actor's own account, including those by someone who is not signed in. */
const WITH_OWN: Record<string, string> = {
  'user.registered': 'registered',
  'user.verified': 'verified the email address',
  'user.signed_in': 'signed in',
  'user.sign_in_failed': 'failed to sign in',
  'user.signed_out': 'signed out',
  'user.session_ended': 'ended a session',
  'user.sessions_ended': 'ended all other sessions',
  'user.reset_requested': 'requested a password reset link',
  'user.password_reset': 'reset the password by email',
  'user.password_changed': 'changed the password',
  'user.password_refused': 'entered a wrong current password',
  'user.profile_changed': 'changed the profile',
  'user.email_change_asked': 'asked to change the email address',
  'user.email_changed': 'changed the email address',
  'user.email_restored': 'got the old email address back',
  'user.export_asked': 'asked for a copy of the stored data',
  'user.deleted': 'deleted the account',
  'user.second_factor_refused': 'showed a wrong second factor',
  'user.proof_refused': 'failed to prove who they are',
  'api_key.created': 'made an API key',
  'api_key.deleted': 'deleted an API key',
  'user.totp_added': 'set up an authenticator app',
  'user.totp_removed': 'removed the authenticator app',
  'user.passkey_added': 'added a passkey',
  'user.passkey_removed': 'removed a passkey',
  'user.recovery_codes_renewed': 'created new recovery codes',
  'user.recovery_code_used': 'signed in with a recovery code'
}

/** Every action with a sentence. docs/security.md describes them. */
export const AUDIT_ACTIONS: readonly string[] = [...Object.keys(WITH_OWN), ...Object.keys(TO_OTHERS)]

/** Returns an entry as a sentence. An unlisted action such as 'expense.added' becomes 'added expense'. */
export function sentenceOf({ actor, action, subject, details }: ListedAuditEntry): Sentence {
  const who = actor?.name ?? 'Someone'
  const whom = subject.label ?? `${plain(subject.kind)} ${subject.id}`
  const isOwn = subject.kind === 'user' && (actor === null || actor.id === subject.id)
  const own = isOwn ? WITH_OWN[action] : undefined
  if (own) return { actor: actor ? who : whom, verb: own }
  const other = TO_OTHERS[action]
  if (other) return { actor: who, verb: other.verb, subject: whom, ...(other.rest && { rest: other.rest(details) }) }
  return { actor: who, verb: plainWords(action), ...(isOwn && actor ? {} : { subject: whom }) }
}

const quoted = (words: unknown): string => (Array.isArray(words) ? `(${words.join(', ')})` : '')
const plain = (word: unknown): string => String(word).replaceAll('_', ' ')

function plainWords(action: string): string {
  const [kind = '', ...verb] = action.split('.')
  const did = verb.join(' ').replaceAll('_', ' ')
  return kind === 'user' || did === '' ? did || kind : `${did} ${kind.replaceAll('_', ' ')}`
}

/** Returns the filter's label: 'user.role_changed' is 'User: role changed'. */
export function actionLabel(action: string): string {
  const [kind = '', ...verb] = action.replaceAll('_', ' ').split('.')
  return `${kind.slice(0, 1).toUpperCase()}${kind.slice(1)}: ${verb.join(' ')}`
}

const showNamed = (name: string, value: unknown): string => (name.endsWith('_cents') ? showCents(value) : showDetail(value))

export type Change = { name: string; before: string; after: string }

/** Returns what an entry changed, with the values before and after. */
export function changesOf({ before: old, after: now }: Pick<ListedAuditEntry, 'before' | 'after'>): Change[] {
  return Object.keys({ ...old, ...now }).map((name) => ({
    name: label(name),
    before: showNamed(name, old[name]),
    after: showNamed(name, now[name])
  }))
}

/** A longer value is in the details. */
const BRIEF_MAX = 60
const IDS = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(, |$)/i

/** Returns a shown value for one line: ids as their number, and a long text cut. */
export function brief(shown: string): string {
  if (IDS.test(shown)) {
    const count = shown.split(', ').length
    return count === 1 ? '1 entry' : `${count} entries`
  }
  return shown.length > BRIEF_MAX ? `${shown.slice(0, BRIEF_MAX).trimEnd()}…` : shown
}

/** Returns an entry's details as names and texts. Changed values are shown as before → after. */
export function detailRows({
  details,
  before,
  after
}: Pick<ListedAuditEntry, 'details' | 'before' | 'after'>): [name: string, text: string][] {
  const { before: _before, after: _after, from: _from, to: _to, ...others } = details
  return [
    ...Object.entries(others).map(([name, value]): [string, string] => [label(name), showNamed(name, value)]),
    ...changesOf({ before, after }).map(({ name, before, after }): [string, string] => [name, `${before} → ${after}`])
  ]
}

const label = (name: string): string => plain(name.replace(/_cents$/, ''))

const showCents = (value: unknown): string => (typeof value === 'number' ? `$${(value / 100).toFixed(2)}` : showDetail(value))

/** Returns one of an entry's details as text. */
export function showDetail(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (Array.isArray(value)) return value.length > 0 ? value.map(showDetail).join(', ') : '–'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
