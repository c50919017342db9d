import { expect, test } from 'vitest'
import { loginAddress } from './page.ts'

test.each([
  ['/', '/'],
  ['/licenses?page=2', '/licenses?page=2'],
  // What the router itself requests when a page needs new data: node_modules/react-router, singleFetchUrl.
  ['/_.data', '/'],
  ['/_.data?_routes=root&search=fox', '/?search=fox'],
  ['/licenses.data?page=2&_routes=root', '/licenses?page=2'],
  ['/licenses/_.data', '/licenses/']
])('whoever must sign in to open %s comes back to %s', (path, next) => {
  expect(loginAddress(new Request(`http://easel.test${path}`))).toBe(`/login?next=${encodeURIComponent(next)}`)
})
