import { expect, test } from 'vitest'
import { grantToChange, NAVIGATION, toolsFor, workplaceOf } from './rules.ts'

const viewers = ['visitor', 'client', 'employee', 'admin'] as const

test("a visitor's tool links lead to registration and then to the tool", () =>
  expect(toolsFor('visitor').map(({ to }) => to)).toEqual(['/register?next=%2Ftools%2Fcompress', '/register?next=%2Fqr-barcode']))

test.each(['client', 'employee', 'admin'] as const)('the tool links of the role %s lead to the tools', (viewer) =>
  expect(toolsFor(viewer).map(({ to }) => to)).toEqual(['/tools/compress', '/qr-barcode'])
)

test.each(viewers)('the navigation of the role %s starts with Home and has no duplicates', (viewer) => {
  const addresses = NAVIGATION[viewer].map(({ to }) => to)
  expect(addresses[0]).toBe('/')
  expect(new Set(addresses).size).toBe(addresses.length)
})

test('only visitors have Login and Register', () => {
  for (const viewer of viewers) {
    const signIn = NAVIGATION[viewer].map(({ to }) => to).filter((to) => to === '/login' || to === '/register')
    expect(signIn, viewer).toEqual(viewer === 'visitor' ? ['/login', '/register'] : [])
  }
})

const pagesFor = (...grants: Parameters<typeof workplaceOf>[0]['grants']) =>
  workplaceOf({ role: 'admin', grants }).flatMap(({ pages }) => pages.map(({ to }) => to))

test('the sidebar of an admin has the pages that the grants open', () => {
  expect(pagesFor('support')).toEqual(expect.arrayContaining(['/admin/requests', '/admin/messages', '/admin/claims', '/all-assets']))
  for (const closed of ['/admin/review', '/admin/payments', '/admin/manage-users', '/admin/synonyms'])
    expect(pagesFor('support')).not.toContain(closed)
  expect(pagesFor('read_only')).toEqual(NAVIGATION.admin.map(({ to }) => to))
})

test('a page that an admin may look at, but not change, names the missing grant', () => {
  expect(grantToChange('/admin/wage-rules', ['review'])).toBe('finance')
  expect(grantToChange('/admin/claims/8e1f', ['read_only'])).toBe('support')
  expect(grantToChange('/admin/wage-rules', ['finance'])).toBeUndefined()
  // Closed, and nothing to change there.
  expect(grantToChange('/admin/payments', ['review'])).toBeUndefined()
  expect(grantToChange('/admin/reports', ['read_only'])).toBeUndefined()
})
