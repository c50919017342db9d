import { type EndpointGrant, type Grant, grantsFor } from '#platform/contract/grants.ts'

export interface Destination {
  to: string
  label: string
}

export type Viewer = 'visitor' | 'client' | 'employee' | 'admin'

/** What the number beside a link counts: `GET /waiting`. */
export type Queue = 'review' | 'appeals' | 'requests' | 'messages' | 'claims' | 'applicants' | 'assets'
export type DeskPage = Destination & {
  queue?: Queue
  /** Which grant an admin needs to work there. Without one, every admin may. */
  grant?: EndpointGrant
  /** Whether admins without the grant may look. */
  is_open?: boolean
  /** Whether there is nothing to change. */
  is_report?: boolean
}
/** A group without a label has pages that belong to no kind of work. */
export type PageGroup = { label?: string; pages: readonly DeskPage[] }
export type Staff = 'employee' | 'admin'

/** The sidebar of those who work here, in display order. */
export const WORKPLACE: Record<Staff, readonly PageGroup[]> = {
  employee: [
    {
      pages: [
        { to: '/', label: 'Home' },
        { to: '/employee/dashboard', label: 'Dashboard', queue: 'requests' }
      ]
    },
    {
      label: 'Work',
      pages: [
        { to: '/create-asset', label: 'Create Asset' },
        { to: '/upload-file', label: 'Upload File' },
        { to: '/assets', label: 'My Assets', queue: 'assets' }
      ]
    },
    { label: 'Money', pages: [{ to: '/employee/earnings', label: 'Earnings' }] },
    {
      label: 'You',
      pages: [
        { to: '/developers', label: 'Developers' },
        { to: '/user/profile', label: 'Profile' }
      ]
    }
  ],
  admin: [
    {
      pages: [
        { to: '/', label: 'Home' },
        { to: '/admin/dashboard', label: 'Dashboard' }
      ]
    },
    {
      label: 'Work',
      pages: [
        { to: '/admin/review', label: 'Review', queue: 'review', grant: 'review' },
        { to: '/admin/appeals', label: 'Appeals', queue: 'appeals', grant: 'review' },
        { to: '/admin/requests', label: 'Requests', queue: 'requests', grant: 'support' },
        { to: '/admin/messages', label: 'Messages', queue: 'messages', grant: 'support' },
        { to: '/admin/claims', label: 'Claims', queue: 'claims', grant: 'support' },
        { to: '/admin/marketing', label: 'News', grant: 'support' }
      ]
    },
    {
      label: 'Catalogue',
      pages: [
        { to: '/all-assets', label: 'All Assets', grant: ['catalogue', 'review'], is_open: true },
        { to: '/admin/collections', label: 'Collections', grant: 'catalogue' },
        { to: '/admin/synonyms', label: 'Search Words', grant: 'catalogue' },
        { to: '/admin/trademarks', label: 'Trademarks', grant: 'catalogue' }
      ]
    },
    {
      label: 'Business',
      pages: [
        { to: '/admin/reports', label: 'Reports', grant: 'finance', is_report: true },
        { to: '/admin/payments', label: 'Payments', grant: 'finance' },
        { to: '/admin/invoices', label: 'Invoices', grant: 'finance' },
        { to: '/admin/tax-rates', label: 'Tax Rates', grant: 'finance' },
        { to: '/admin/coupons', label: 'Coupons', grant: 'finance' },
        { to: '/admin/licenses', label: 'Licenses', grant: ['finance', 'support'] },
        { to: '/admin/subscriptions', label: 'Subscriptions', grant: 'finance' },
        { to: '/admin/employee-payouts', label: 'Payouts', grant: 'finance' },
        { to: '/admin/approvals', label: 'Approvals', grant: 'finance' },
        { to: '/admin/expenses', label: 'Expenses', grant: 'finance' },
        { to: '/admin/wage-rules', label: 'Wage Rules', grant: 'finance', is_open: true }
      ]
    },
    {
      label: 'People',
      pages: [
        { to: '/admin/manage-users', label: 'Manage Users', grant: 'people' },
        { to: '/admin/applicants', label: 'Applicants', queue: 'applicants', grant: 'people' }
      ]
    },
    {
      label: 'System',
      pages: [
        { to: '/admin/audit-log', label: 'Audit Log', grant: 'people', is_report: true },
        { to: '/admin/settings', label: 'Settings', grant: ['finance', 'people'] },
        { to: '/admin/operations', label: 'Operations', grant: ['finance', 'people'], is_open: true },
        { to: '/user/profile', label: 'Profile' }
      ]
    }
  ]
}

/** Who works here, and what they may do as an admin. */
export type Worker = { role: Staff; grants: readonly Grant[] }

/** The groups of the sidebar with the pages that this person may open. */
export const workplaceOf = ({ role, grants }: Worker): PageGroup[] =>
  WORKPLACE[role]
    .map((group) => ({ ...group, pages: group.pages.filter((page) => mayOpenPage(page, grants)) }))
    .filter(({ pages }) => pages.length > 0)

const holds = (grants: readonly Grant[], method: string, grant: EndpointGrant): boolean =>
  grantsFor({ method, grant }).some((one) => grants.includes(one))

const mayOpenPage = ({ grant, is_open }: DeskPage, grants: readonly Grant[]): boolean =>
  grant === undefined || is_open === true || holds(grants, 'GET', grant)

/** Returns the grant that an admin lacks for changing something on a page that they may open. */
export function grantToChange(path: string, grants: readonly Grant[]): EndpointGrant | undefined {
  const pages = WORKPLACE.admin.flatMap((group) => group.pages)
  const page = pages.find(({ to }) => to === path || (to !== '/' && path.startsWith(`${to}/`)))
  if (!page || page.is_report || !mayOpenPage(page, grants)) return undefined
  return page.grant === undefined || holds(grants, 'POST', page.grant) ? undefined : page.grant
}

const pagesOf = (staff: Staff): readonly Destination[] => WORKPLACE[staff].flatMap(({ pages }) => pages)

/** The pages of the navigation by role, in display order. */
export const NAVIGATION: Record<Viewer, readonly Destination[]> = {
  visitor: [
    { to: '/', label: 'Home' },
    { to: '/about', label: 'About' },
    { to: '/careers', label: 'Careers' },
    { to: '/faq', label: 'FAQ' },
    { to: '/login', label: 'Login' },
    { to: '/register', label: 'Register' }
  ],
  client: [
    { to: '/', label: 'Home' },
    { to: '/user/dashboard', label: 'Dashboard' },
    { to: '/collections', label: 'Collections' },
    { to: '/client/licenses', label: 'My Licenses' },
    { to: '/orders', label: 'Orders' },
    { to: '/invoices', label: 'Invoices' },
    { to: '/client/subscriptions', label: 'My Subscription' },
    { to: '/custom-requests', label: 'Requests' },
    { to: '/developers', label: 'Developers' },
    { to: '/user/profile', label: 'Profile' }
  ],
  employee: pagesOf('employee'),
  admin: pagesOf('admin')
}

/** Narrows a person to one who works here. */
export const isWorker = <Person extends { role: Viewer }>(person: Person): person is Person & { role: Staff } => isStaff(person.role)

export const isStaff = (role: Viewer): role is Staff => role in WORKPLACE

/** On a wide screen, the public pages show staff these links; all others are in the menu. */
export const STAFF_SHORTCUTS: Record<Staff, readonly string[]> = {
  employee: ['/', '/employee/dashboard', '/create-asset', '/assets', '/employee/earnings'],
  admin: ['/', '/admin/dashboard', '/admin/review', '/all-assets', '/admin/reports']
}

/** The visitor's sign-in links, which the bar shows apart from the other pages. */
export const SIGN_IN_PAGES: readonly string[] = ['/login', '/register']

export const ROLE_NAMES: Record<Exclude<Viewer, 'visitor'>, string> = { client: 'Client', employee: 'Employee', admin: 'Admin' }

export type ToolName = 'compress' | 'qr'

const TOOLS: readonly (Destination & { name: ToolName })[] = [
  { name: 'compress', to: '/tools/compress', label: 'Free Compress Size' },
  { name: 'qr', to: '/qr-barcode', label: 'Free QR Barcode' }
]

/** The tools require an account. A visitor's links go to registration and then to the tool. */
export function toolsFor(viewer: Viewer): readonly (Destination & { name: ToolName })[] {
  if (viewer !== 'visitor') return TOOLS
  return TOOLS.map((tool) => ({ ...tool, to: `/register?next=${encodeURIComponent(tool.to)}` }))
}

export const FOOTER_PAGES: readonly Destination[] = [
  { to: '/', label: 'Home' },
  { to: '/pricing', label: 'Pricing' },
  { to: '/about', label: 'About' },
  { to: '/contact', label: 'Contact' },
  { to: '/faq', label: 'FAQ' },
  { to: '/careers', label: 'Careers' }
]

export const LEGAL_PAGES: readonly Destination[] = [
  { to: '/terms', label: 'Terms & Conditions' },
  { to: '/privacy', label: 'Privacy Policy' },
  { to: '/license-terms', label: 'License Terms' },
  { to: '/free-license', label: 'Free License' },
  { to: '/subscription-terms', label: 'Subscription Terms' }
]

/** Display names of social networks by domain. */
const SOCIAL_NETWORKS: Readonly<Record<string, string>> = {
  'behance.net': 'Behance',
  'bsky.app': 'Bluesky',
  'dribbble.com': 'Dribbble',
  'facebook.com': 'Facebook',
  'github.com': 'GitHub',
  'instagram.com': 'Instagram',
  'linkedin.com': 'LinkedIn',
  'mastodon.social': 'Mastodon',
  'pinterest.com': 'Pinterest',
  'threads.net': 'Threads',
  'tiktok.com': 'TikTok',
  'x.com': 'X',
  'youtube.com': 'YouTube'
}

/** A link to a social network, named after the network or, if the network is unknown, after the domain. */
export function socialPage(address: string): Destination {
  const domain = new URL(address).hostname.replace(/^www\./, '')
  return { to: address, label: SOCIAL_NETWORKS[domain] ?? domain }
}
