export type Role = 'client' | 'employee' | 'admin'

export const PASSWORD_MIN = 6
export const CODE_DIGITS = 7
export const CODE_MINUTES = 10
export const CODE_TRIES = 5
/** Between two mails of one kind to one address. */
export const COOLDOWN_SECONDS = 30
export const REMEMBERED_DAYS = 30
export const UNREMEMBERED_HOURS = 12

/** The wording that pages and endpoints share. */
export const TEXTS = {
  login_required: 'Please fill in your email and password.',
  register_required: 'Please fill all fields.',
  email: 'Please enter a valid email.',
  password_short: `Password must be at least ${PASSWORD_MIN} characters.`,
  terms: 'Please agree to the Terms & Privacy Policy.',
  code: `Please enter the ${CODE_DIGITS}-digit code.`
} as const

const LANDINGS: Record<Role, string> = {
  admin: '/admin/dashboard',
  employee: '/employee/dashboard',
  client: '/user/dashboard'
}

export const landingOf = (role: Role): string => LANDINGS[role]

const HERE = 'http://easel.invalid'
/** Pages that one is on only while signed out: as `next` they would lead in a circle. */
const SIGNED_OUT_PAGES = ['/login', '/register', '/verify', '/logout']

/** `next` when it is an address of this site that can follow a sign-in; otherwise nothing. */
export function ownAddress(next: string | null | undefined): string | undefined {
  if (!next?.startsWith('/') || !URL.canParse(next, HERE)) return undefined
  const { origin, pathname, search, hash } = new URL(next, HERE)
  if (origin !== HERE || pathname.startsWith('//')) return undefined
  if (SIGNED_OUT_PAGES.includes(pathname.replace(/\/+$/, ''))) return undefined
  return pathname + search + hash
}

/** Where a person goes after signing in. */
export const afterLogin = (next: string | null | undefined, role: Role): string => ownAddress(next) ?? landingOf(role)

export type PageAccess = 'anyone' | 'signed_in' | Role

/** Both route tables of the specification: who may open which page. Whoever is of another role is sent to /, an admin too. */
export const ROUTE_ACCESS: Readonly<Record<string, PageAccess>> = {
  '/': 'anyone',
  '/login': 'anyone',
  '/register': 'anyone',
  '/verify': 'anyone',
  '/forgot-username': 'anyone',
  '/forgot-password': 'anyone',
  '/reset-password': 'anyone',
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
  '/resume-checkout': 'anyone',
  '/user/profile': 'anyone',
  '/assets/:assetId': 'anyone',
  '/qr-barcode': 'anyone',
  '/dashboard': 'signed_in',
  '/user/dashboard': 'client',
  '/custom-requests': 'client',
  '/client/licenses': 'client',
  '/client/subscriptions': 'client',
  '/employee/dashboard': 'employee',
  '/create-asset': 'employee',
  '/assets': 'employee',
  '/upload-file/:assetId': 'employee',
  '/employee/earnings': 'employee',
  '/admin/reports': 'admin',
  '/admin/expenses': 'admin',
  '/admin/report-preview': 'admin',
  '/admin/dashboard': 'admin',
  '/admin/applicants': 'admin',
  '/admin/employee-payouts': 'admin',
  '/admin/wage-rules': 'admin',
  '/admin/manage-users': 'admin',
  '/admin/requests': 'admin',
  '/admin/subscriptions': 'admin',
  '/all-assets': 'admin'
}

/** Whether someone of that role (nobody: null) may open a page: in, to sign in first, or back home. */
export function mayOpen(access: PageAccess, role: Role | null): 'open' | 'login' | 'home' {
  if (access === 'anyone') return 'open'
  if (role === null) return 'login'
  return access === 'signed_in' || access === role ? 'open' : 'home'
}

/** The access of an address; one that no table names is anyone's. */
export function accessOf(path: string): PageAccess {
  const found = Object.entries(ROUTE_ACCESS).find(([pattern]) => matches(pattern, path))
  return found?.[1] ?? 'anyone'
}

function matches(pattern: string, path: string): boolean {
  const parts = path.replace(/(?<=.)\/+$/, '').split('/')
  const wanted = pattern.split('/')
  return (
    parts.length === wanted.length && wanted.every((part, index) => (part.startsWith(':') ? parts[index] !== '' : part === parts[index]))
  )
}
