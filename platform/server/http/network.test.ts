import { expect, test } from 'vitest'
import { networkOf, siteOf } from './network.ts'

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2::1', '2001:db8:1:2'],
  ['2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2'],
  ['2001:0DB8:0001:0002::', '2001:db8:1:2'],
  ['2001:db8:1:3::1', '2001:db8:1:3'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['::1', '0:0:0:0'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.8', '192.0.2.8'],
  ['', '']
])('limits for %s are counted for %s', (ip, network) => {
  expect(networkOf(ip)).toBe(network)
})

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2::1', '2001:db8:1'],
  ['2001:db8:1:ffff::', '2001:db8:1'],
  ['2001:db8:2::1', '2001:db8:2'],
  ['::ffff:192.0.2.7', '192.0.2.7']
])('%s belongs to the site %s', (ip, site) => {
  expect(siteOf(ip)).toBe(site)
})
