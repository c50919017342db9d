import type { APIRequestContext } from '@playwright/test'

export type Visitor = 'visitor' | 'client' | 'artist' | 'admin'

/** Every page by who opens it, some in several states. A test compares them with the routes; `:name` is replaced by an id of the demo. */
export const PAGES: Record<Visitor, readonly string[]> = {
  visitor: [
    '/',
    '/?category=icon&color=red&format=svg&sort=title',
    '/?search=rocket+qqqqqqqq',
    '/?search=fox&category=illustration',
    '/?search=nothingofthekind',
    '/?search=umbrela+qqqqqqqq',
    '/featured/into-the-wild',
    '/assets/:assetId',
    '/artists/:artistId',
    '/report/:assetId',
    '/login',
    '/register',
    '/verify?email=someone%40example.com',
    '/forgot-username',
    '/forgot-username?sent=someone%40example.com',
    '/forgot-password',
    '/forgot-password?sent=someone%40example.com',
    '/reset-password',
    '/reset-password?token=made-up',
    '/terms',
    '/privacy',
    '/privacy/requests',
    '/undo-email',
    '/undo-email?token=made-up',
    '/license-terms',
    '/free-license',
    '/subscription-terms',
    '/about',
    '/contact',
    '/contact?sent=1',
    '/faq',
    '/careers',
    '/careers?apply',
    '/pricing',
    '/pay/subscribe?plan_id=team_monthly',
    '/user/profile',
    '/get-free?asset_id=:assetId',
    '/verify/LIC-0000-0000-0000-0000',
    '/no-such-page'
  ],
  client: [
    '/',
    '/assets/:assetId',
    '/user/dashboard',
    '/user/profile',
    '/user/data',
    '/user/profile/second-factor',
    '/client/licenses',
    '/collections',
    '/client/purchases',
    '/invoices',
    '/invoices/INV-2026-000001/correct',
    '/user/billing',
    '/developers',
    '/developers/webhooks',
    '/orders',
    '/client/subscriptions',
    '/pay/checkout?type=license&asset_id=:assetId&license_type=commercial',
    '/custom-requests',
    '/custom-requests?new=1',
    '/tools/compress',
    '/qr-barcode'
  ],
  artist: [
    '/employee/dashboard',
    '/user/profile',
    '/create-asset',
    '/create-asset?many',
    '/upload-file',
    '/assets',
    '/employee/earnings',
    '/developers'
  ],
  admin: [
    '/admin/dashboard',
    '/admin/appeals',
    // Not next to the dashboard, which shows the same picture: on the other screen, the browser would use the larger one that it still has.
    '/admin/review',
    '/all-assets',
    '/all-assets?q=nothingofthekind',
    '/admin/wage-rules',
    '/admin/employee-payouts',
    '/admin/reports',
    '/admin/report-preview',
    '/admin/report-details',
    '/admin/expenses',
    '/admin/payments',
    '/admin/invoices',
    '/admin/tax-rates',
    '/admin/payments?q=nobody-has-this-name',
    '/admin/licenses',
    '/admin/coupons',
    '/admin/subscriptions',
    '/admin/subscriptions?q=nobody-has-this-name',
    '/admin/manage-users',
    '/admin/manage-users?q=nobody-has-this-name',
    '/admin/operations',
    '/admin/collections',
    '/admin/collections/:collectionId?q=bear',
    '/admin/claims',
    '/admin/marketing',
    '/admin/synonyms',
    '/admin/synonyms?tab=misses',
    '/admin/trademarks',
    '/admin/trademarks?q=nothingofthekind',
    '/admin/requests',
    '/admin/messages',
    '/admin/applicants',
    '/admin/applicants?q=nobody-has-this-name',
    '/admin/audit-log',
    '/admin/approvals',
    '/admin/settings',
    '/user/profile'
  ]
}

/** Replaces the names in the addresses by ids of the product's demo. */
export async function fillAddresses(addresses: readonly string[], request: APIRequestContext): Promise<string[]> {
  const [asset] = (await (await request.get('/api/assets/?page_size=1')).json()) as { id: string }[]
  const { artist_id } = (await (await request.get(`/api/assets/${asset!.id}`)).json()) as { artist_id: string }
  const { items } = (await (await request.get('/api/featured-collections')).json()) as { items: { id: string }[] }
  const names = { ':assetId': asset!.id, ':artistId': artist_id, ':collectionId': items[0]!.id }
  return addresses.map((address) => Object.entries(names).reduce((filled, [name, id]) => filled.replace(name, id), address))
}
