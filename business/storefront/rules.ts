export interface Destination {
  to: string
  label: string
}

export type Viewer = 'visitor' | 'client' | 'employee' | 'admin'

/** Every page of a viewer's own, in the order of the navigation bar. */
export const NAVIGATION: Record<Viewer, readonly Destination[]> = {
  visitor: [
    { to: '/', label: 'Home' },
    { to: '/pricing', label: 'Pricing' },
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
    { to: '/admin/subscriptions', label: 'Subscriptions' },
    { to: '/admin/requests', label: 'Requests' },
    { to: '/admin/messages', label: 'Messages' },
    { to: '/admin/applicants', label: 'Applicants' },
    { to: '/admin/manage-users', label: 'Manage Users' },
    { to: '/admin/synonyms', label: 'Search Words' },
    { to: '/admin/audit-log', label: 'Audit Log' },
    { to: '/user/profile', label: 'Profile' }
  ]
}

/** The visitor's two ways in stand apart from the pages to read. */
export const DOORS: readonly string[] = ['/login', '/register']

export const ROLE_NAMES: Record<Exclude<Viewer, 'visitor'>, string> = { client: 'Client', employee: 'Employee', admin: 'Admin' }

export type ToolName = 'compress' | 'qr'

const TOOLS: readonly (Destination & { name: ToolName })[] = [
  { name: 'compress', to: '/tools/compress', label: 'Free Compress Size' },
  { name: 'qr', to: '/qr-barcode', label: 'Free QR Barcode' }
]

/** The tools are for whoever has an account: a visitor registers first and is then led there. */
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

/** The networks' own front pages, until the shop has accounts there. */
export const SOCIAL_PAGES: readonly Destination[] = [
  { to: 'https://www.instagram.com/', label: 'Instagram' },
  { to: 'https://www.pinterest.com/', label: 'Pinterest' },
  { to: 'https://www.linkedin.com/', label: 'LinkedIn' }
]
