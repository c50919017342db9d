export interface Destination {
  to: string
  label: string
}

export type Viewer = 'visitor' | 'client' | 'employee' | 'admin'

/** What the number beside a link counts: `GET /waiting`. */
export type Queue = 'review' | 'appeals' | 'requests' | 'messages' | 'claims' | 'applicants' | 'assets'
export type DeskPage = Destination & { queue?: Queue }
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
    { label: 'You', pages: [{ to: '/user/profile', label: 'Profile' }] }
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
        { to: '/admin/review', label: 'Review', queue: 'review' },
        { to: '/admin/appeals', label: 'Appeals', queue: 'appeals' },
        { to: '/admin/requests', label: 'Requests', queue: 'requests' },
        { to: '/admin/messages', label: 'Messages', queue: 'messages' },
        { to: '/admin/claims', label: 'Claims', queue: 'claims' },
        { to: '/admin/marketing', label: 'News' }
      ]
    },
    {
      label: 'Catalogue',
      pages: [
        { to: '/all-assets', label: 'All Assets' },
        { to: '/admin/collections', label: 'Collections' },
        { to: '/admin/synonyms', label: 'Search Words' },
        { to: '/admin/trademarks', label: 'Trademarks' }
      ]
    },
    {
      label: 'Business',
      pages: [
        { to: '/admin/reports', label: 'Reports' },
        { to: '/admin/payments', label: 'Payments' },
        { to: '/admin/licenses', label: 'Licenses' },
        { to: '/admin/subscriptions', label: 'Subscriptions' },
        { to: '/admin/employee-payouts', label: 'Payouts' },
        { to: '/admin/expenses', label: 'Expenses' },
        { to: '/admin/wage-rules', label: 'Wage Rules' }
      ]
    },
    {
      label: 'People',
      pages: [
        { to: '/admin/manage-users', label: 'Manage Users' },
        { to: '/admin/applicants', label: 'Applicants', queue: 'applicants' }
      ]
    },
    {
      label: 'System',
      pages: [
        { to: '/admin/audit-log', label: 'Audit Log' },
        { to: '/admin/operations', label: 'Operations' },
        { to: '/user/profile', label: 'Profile' }
      ]
    }
  ]
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
    { to: '/client/licenses', label: 'My Licenses' },
    { to: '/client/subscriptions', label: 'My Subscription' },
    { to: '/custom-requests', label: 'Requests' },
    { to: '/user/profile', label: 'Profile' }
  ],
  employee: pagesOf('employee'),
  admin: pagesOf('admin')
}

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
