import { expect, test } from 'vitest'
import { isLocal, whyExposed } from './exposure.ts'

test.each(['localhost', 'LOCALHOST', 'localhost.', 'shop.localhost', '127.0.0.1', '127.8.9.1', '::1', '[::1]'])(
  '%s is this machine',
  (host) => {
    expect(isLocal(host)).toBe(true)
  }
)

test.each(['0.0.0.0', '::', '192.168.1.5', '127.0.0.1.example.com', '127.shop', 'localhost.example.com', 'shop.example', ''])(
  '"%s" is not certain to be this machine',
  (host) => {
    expect(isLocal(host)).toBe(false)
  }
)

test('production, a host that listens to others, and a public address are each enough', () => {
  const local = { production: false, host: '127.0.0.1', public_url: 'http://localhost:3000' }
  expect(whyExposed(local)).toBeUndefined()
  expect(whyExposed({ ...local, production: true })).toBe('NODE_ENV is production')
  expect(whyExposed({ ...local, host: '0.0.0.0' })).toBe('HOST is 0.0.0.0')
  expect(whyExposed({ ...local, public_url: 'https://shop.example' })).toBe('PUBLIC_URL is https://shop.example')
})
