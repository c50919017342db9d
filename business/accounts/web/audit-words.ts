import type { ListedAuditEntry } from '../people.contract.ts'

/** A sentence in pieces: who, what they did, to whom, and how; names are set apart from words. */
export type Sentence = { actor: string; verb: string; subject?: string; rest?: string }

type Words = { verb: string; rest?: (details: Record<string, unknown>) => string }

/** What people do to others and to things. */
const TO_OTHERS: Record<string, Words> = {
  'subscription.created': { verb: 'made a subscription for' },
  'subscription.activated': { verb: 'activated the subscription of' },
  'subscription.cancelled': { verb: 'cancelled the subscription of' },
  'subscription.extended': { verb: 'extended the subscription of', rest: ({ days }) => `by ${days} days` },
  'subscription.converted': { verb: 'converted the subscription of', rest: ({ from, to }) => `from ${from} to ${to}` },
  'subscription.price_changed': { verb: 'changed the price of the subscription of', rest: ({ from, to }) => `from $${from} to $${to}` },
  'user.role_changed': { verb: 'changed the role of', rest: ({ from, to }) => `from ${from} to ${to}` },
  'user.activated': { verb: 'activated' },
  'user.deactivated': { verb: 'deactivated' },
  'user.deleted': { verb: 'deleted the account of' },
  'user.sessions_ended': { verb: 'signed out', rest: () => 'everywhere' },
  'payout.recorded': { verb: 'paid', rest: ({ amount_cents }) => `$${(Number(amount_cents) / 100).toFixed(2)}` },
  'expense.booked': { verb: 'booked the', rest: ({ amount_cents }) => `of $${(Number(amount_cents) / 100).toFixed(2)}` },
  'expense.taken_back': { verb: 'took back the', rest: ({ amount_cents }) => `of $${(Number(amount_cents) / 100).toFixed(2)}` },
  'report.exported': { verb: 'exported the', rest: ({ start, end }) => `from ${start} to ${end} as CSV` },
  'payment.refunded': {
    verb: 'refunded',
    rest: ({ amount_cents, at }) => `$${(Number(amount_cents) / 100).toFixed(2)}${at ? ` at ${at}` : ''}`
  },
  'asset.approved': { verb: 'approved the asset' },
  'asset.rejected': { verb: 'rejected the asset' },
  'asset.edited': { verb: 'edited the asset' },
  'asset.free_changed': { verb: 'changed the free period of' },
  'asset.resubmitted': { verb: 'sent to review again' },
  'custom_request.status_changed': { verb: 'changed the status of', rest: ({ from, to }) => `from ${plain(from)} to ${plain(to)}` },
  'custom_request.assigned': { verb: 'assigned to an employee' },
  'custom_request.unassigned': { verb: 'took from its employee' },
  'custom_request.deleted': { verb: 'deleted' },
  'applicant.applied': { verb: 'applied as' },
  'applicant.status_changed': { verb: 'changed the status of', rest: ({ from, to }) => `from ${plain(from)} to ${plain(to)}` },
  'applicant.gov_id_verified': { verb: 'verified the government ID of' },
  'applicant.gov_id_unverified': { verb: 'took back the ID verification of' },
  'applicant.gov_id_opened': { verb: 'opened the government ID of' },
  'applicant.resume_opened': { verb: 'opened the resume of' },
  'applicant.notes_changed': { verb: 'changed the notes on' },
  'applicant.deleted': { verb: 'deleted', rest: ({ kept_days }) => (kept_days ? `${kept_days} days after the rejection` : '') },
  'contact_message.marked_done': { verb: 'marked as done' },
  'contact_message.reopened': { verb: 'opened again' },
  'contact_message.marked_spam': { verb: 'marked as spam' },
  'contact_message.marked_no_spam': { verb: 'took out of spam' }
}

/** What someone does with the own account, or someone unknown with it. */
const WITH_OWN: Record<string, string> = {
  'user.registered': 'registered',
  'user.verified': 'verified the email address',
  'user.signed_in': 'signed in',
  'user.sign_in_failed': 'failed to sign in',
  'user.signed_out': 'signed out',
  'user.session_ended': 'ended a session',
  'user.sessions_ended': 'ended all other sessions',
  'user.reset_requested': 'asked for a link to set a new password',
  'user.password_reset': 'set a new password by a mailed link',
  'user.password_changed': 'changed the password',
  'user.password_refused': 'typed a wrong current password',
  'user.profile_changed': 'changed the profile'
}

/** Actions that no sentence was written for still read as one: 'expense.added' is 'added expense'. */
export function sentenceOf({ actor, action, subject, details }: ListedAuditEntry): Sentence {
  const who = actor?.name ?? 'Somebody'
  const whom = subject.label ?? `${plain(subject.kind)} ${subject.id}`
  const isOwn = subject.kind === 'user' && (actor === null || actor.id === subject.id)
  const own = isOwn ? WITH_OWN[action] : undefined
  if (own) return { actor: actor ? who : whom, verb: own }
  const other = TO_OTHERS[action]
  if (other) return { actor: who, verb: other.verb, subject: whom, ...(other.rest && { rest: other.rest(details) }) }
  return { actor: who, verb: plainWords(action), ...(isOwn && actor ? {} : { subject: whom }) }
}

const plain = (word: unknown): string => String(word).replaceAll('_', ' ')

function plainWords(action: string): string {
  const [kind = '', ...deed] = action.split('.')
  const did = deed.join(' ').replaceAll('_', ' ')
  return kind === 'user' || did === '' ? did || kind : `${did} ${kind.replaceAll('_', ' ')}`
}

/** 'user.role_changed' as the filter names it: 'User: role changed'. */
export function actionLabel(action: string): string {
  const [kind = '', ...deed] = action.replaceAll('_', ' ').split('.')
  return `${kind.slice(0, 1).toUpperCase()}${kind.slice(1)}: ${deed.join(' ')}`
}

/** One fact of an entry's details, for people. */
export function showFact(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (Array.isArray(value)) return value.length > 0 ? value.map(showFact).join(', ') : '–'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
