import { request as call } from 'node:http'
import { connect } from 'node:net'
import { expect } from '@playwright/test'
import { test } from '#tests/support/browser/journey.ts'

const product = () => new URL(process.env['EASEL_URL']!)
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

/** Returns the raw response to a raw request. */
function answerTo(written: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const socket = connect(Number(product().port), '127.0.0.1')
    socket.on('data', (chunk) => {
      said += String(chunk)
    })
    socket.on('close', () => resolve(said))
    socket.on('error', reject)
    socket.write(written)
  })
}

test.describe('an invalid Host header gets a clear error', () => {
  for (const host of ['a b', '[', 'x:99999999', 'a@b/c?', '']) {
    test(`Host: ${host}`, async () => {
      const said = await answerTo(`GET /login HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)
      expect(said).toMatch(/^HTTP\/1\.1 400 /)
      expect(said).toContain('"code":"malformed"')
    })
  }
})

test('a form with thousands of fields is refused', async ({ request }) => {
  const answer = await request.post('/login', { headers: FORM, data: 'a=1&'.repeat(3000), maxRedirects: 0 })
  expect(answer.status()).toBe(400)
  expect(await answer.text()).toContain('The form has too many fields.')
})

test('an endless form is cut off at the size limit', async ({ request }) => {
  const status = await new Promise((resolve) => {
    const sending = call({ port: product().port, host: '127.0.0.1', method: 'POST', path: '/login', headers: FORM }, (answer) => {
      answer.resume()
      resolve(answer.statusCode)
    })
    sending.on('error', () => resolve('cut off'))
    const chunk = Buffer.alloc(1 << 20, 'a')
    const more = () => sending.write(chunk, (error) => error || setImmediate(more))
    more()
  })
  expect([413, 'cut off']).toContain(status)
  expect((await request.get('/health/ready')).status()).toBe(200)
})

test.describe('pages accept only forms', () => {
  for (const kind of ['text/plain', 'application/json', 'multipart/form-data', 'multipart/form-data; boundary=x', 'application/xml']) {
    test(kind, async ({ request }) => {
      for (const path of ['/login', '/login.data', '/pay/checkout']) {
        const answer = await request.post(path, { headers: { 'content-type': kind }, data: Buffer.from('--x\r\nno form') })
        expect([path, answer.status(), (await answer.json()).code]).toEqual([path, 415, 'wrong_media_type'])
      }
    })
  }
})

test('a form from another site is refused for visitors and signed-in users', async ({ request }) => {
  const { token } = await (await request.post('/api/auth/login', { data: { email: 'artist@easel.test', password: 'easel-demo' } })).json()
  const cookie = `session=${token}`
  for (const origin of ['https://evil.example', 'null', 'http://localhost:1'])
    for (const path of ['/logout', '/logout.data', '/create-asset']) {
      const answer = await request.post(path, { headers: { ...FORM, cookie, origin }, data: 'title=x' })
      expect([path, answer.status(), (await answer.json()).code]).toEqual([path, 403, 'cross_origin'])
    }
  expect((await request.get('/api/auth/me', { headers: { authorization: `Bearer ${token}` } })).status()).toBe(200)
})

test('a sign-in started by another site is refused', async ({ request }) => {
  const data = 'email=client%40easel.test&password=easel-demo'
  for (const path of ['/login', '/login.data']) {
    const answer = await request.post(path, { headers: { ...FORM, origin: 'https://evil.example' }, data, maxRedirects: 0 })
    expect(answer.status()).toBe(400)
    expect(answer.headers()['set-cookie']).toBeUndefined()
  }
})

test('an unknown API address is a JSON error for everyone', async ({ request }) => {
  for (const path of ['/api/nothing', '/api/', '/api/admin/nothing']) {
    const answer = await request.get(path)
    expect([path, answer.status(), (await answer.json()).code]).toEqual([path, 404, 'not_found'])
  }
})

test('odd page and mailbox addresses never cause a 500', async ({ request }) => {
  const odd = ['%00', '%ED%A0%80', '-1', 'NaN', '1e400', '../../etc/passwd', 'x'.repeat(5000)]
  const places = ['/?search=', '/?page=', '/login?next=', '/verify?email=', '/assets/', '/pay/checkout?payment_id=', '/sitemap.xml?part=']
  for (const place of [...places, '/dev/mailbox?to=', '/dev/mailbox/', '/previews/x/y/', '/_root.data?'])
    for (const value of odd) expect([place, value, (await request.get(place + value)).status() < 500]).toEqual([place, value, true])
})
