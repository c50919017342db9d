import { expect, test } from 'vitest'
import { NAVIGATION, toolsFor, type Viewer } from './rules.ts'

const viewers = Object.keys(NAVIGATION) as Viewer[]

test('a visitor at a tool registers first and is led on to it', () =>
  expect(toolsFor('visitor').map(({ to }) => to)).toEqual(['/register?next=%2Ftools%2Fcompress', '/register?next=%2Fqr-barcode']))

test.each(['client', 'employee', 'admin'] as const)('a %s goes straight to the tools', (viewer) =>
  expect(toolsFor(viewer).map(({ to }) => to)).toEqual(['/tools/compress', '/qr-barcode'])
)

test.each(viewers)('the bar of a %s begins at home and names no page twice', (viewer) => {
  const addresses = NAVIGATION[viewer].map(({ to }) => to)
  expect(addresses[0]).toBe('/')
  expect(new Set(addresses).size).toBe(addresses.length)
})

test('only visitors are offered login and register', () => {
  for (const viewer of viewers) {
    const doors = NAVIGATION[viewer].map(({ to }) => to).filter((to) => to === '/login' || to === '/register')
    expect(doors, viewer).toEqual(viewer === 'visitor' ? ['/login', '/register'] : [])
  }
})
