import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Role } from '#platform/contract/index.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { shareLabel } from '../contract.ts'
import { ATTACHMENT_MAX_BYTES } from '../share.rules.ts'

let world: World
let dataUrl: string
beforeAll(async () => {
  world = await freshWorld()
  dataUrl = asUrl(
    await sharp({ create: { width: 256, height: 256, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
  )
})
afterAll(() => world.end())

/** Each test runs on its own day, because recipients are limited per day. */
let day = 0
beforeEach(() => world.at(`2026-03-${String(++day).padStart(2, '0')}T12:00:00Z`))

const asUrl = (bytes: Buffer, kind = 'image/png') => `data:${kind};base64,${bytes.toString('base64')}`
const label = (changes: object = {}) => ({
  to: ['ada@example.com'],
  subject: 'A label',
  text: '',
  attachment: { filename: 'box.png', dataUrl },
  ...changes
})
const sentTo = async (address: string) => (await world.mails()).filter(({ to }) => to === address)

test.each(['client', 'employee', 'admin'] as const)(
  '%s can share a label, and each recipient gets a separate email with the PNG',
  async (role: Role) => {
    const api = await world.as(role)
    const to = [`one-${role}@example.com`, `two-${role}@example.com`]
    expect(await api(shareLabel, { body: label({ to, text: 'Have a look\nplease' }) })).toEqual({ message: 'Email sent!' })
    for (const address of to) {
      const [mail, ...more] = await sentTo(address)
      expect(more).toEqual([])
      expect(mail).toMatchObject({ subject: 'A label', attachments: [{ filename: 'box.png', content_type: 'image/png' }] })
      expect(mail!.text).toContain(`${role} (${role}-${role}@example.com)`)
      expect(mail!.text).toContain('Have a look\nplease')
      const picture = Buffer.from(mail!.attachments![0]!.content_base64, 'base64')
      expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width: 256, height: 256 })
    }
  }
)

test('the answer is 202, and a visitor gets 401', async () => {
  const { token } = await world.person('client')
  const call = (headers: Record<string, string>) =>
    world.app.inject({ method: 'POST', url: '/api/auth/qr-email', headers, payload: label() })
  expect((await call({ authorization: `Bearer ${token}` })).statusCode).toBe(202)
  expect((await call({})).statusCode).toBe(401)
})

test('submitted html is ignored, and markup in names and messages is escaped', async () => {
  const api = await world.as('client', '<b>Eve</b> & co')
  const to = ['markup@example.com']
  await api(shareLabel, { body: label({ to, html: '<img src=x onerror=alert(1)>', text: '<script>alert(2)</script>' }) })
  const [mail] = await sentTo('markup@example.com')
  expect(mail!.html).not.toMatch(/onerror|<script>|<b>Eve/)
  expect(mail!.html).toContain('&lt;b&gt;Eve&lt;/b&gt; &amp; co')
  expect(mail!.html).toContain('&lt;script&gt;alert(2)')
})

test('a name that could become a link is replaced by the email address', async () => {
  const api = await world.as('client', 'www.evil.example')
  await api(shareLabel, { body: label({ to: ['links@example.com'], subject: '' }) })
  const [mail] = await sentTo('links@example.com')
  expect(mail!.subject).toMatch(/^www-evil-example-client@example.com shared a label with you$/)
  expect(mail!.text).not.toContain('www.evil.example')
})

test.each([
  ['  Two\r\nBcc: eve@example.com\tlines \u0000'.replace('\u0000', ''), 'Two Bcc: eve@example.com lines'],
  ['\u202eevil', 'evil'],
  [' \n ', 'client shared a label with you']
])('the subject %j is one line: %j', async (subject, line) => {
  const address = `subject-${day}@example.com`
  await (await world.as('client'))(shareLabel, { body: label({ to: [address], subject }) })
  expect((await sentTo(address))[0]!.subject).toBe(line)
})

test.each([
  ['../../etc/passwd', 'etc-passwd.png'],
  ['Größe "7".PNG', 'Gro-e-7.png'],
  ['', 'label.png'],
  ['run.exe\r\nX: y', 'run-exe-X-y.png']
])('the file name %j becomes %j', async (filename, name) => {
  const address = `file-${day}@example.com`
  await (await world.as('client'))(shareLabel, { body: label({ to: [address], attachment: { filename, dataUrl } }) })
  expect((await sentTo(address))[0]!.attachments![0]!.filename).toBe(name)
})

test.each([
  [[], 'Please enter at least one recipient email.'],
  [undefined, 'Please enter at least one recipient email.'],
  ['ada@example.com', 'Please enter at least one recipient email.'],
  [Array.from({ length: 6 }, (_, n) => `r${n}@example.com`), 'At most 5 recipients.'],
  [['a@example.com, b@example.com'], 'Please enter a valid email.'],
  [['Ada <ada@example.com>'], 'Please enter a valid email.'],
  [['ada@example.com\nBcc: eve@example.com'], 'Please enter a valid email.']
])('the recipients %j are refused', async (to, error) => {
  const api = await world.as('client')
  await expect(api(shareLabel, { body: label({ to }) })).rejects.toMatchObject({ status: 422, body: { error } })
})

test('a duplicate address gets one email', async () => {
  await (await world.as('client'))(shareLabel, { body: label({ to: ['twice@example.com', ' TWICE@example.com'] }) })
  expect(await sentTo('twice@example.com')).toHaveLength(1)
})

const noise = (side: number) =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 60 } } })

test('only PNG images are accepted, based on their bytes', async () => {
  const jpeg = await noise(40).jpeg().toBuffer()
  const png = await noise(40).png().toBuffer()
  const wrong = [
    '',
    'https://example.com/label.png',
    'data:text/html;base64,PGI+',
    asUrl(jpeg),
    asUrl(jpeg, 'image/jpeg'),
    asUrl(png, 'image/svg+xml'),
    asUrl(png.subarray(0, 300)),
    asUrl(Buffer.from('not a picture')),
    `data:image/png,${png.toString('base64')}`
  ]
  const api = await world.as('employee')
  for (const url of wrong)
    await expect(api(shareLabel, { body: label({ attachment: { filename: 'x.png', dataUrl: url } }) })).rejects.toMatchObject({
      status: 415,
      body: { code: 'not_a_png' }
    })
  expect(await sentTo('ada-415@example.com')).toEqual([])
})

test('data hidden in the PNG is removed', async () => {
  const hidden = Buffer.concat([await noise(40).png().toBuffer(), Buffer.from('<script>hidden</script>')])
  const attachment = { filename: 'x.png', dataUrl: asUrl(hidden) }
  await (await world.as('client'))(shareLabel, { body: label({ to: ['hidden@example.com'], attachment }) })
  const [mail] = await sentTo('hidden@example.com')
  expect(Buffer.from(mail!.attachments![0]!.content_base64, 'base64').includes('hidden')).toBe(false)
})

test('an attachment over 1 MB and a request over 2 MB are refused', async () => {
  const large = await noise(640).png({ compressionLevel: 0 }).toBuffer()
  expect(large.length).toBeGreaterThan(ATTACHMENT_MAX_BYTES)
  const { token } = await world.person('client')
  const call = (bytes: Buffer) =>
    world.app.inject({
      method: 'POST',
      url: '/api/auth/qr-email',
      headers: { authorization: `Bearer ${token}` },
      payload: label({ attachment: { filename: 'x.png', dataUrl: asUrl(bytes) } })
    })
  expect((await call(large)).statusCode).toBe(413)
  expect((await call(large)).json()).toMatchObject({ code: 'attachment_too_large' })
  expect((await call(Buffer.alloc(2_000_000))).statusCode).toBe(413)
})

test('a user can send to 20 recipients a day, and a refused request counts none', async () => {
  const api = await world.as('client', 'busy')
  const to = (count: number, from: number) => Array.from({ length: count }, (_, n) => `busy-${from + n}@example.com`)
  for (const from of [0, 5, 10]) await api(shareLabel, { body: label({ to: to(5, from) }) })
  await api(shareLabel, { body: label({ to: to(3, 15) }) })
  const refusal = { status: 429, retryAfter: 12 * 3600, body: { error: expect.stringContaining('20 recipients') } }
  await expect(api(shareLabel, { body: label({ to: to(3, 18) }) })).rejects.toMatchObject(refusal)
  await api(shareLabel, { body: label({ to: to(2, 18) }) })
  await expect(api(shareLabel, { body: label({ to: to(1, 20) }) })).rejects.toMatchObject(refusal)
  await (await world.as('client', 'another'))(shareLabel, { body: label() })
  world.at('2026-03-30T00:00:01Z')
  await api(shareLabel, { body: label({ to: to(1, 21) }) })
  expect((await world.mails()).filter((mail) => mail.to.startsWith('busy-'))).toHaveLength(21)
})

test('parallel requests cannot exceed the limit', async () => {
  world.at('2026-04-01T12:00:00Z')
  const api = await world.as('client', 'many')
  const calls = Array.from({ length: 8 }, (_, call) =>
    api(shareLabel, { body: label({ to: Array.from({ length: 5 }, (_, n) => `many-${call}-${n}@example.com`) }) })
  )
  const passed = (await Promise.allSettled(calls)).filter(({ status }) => status === 'fulfilled')
  expect(passed.length).toBeLessThanOrEqual(4)
})
