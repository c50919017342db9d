import type { RouteConfigEntry } from '@react-router/dev/routes'
import { expect, test } from 'vitest'
import routes from '../../../business/routes.ts'
import { PAGES } from './pages.ts'

/** Pages that need rows of their own. Other journeys open them. */
const OPENED_ELSEWHERE = [
  'resume-checkout',
  'confirm',
  'client/licenses/:licenseId/download',
  'orders/:orderId',
  'orders/:orderId/again',
  'admin/coupons/:couponId',
  'client/licenses/:licenseId/transfer',
  'collections/:collectionId',
  'hand-overs/:handOverId',
  'collections/shared/:token',
  'licenses/transfers/:token',
  'employee/requests/:requestId',
  'employee/claims/:claimId',
  'subscriptions/cancel-renewal/:token',
  'claims/:token',
  'privacy/requests/:token',
  'unsubscribe/:token',
  'admin/claims/:claimId',
  'developers/webhooks/:webhookId',
  'admin/manage-users/:userId/keys'
]

test('the walk through all pages leaves none out', () => {
  const walked = Object.values(PAGES).flatMap((addresses) => addresses.map((address) => partsOf(address.split('?')[0]!)))
  const isWalked = (pattern: string) => walked.some((parts) => matches(partsOf(pattern), parts))
  const pages = flat(routes as RouteConfigEntry[])
    .filter(({ file }) => file.endsWith('-page.tsx'))
    .map(({ path = '' }) => path)
  const leftOut = pages.filter((path) => path !== '*' && !OPENED_ELSEWHERE.includes(path) && !isWalked(path))
  expect(leftOut).toEqual([])
  expect(OPENED_ELSEWHERE.filter((path) => !pages.includes(path))).toEqual([])
})

/** Some pages are inside a layout. */
const flat = (entries: readonly RouteConfigEntry[]): RouteConfigEntry[] =>
  entries.flatMap((entry) => [entry, ...flat(entry.children ?? [])])

const partsOf = (path: string) => path.split('/').filter(Boolean)

const matches = (pattern: readonly string[], parts: readonly string[]) =>
  parts.length <= pattern.length &&
  pattern.every((part, at) => (part.startsWith(':') ? parts[at] !== undefined || part.endsWith('?') : part === parts[at]))
