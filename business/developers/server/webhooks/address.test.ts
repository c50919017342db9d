import { expect, test } from 'vitest'
import { mayReach, parseTarget } from './address.ts'
import { checkHost } from './resolve.ts'

const PRIVATE = [
  ...['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '0.1.2.3', '192.0.0.8'],
  ...['192.0.2.1', '198.18.0.1', '198.51.100.1', '203.0.113.1', '224.0.0.1', '240.0.0.1', '255.255.255.255', '192.88.99.1'],
  // Decimal, octal, hexadecimal, and short.
  ...['167772161', '0xa000001', '0x0a.0.0.1', '012.0.0.1', '10.1', '2886729729', '0xA9FEA9FE', '3232235777', '0300.0250.1.1'],
  ...['１０.0.0.1', '10。0。0。1', '10.0.0.1.', '%31%30.0.0.1'],
  ...['[::]', '[fc00::1]', '[fd12:3456::1]', '[fe80::1]', '[febf::1]', '[fec0::1]', '[ff02::1]', '[100::1]', '[2001:db8::1]', '[3fff::1]'],
  ...['[::ffff:10.0.0.1]', '[::ffff:a00:1]', '[::ffff:8.8.8.8]', '[0:0:0:0:0:ffff:7f00:1]', '[::ffff:127.0.0.1]', '[::10.0.0.1]'],
  ...['[64:ff9b::a00:1]', '[64:ff9b::8.8.8.8]', '[64:ff9b:1::1]', '[2002:a00:1::]', '[2001:0:1::1]', '[5f00::1]'],
  ...['intranet', 'postgres', 'metadata.google.internal', 'printer.local', 'router.home.arpa', 'nas.lan']
]

const LOOPBACK = [
  ...['127.0.0.1', '127.255.255.254', '2130706433', '0x7f000001', '0x7f.1', '0177.0.0.1', '017700000001', '127.1', '127.0.0.1.'],
  ...['[::1]', '[0:0:0:0:0:0:0:1]', 'localhost', 'LOCALHOST', 'localhost.', 'shop.localhost']
]

test.each(PRIVATE)('%s is refused, whether or not this machine is allowed', (host) => {
  for (const scheme of ['http', 'https'])
    for (const allows of [false, true]) expect(parseTarget(`${scheme}://${host}:8080/hook`, allows)).toBe('url_private')
})

test.each(LOOPBACK)('%s is this machine, which is allowed for tests alone', (host) => {
  expect(parseTarget(`http://${host}:8080/hook`, false)).toBe('url_private')
  expect(parseTarget(`http://${host}:8080/hook`, true)).toMatchObject({ url: expect.any(URL) })
})

test.each([
  'example.com',
  'hooks.example.co.uk:8443',
  '8.8.8.8',
  '[2606:4700::1111]',
  '172.32.0.1',
  '192.169.0.1',
  '100.128.0.1',
  'bücher.example'
])('%s may be reached', (host) => {
  expect(parseTarget(`https://${host}/hook`, false)).toMatchObject({ url: expect.any(URL) })
})

test.each([
  '',
  'example.com/hook',
  'ftp://example.com',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'http://',
  'gopher://example.com',
  'https:// example'
])('"%s" is no web address', (text) => {
  expect(parseTarget(text, true)).toBe('url')
})

test.each(['https://user@example.com', 'https://user:word@example.com', 'https://:word@example.com'])('%s has credentials', (text) => {
  expect(parseTarget(text, true)).toBe('url_credentials')
})

test('an address with a zone, and what is no address, is never reached', () => {
  for (const text of ['fe80::1%eth0', '2606:4700::1111%eth0', 'example.com', '']) expect(mayReach(text, true)).toBe(false)
})

test('a name is refused if only one of its addresses is private', async () => {
  const network = (...addresses: string[]) => ({
    allows_loopback: false,
    resolve: async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  })
  expect(await checkHost(network('93.184.216.34', '10.0.0.1'), 'a.example')).toBe('refused_address')
  expect(await checkHost(network('93.184.216.34', '::1'), 'a.example')).toBe('refused_address')
  expect(await checkHost(network('93.184.216.34'), 'a.example')).toHaveLength(1)
  expect(await checkHost(network(), 'a.example')).toBe('unknown_host')
})
