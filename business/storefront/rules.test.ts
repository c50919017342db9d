import { expect, test } from 'vitest'
import { NAVIGATION, toolsFor } from './rules.ts'

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
