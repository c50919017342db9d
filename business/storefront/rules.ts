export interface Destination {
  to: string
  label: string
}

export type Viewer = 'visitor' | 'client' | 'employee' | 'admin'

/** The pages of the navigation bar by role, in display order. */
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
  employee: [
    { to: '/', label: 'Home' },
    { to: '/employee/dashboard', label: 'Dashboard' },
    { to: '/create-asset', label: 'Create Asset' },
    { to: '/upload-file', label: 'Upload File' },
    { to: '/assets', label: 'My Assets' },
    { to: '/employee/earnings', label: 'Earnings' },
    { to: '/user/profile', label: 'Profile' }
  ],
  admin: [
    { to: '/', label: 'Home' },
    { to: '/admin/dashboard', label: 'Dashboard' },
    { to: '/admin/review', label: 'Review' },
    { to: '/all-assets', label: 'All Assets' },
    { to: '/admin/reports', label: 'Reports' },
    { to: '/admin/expenses', label: 'Expenses' },
    { to: '/admin/wage-rules', label: 'Wage Rules' },
    { to: '/admin/employee-payouts', label: 'Payouts' },
    { to: '/admin/payments', label: 'Payments' },
    { to: '/admin/licenses', label: 'Licenses' },
    { to: '/admin/subscriptions', label: 'Subscriptions' },
    { to: '/admin/requests', label: 'Requests' },
    { to: '/admin/messages', label: 'Messages' },
    { to: '/admin/applicants', label: 'Applicants' },
    { to: '/admin/manage-users', label: 'Manage Users' },
    { to: '/admin/synonyms', label: 'Search Words' },
    { to: '/admin/audit-log', label: 'Audit Log' },
    { to: '/admin/operations', label: 'Operations' },
    { to: '/user/profile', label: 'Profile' }
  ]
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
