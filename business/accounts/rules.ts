import { GRANTS, type Grant } from '#platform/contract/grants.ts'

export type Role = 'client' | 'employee' | 'admin'

/** What a person may do as an admin. Stored as null, it is everything: so it is for everyone who becomes an admin. */
export const grantsOf = ({ role, grants }: { role: Role; grants: readonly Grant[] | null }): Grant[] =>
  role === 'admin' ? [...(grants ?? GRANTS)] : []

/** What each grant allows, for the page that gives them. */
export const GRANT_TEXTS: Readonly<Record<Grant, { label: string; hint: string }>> = {
  review: { label: 'Review', hint: 'Approve and reject assets, decide appeals.' },
  catalogue: { label: 'Catalogue', hint: 'Edit, withhold, and feature assets; free periods, synonyms, trademarks.' },
  support: { label: 'Support', hint: 'Custom requests, messages, claims.' },
  finance: { label: 'Finance', hint: 'Payments, subscriptions, payouts, expenses, reports, prices.' },
  people: { label: 'People', hint: 'Users, their roles and grants, applicants, the audit log.' },
  read_only: { label: 'Read only', hint: 'See everything but government IDs and resumes. Change nothing.' }
}

export const PASSWORD_MIN = 6
export const CODE_DIGITS = 7
export const CODE_MINUTES = 10
export const CODE_TRIES = 5
/** Seconds between two emails of one kind to one address. */
export const COOLDOWN_SECONDS = 30
export const RESET_MINUTES = 60
/** How long the link works that undoes a change of an email address. */
export const UNDO_DAYS = 7
/** How long the link of `npm run admin:create` works. */
export const ADMIN_SETUP_HOURS = 24
/** A registration that is not verified within this time is deleted. */
export const REGISTRATION_DAYS = 7
/** A record that an address was emailed is deleted after this time. It must outlast the cooldown. */
export const MAILING_DAYS = 1
export const AVATAR_MAX_MB = 5
export const AVATAR_MAX_MEGAPIXELS = 40
export const USERS_PAGE_SIZE = 20
/** Maximum number of rows in a CSV file. */
export const USERS_CSV_MAX = 20_000
/** After so many days, an entry of the audit log is moved to a file. */
export const AUDIT_DAYS = 400
/** Maximum number of entries in a CSV file. */
export const AUDIT_CSV_MAX = 20_000
/** Audit log entries are counted up to this number; beyond it the page shows 'at least'. */
export const AUDIT_COUNTED = 10_000
export const REMEMBERED_DAYS = 30
/** Passwords and codes from one network that may wait to be hashed. As many as it may fail to sign in each hour. */
export const HASHES_WAITING = 100
/** When an account gets one more, the session that was used least recently ends. */
export const SESSIONS_MAX = 50
/** Filters that an admin may save, on all pages together. */
export const SAVED_VIEWS_MAX = 50
export const SAVED_VIEW_NAME_MAX = 60
export const SAVED_VIEW_QUERY_MAX = 1000
export const UNREMEMBERED_HOURS = 12

/** What can be asked for after the password. */
export const SECOND_FACTORS = ['totp', 'passkey', 'recovery'] as const
export type SecondFactor = (typeof SECOND_FACTORS)[number]
/** Digits of a code of an authenticator app. */
export const TOTP_DIGITS = 6
/** How long such a code lasts. Codes of the period before and after count too. */
export const TOTP_SECONDS = 30
export const RECOVERY_CODES = 10
/** Time for the second factor after the password, and for using a passkey. */
export const CHALLENGE_MINUTES = 10
/** Wrong second factors after one password. */
export const CHALLENGE_TRIES = 5
export const PASSKEYS_MAX = 20
export const PASSKEY_NAME_MAX = 60
/** How long a trusted browser signs in with the password alone. */
export const TRUSTED_DAYS = 30

/** Texts that pages and endpoints share. */
/** The colors of the palette that a person saves. */
export const OWN_COLORS_MAX = 12

export const TEXTS = {
  login_required: 'Please fill in your email and password.',
  register_required: 'Please fill all fields.',
  email: 'Please enter a valid email.',
  password_short: `Password must be at least ${PASSWORD_MIN} characters.`,
  terms: 'Please agree to the Terms & Privacy Policy.',
  code: `Please enter the ${CODE_DIGITS}-digit code.`,
  undo_token: 'Please open this page with the link in our email.',
  reset_token: 'Invalid or missing reset token.',
  password_match: 'Passwords do not match.',
  current_password: 'Please enter your current password.',
  name: 'Please enter your name.',
  view_name: 'Please enter a name.',
  palette: 'A palette is a list of at most 12 colors such as #00b4d8.',
  brand_color: 'Please choose a color such as #00b4d8.',
  totp_code: `Please enter the ${TOTP_DIGITS}-digit code.`,
  wrong_totp: 'This code is incorrect, has expired, or was used before.',
  challenge: 'This sign-in took too long or was tried too often. Please log in again.',
  passkey_name: 'Please enter a name.',
  passkey_failed: 'Your passkey could not be used. Please try again, or use another way.',
  reset_reason: 'Please enter a reason.',
  avatar_kind: 'Please choose a PNG, JPEG or WEBP picture.',
  avatar_too_large: `The picture is larger than ${AVATAR_MAX_MB} MB.`
} as const

/** The same text whether or not the address has an account. */
export const reminderSent = (email: string): string =>
  `If an account exists for ${email}, a reminder has been sent. Check your inbox and spam folder.`
export const resetSent = (email: string): string =>
  `If an account exists for ${email}, a reset link has been sent. Check your inbox and spam folder.`

const LANDINGS: Record<Role, string> = {
  admin: '/admin/dashboard',
  employee: '/employee/dashboard',
  client: '/user/dashboard'
}

export const landingOf = (role: Role): string => LANDINGS[role]

const HERE = 'http://easel.invalid'
/** Pages for signed-out visitors. As `next` they would cause a redirect loop. */
const SIGNED_OUT_PAGES = [
  '/login',
  '/register',
  '/verify',
  '/logout',
  '/forgot-username',
  '/forgot-password',
  '/reset-password',
  '/undo-email'
]

export const STRENGTHS = ['Weak', 'Fair', 'Good', 'Strong'] as const
export type Strength = (typeof STRENGTHS)[number]

/** The checklist of a strong password, in order. Only the length is enforced. */
export const passwordChecks = (password: string): { label: string; met: boolean }[] => [
  { label: `At least ${PASSWORD_MIN} characters`, met: password.length >= PASSWORD_MIN },
  { label: 'An uppercase letter', met: /\p{Lu}/u.test(password) },
  { label: 'A digit', met: /\p{Nd}/u.test(password) },
  { label: 'A symbol', met: /[^\p{L}\p{N}\s]/u.test(password) }
]

/** Spec 1 section 5: 0 or 1 met checks is Weak, 2 Fair, 3 Good, 4 Strong. */
export function strengthOf(password: string): { score: number; strength: Strength } {
  const score = passwordChecks(password).filter(({ met }) => met).length
  return { score, strength: STRENGTHS[Math.max(0, score - 1)]! }
}

/** Returns `next` if it is an address on this site that may follow a sign-in, else undefined. */
export function ownAddress(next: string | null | undefined): string | undefined {
  if (!next?.startsWith('/') || !URL.canParse(next, HERE)) return undefined
  const { origin, pathname, search, hash } = new URL(next, HERE)
  if (origin !== HERE || pathname.startsWith('//')) return undefined
  if (SIGNED_OUT_PAGES.includes(pathname.replace(/\/+$/, ''))) return undefined
  return pathname + search + hash
}

/** Where a person goes after signing in. */
export const afterLogin = (next: string | null | undefined, role: Role): string => ownAddress(next) ?? landingOf(role)

export type PageAccess = 'anyone' | 'signed_in' | Role | readonly Role[]

/** The specification's route tables: who may open which page. Any other role is sent to /, admins included. */
export const ROUTE_ACCESS: Readonly<Record<string, PageAccess>> = {
  '/': 'anyone',
  '/login': 'anyone',
  '/register': 'anyone',
  '/verify': 'anyone',
  '/forgot-username': 'anyone',
  '/forgot-password': 'anyone',
  '/reset-password': 'anyone',
  '/undo-email': 'anyone',
  '/privacy/requests': 'anyone',
  '/privacy/requests/:token': 'anyone',
  '/unsubscribe/:token': 'anyone',
  '/terms': 'anyone',
  '/privacy': 'anyone',
  '/about': 'anyone',
  '/contact': 'anyone',
  '/faq': 'anyone',
  '/careers': 'anyone',
  '/subscription-terms': 'anyone',
  '/free-license': 'anyone',
  '/license-terms': 'anyone',
  '/pricing': 'anyone',
  '/pay/checkout': 'anyone',
  '/pay/subscribe': 'anyone',
  '/verify/:certificateNumber': 'anyone',
  '/get-free': 'anyone',
  '/resume-checkout': 'anyone',
  '/user/profile': 'anyone',
  '/assets/:assetId': 'anyone',
  '/featured/:slug': 'anyone',
  '/artists/:artistId': 'anyone',
  '/qr-barcode': 'anyone',
  '/report': 'anyone',
  '/report/:assetId': 'anyone',
  '/claims/:token': 'anyone',
  '/user/profile/second-factor': 'signed_in',
  '/subscriptions/cancel-renewal/:token': 'anyone',
  '/collections/shared/:token': 'anyone',
  '/licenses/transfers/:token': 'anyone',
  '/developers': ['client', 'employee'],
  '/developers/webhooks': ['client', 'employee'],
  '/developers/webhooks/:webhookId': ['client', 'employee'],
  '/dashboard': 'signed_in',
  '/user/data': 'signed_in',
  '/user/dashboard': 'client',
  '/custom-requests': 'client',
  '/custom-requests/:requestId': 'client',
  '/collections': 'client',
  '/collections/:collectionId': 'client',
  '/client/licenses': 'client',
  '/client/licenses/:licenseId/transfer': 'client',
  '/client/purchases': 'client',
  '/invoices': 'client',
  '/invoices/:number/correct': 'client',
  '/user/billing': 'client',
  '/orders': 'client',
  '/orders/:orderId': 'client',
  '/orders/:orderId/again': 'client',
  '/hand-overs/:handOverId': 'client',
  '/client/subscriptions': 'client',
  '/employee/dashboard': 'employee',
  '/employee/requests/:requestId': 'employee',
  '/employee/claims/:claimId': 'employee',
  '/create-asset': 'employee',
  '/assets': 'employee',
  '/upload-file': 'employee',
  '/upload-file/:assetId': 'employee',
  '/employee/earnings': 'employee',
  '/admin/reports': 'admin',
  '/admin/expenses': 'admin',
  '/admin/report-preview': 'admin',
  '/admin/dashboard': 'admin',
  '/admin/review': 'admin',
  '/admin/appeals': 'admin',
  '/admin/applicants': 'admin',
  '/admin/employee-payouts': 'admin',
  '/admin/wage-rules': 'admin',
  '/admin/manage-users': 'admin',
  '/admin/manage-users/:userId/keys': 'admin',
  '/admin/requests': 'admin',
  '/admin/requests/:requestId': 'admin',
  '/admin/messages': 'admin',
  '/admin/claims': 'admin',
  '/admin/marketing': 'admin',
  '/admin/claims/:claimId': 'admin',
  '/admin/payments': 'admin',
  '/admin/invoices': 'admin',
  '/admin/tax-rates': 'admin',
  '/admin/coupons': 'admin',
  '/admin/coupons/:couponId': 'admin',
  '/admin/licenses': 'admin',
  '/admin/report-details': 'admin',
  '/admin/subscriptions': 'admin',
  '/all-assets': 'admin',
  '/admin/collections': 'admin',
  '/admin/collections/:collectionId': 'admin',
  '/admin/synonyms': 'admin',
  '/admin/trademarks': 'admin',
  '/admin/approvals': 'admin',
  '/admin/settings': 'admin',
  '/admin/audit-log': 'admin',
  '/admin/saved-views': 'admin',
  '/admin/operations': 'admin'
}

/** Returns whether a role (null: signed out) may open a page, must log in first, or is sent home. */
export function mayOpen(access: PageAccess, role: Role | null): 'open' | 'login' | 'home' {
  if (access === 'anyone') return 'open'
  if (role === null) return 'login'
  return access === 'signed_in' || [access].flat().includes(role) ? 'open' : 'home'
}

/** Returns the access rule of a path. Unlisted paths are open to anyone. */
export function accessOf(path: string): PageAccess {
  const found = Object.entries(ROUTE_ACCESS).find(([pattern]) => matches(pattern, path))
  return found?.[1] ?? 'anyone'
}

/** Splits a path the way the router matches it: case-insensitive, percent-decoded, ignoring extra slashes. */
function partsOf(path: string): string[] {
  const parts = path.split('/').filter((part) => part !== '')
  return parts.map((part) => decoded(part).toLowerCase())
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

function matches(pattern: string, path: string): boolean {
  const parts = partsOf(path)
  const wanted = partsOf(pattern)
  return parts.length === wanted.length && wanted.every((part, index) => part.startsWith(':') || part === parts[index])
}
