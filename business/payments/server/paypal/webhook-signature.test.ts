import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { rootCertificates } from 'node:tls'
import { describe, expect, test, vi } from 'vitest'
import { dataFile } from '#tests/support/data.ts'
import { isSigned, isTrustedAddress, readTransmission } from './webhook-signature.ts'

type Genuine = { src: string; id: string; time: string; hook: string; sig: string; body: string; cert: string }

const genuine: Genuine[] = JSON.parse(readFileSync(dataFile('paypal-signed-webhooks.json'), 'utf8'))

const SANDBOX = 'https://api-m.sandbox.paypal.com'
const arrival = ({ id, time, sig, hook, body, cert }: Genuine) => ({
  transmission: { id, time, signature: sig, cert_url: `${SANDBOX}/v1/notifications/certs/CERT-1`, algorithm: 'SHA256withRSA' },
  body: Buffer.from(body),
  webhook_id: hook,
  certificate: cert,
  base_url: SANDBOX,
  now: new Date(time)
})

describe.each(genuine)('a webhook that PayPal signed ($src)', (event) => {
  const right = arrival(event)
  const other = genuine.find(({ id }) => id !== event.id)!

  test('is accepted at the time of the event', () => expect(isSigned(right)).toBe(true))
  test('is accepted when it is resent a day later', () =>
    expect(isSigned({ ...right, now: new Date(right.now.getTime() + 24 * 3600_000) })).toBe(true))

  const body = Buffer.from(right.body)
  body[body.length - 2]! ^= 1
  test.each([
    ['with one byte changed', { body }],
    ['for another webhook', { webhook_id: other.hook }],
    ["with another event's certificate", { certificate: other.cert }],
    ['with an invalid certificate', { certificate: 'nothing' }],
    ["by today's clock", { now: new Date() }],
    ['a month later, while its certificate is still valid', { now: new Date(right.now.getTime() + 30 * 24 * 3600_000) }],
    ['an hour early', { now: new Date(right.now.getTime() - 3600_000) }],
    ['in production with a sandbox certificate', { base_url: 'https://api-m.paypal.com' }],
    ['with another algorithm', { transmission: { ...right.transmission, algorithm: 'SHA1withRSA' } }],
    ['with another transmission id', { transmission: { ...right.transmission, id: 'x' } }],
    ['with an invalid time', { transmission: { ...right.transmission, time: 'soon' } }]
  ])('is refused %s', (_, change) => expect(isSigned({ ...right, ...change })).toBe(false))
})

test('the chain of a certificate is checked only for an event that the certificate signed, and a long chain never', () => {
  const checked = vi.spyOn(X509Certificate.prototype, 'checkIssued')
  const [event] = genuine
  const root = rootCertificates.find((pem) => new X509Certificate(pem).validToDate > new Date())
  const right = arrival({ ...event!, cert: `${event!.cert}\n${root}` })
  expect(isSigned({ ...right, body: Buffer.from('{}') })).toBe(false)
  expect(isSigned({ ...right, certificate: `${event!.cert}\n${`${root}\n`.repeat(20)}` })).toBe(false)
  expect(checked).not.toHaveBeenCalled()
  expect(isSigned(right)).toBe(false)
  expect(checked).toHaveBeenCalled()
  checked.mockRestore()
})

const OWN = 'http://127.0.0.1:3001'
test.each([
  [`${SANDBOX}/v1/notifications/certs/CERT-1`, SANDBOX, true],
  ['https://api.sandbox.paypal.com/v1/notifications/certs/CERT-1', SANDBOX, true],
  ['https://api.paypal.com/v1/notifications/certs/CERT-1', 'https://api-m.paypal.com', true],
  [`${OWN}/v1/notifications/certs/CERT-1`, OWN, true],
  ['https://api.paypal.com/v1/notifications/certs/CERT-1', SANDBOX, false],
  [`${SANDBOX}/v1/notifications/certs/CERT-1`, 'https://api-m.paypal.com', false],
  [`${SANDBOX}/v1/notifications/certs/CERT-1`, OWN, false],
  ['http://api.sandbox.paypal.com/v1/notifications/certs/CERT-1', SANDBOX, false],
  ['https://api.sandbox.paypal.com:8443/v1/notifications/certs/CERT-1', SANDBOX, false],
  ['https://api.sandbox.paypal.com.evil.test/v1/notifications/certs/CERT-1', SANDBOX, false],
  ['https://evilpaypal.com/v1/notifications/certs/CERT-1', SANDBOX, false],
  ['https://api.sandbox.paypal.com@evil.test/v1/notifications/certs/CERT-1', SANDBOX, false],
  ['https://api.sandbox.paypal.com/elsewhere', SANDBOX, false],
  ['https://www.sandbox.paypal.com/v1/notifications/certs/CERT-1', SANDBOX, false],
  ['https://www.paypal.com/v1/notifications/certs/CERT-1', 'https://api-m.paypal.com', false],
  ['https://a.b.paypal.com/v1/notifications/certs/CERT-1', 'https://api-m.paypal.com', false],
  ['https://api.paypal.com/v1/notifications/certs/anything', 'https://api-m.paypal.com', false],
  ['https://api.paypal.com/v1/notifications/certs/CERT-1/more', 'https://api-m.paypal.com', false],
  ['https://api.paypal.com/v1/notifications/certs/CERT-1?more', 'https://api-m.paypal.com', false],
  ['https://api.paypal.com/v1/notifications/certs/CERT-1#more', 'https://api-m.paypal.com', false],
  ['https://api.paypal.com/v1/notifications/certs/CERT-%2e%2e', 'https://api-m.paypal.com', false],
  ['https://user@api.paypal.com/v1/notifications/certs/CERT-1', 'https://api-m.paypal.com', false],
  ['http://127.0.0.1:3001.evil.test/v1/notifications/certs/CERT-1', OWN, false],
  ['http://127.0.0.1:3001/v1/notifications/certs/../../../elsewhere', OWN, false],
  ['http://127.0.0.1:3002/v1/notifications/certs/CERT-1', OWN, false],
  ['', OWN, false]
])('a certificate at %s is trusted by %s: %s', (address, base, trusted) => expect(isTrustedAddress(address, base)).toBe(trusted))

test('an event that lacks one of the five headers has no signature', () => {
  const headers = {
    'paypal-transmission-id': '1',
    'paypal-transmission-time': '2026-01-01T00:00:00Z',
    'paypal-transmission-sig': 'c2lnbmF0dXJl',
    'paypal-cert-url': OWN,
    'paypal-auth-algo': 'SHA256withRSA'
  }
  expect(readTransmission(headers)).toBeDefined()
  for (const name of Object.keys(headers)) expect(readTransmission({ ...headers, [name]: undefined })).toBeUndefined()
})
