import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { injectedApi } from '#processes/http/injected-api.ts'
import { dataFile, dataFiles } from '#tests/support/data.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { deleteAvatar, getProfile, setAvatar } from '../../profile.contract.ts'
import { deleteUser } from '../../users.contract.ts'
import { createSession, createUser } from '../index.ts'

/** Every damaged file and a third of the others. */
const suite = dataFiles('images/pngsuite/*.png').filter((path, index) => basename(path).startsWith('x') || index % 3 === 0)
const turned = dataFiles('images/exif-orientation/*.jpg')

let world: World
let made = 0
beforeAll(async () => {
  world = await freshWorld()
})
afterAll(() => world.end())

async function someone() {
  made += 1
  const account = { name: 'Ada', email: `avatar-${made}@example.com`, role: 'client', password: 'easel-test' } as const
  const { id } = await createUser(world.db, { ...account, email_verified: true, created_at: world.now() })
  return { id, api: injectedApi(world.app, (await createSession(world.db, id, world.now())).token) }
}

const send = (api: ReturnType<typeof injectedApi>, bytes: Uint8Array, name = 'me.jpg') => {
  const body = new FormData()
  body.set('file', new Blob([new Uint8Array(bytes)]), name)
  return api(setAvatar, { body })
}
const plain = (background = '#cc3300', width = 80, height = 60) =>
  sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer()
const open = (url: string | null, headers: Record<string, string> = {}) => world.app.inject({ url: url ?? '/', headers })
/** Returns the center pixel, with each channel rounded because compression is lossy. */
async function middleOf(picture: Buffer): Promise<number[]> {
  const pixels = await sharp(picture).removeAlpha().extract({ left: 256, top: 256, width: 1, height: 1 }).raw().toBuffer()
  return [...pixels].map((channel) => Math.round(channel / 51) * 51)
}
const auditOf = (id: string) =>
  world.db.selectFrom('accounts.audit_entry').select(['action', 'details']).where('subject', '=', id).execute()

describe('an avatar', () => {
  test('is re-encoded as a square WEBP at a public, immutable URL', async () => {
    const { id, api } = await someone()
    const { avatar_url } = await send(api, await plain())
    expect(avatar_url).toMatch(/^\/avatars\/[0-9a-f-]{36}\.webp$/)
    const answer = await open(avatar_url)
    expect(answer.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'public, max-age=31536000, immutable' })
    expect(await sharp(answer.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 })
    expect((await open(avatar_url, { 'if-none-match': String(answer.headers.etag) })).statusCode).toBe(304)
    expect(await api(getProfile, {})).toMatchObject({ avatar_url })
    expect(await auditOf(id)).toEqual([{ action: 'user.profile_changed', details: { fields: ['avatar_url'] } }])
  })

  test('is stripped of all metadata', async () => {
    const { api } = await someone()
    const bytes = await sharp(await plain())
      .withExif({ IFD0: { Copyright: 'Ada' }, IFD3: { GPSLatitude: '51/1 30/1 0/1' } })
      .withIccProfile('p3')
      .withXmp('<?xpacket begin=""?><x:xmpmeta xmlns:x="adobe:ns:meta/"/><?xpacket end="w"?>')
      .jpeg()
      .toBuffer()
    const before = await sharp(bytes).metadata()
    expect([before.exif, before.icc, before.xmp].every(Buffer.isBuffer)).toBe(true)
    const { avatar_url } = await send(api, bytes)
    const { exif, icc, xmp, iptc, orientation } = await sharp((await open(avatar_url)).rawPayload).metadata()
    expect({ exif, icc, xmp, iptc, orientation }).toEqual({})
  })

  test.each(['jpeg', 'webp', 'png'] as const)('can be a %s, regardless of its file name', async (format) => {
    const { api } = await someone()
    const { avatar_url } = await send(
      api,
      await sharp(await plain())
        .toFormat(format)
        .toBuffer(),
      'me.exe'
    )
    expect(await middleOf((await open(avatar_url)).rawPayload)).toEqual([204, 51, 0])
  })

  test('can be 16-bit, CMYK, or partly transparent', async () => {
    const { api } = await someone()
    const drawings = [
      sharp(await plain())
        .toColourspace('rgb16')
        .png(),
      sharp(await plain())
        .toColourspace('cmyk')
        .jpeg(),
      sharp({ create: { width: 9, height: 9, channels: 4, background: '#00000000' } }).png()
    ]
    for (const drawing of drawings) expect((await send(api, await drawing.toBuffer())).avatar_url).toBeTruthy()
  })

  test.each([
    [16_000, 1],
    [1, 16_000],
    [4000, 100]
  ])('of %i by %i is cropped from the center', async (width, height) => {
    const { api } = await someone()
    const { avatar_url } = await send(api, await plain('#cc3300', width, height))
    expect(await middleOf((await open(avatar_url)).rawPayload)).toEqual([204, 51, 0])
  })

  test('replaces the previous one and deletes its file', async () => {
    const { api } = await someone()
    const first = await send(api, await plain())
    const second = await send(api, await plain('#0033cc'))
    await world.work()
    expect((await open(first.avatar_url)).statusCode).toBe(404)
    expect(await middleOf((await open(second.avatar_url)).rawPayload)).toEqual([0, 51, 204])
  })

  test('can be removed, and removing it again is harmless', async () => {
    const { api } = await someone()
    const { avatar_url } = await send(api, await plain())
    expect(await api(deleteAvatar, {})).toMatchObject({ avatar_url: null })
    expect(await api(deleteAvatar, {})).toMatchObject({ avatar_url: null })
    await world.work()
    expect((await open(avatar_url)).statusCode).toBe(404)
  })

  test('is deleted with its owner', async () => {
    const { id, api } = await someone()
    const { avatar_url } = await send(api, await plain())
    await (await world.as('admin'))(deleteUser, { params: { id } })
    await world.work()
    expect((await open(avatar_url)).statusCode).toBe(404)
  })

  test('uploaded three times in parallel leaves exactly one file', async () => {
    const { api } = await someone()
    const pictures = await Promise.all(['#ff0000', '#00ff00', '#0000ff'].map((hex) => plain(hex)))
    const sent = await Promise.all(pictures.map((bytes) => send(api, bytes)))
    const { avatar_url } = await api(getProfile, {})
    await world.work()
    const addresses = new Set(sent.map((profile) => profile.avatar_url))
    const found = await Promise.all([...addresses].map(async (url) => [url, (await open(url)).statusCode]))
    expect(found.filter(([, status]) => status === 200)).toEqual([[avatar_url, 200]])
  })
})

describe('an upload is refused with a clear message and changes nothing:', () => {
  const noise = async (side: number) =>
    sharp({ create: { width: side, height: side, channels: 3, background: '#fff', noise: { type: 'gaussian', mean: 128, sigma: 60 } } })
      .png()
      .toBuffer()
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>')
  const large = async () => Buffer.concat([await plain(), Buffer.alloc(5 * 1024 * 1024)])
  const cases: [string, () => Promise<Buffer>, number, string, string][] = [
    ['an HTML file', async () => Buffer.from('<html>'), 415, 'wrong_kind', 'Please choose a PNG, JPEG or WEBP picture.'],
    ['an SVG', async () => svg, 415, 'wrong_kind', 'Please choose a PNG, JPEG or WEBP picture.'],
    [
      'a GIF',
      async () =>
        sharp(await plain())
          .gif()
          .toBuffer(),
      415,
      'wrong_kind',
      'Please choose a PNG, JPEG or WEBP picture.'
    ],
    ['an empty file', async () => Buffer.alloc(0), 415, 'wrong_kind', 'Please choose a PNG, JPEG or WEBP picture.'],
    ['a file over 5 MB', large, 413, 'too_large', 'The picture is larger than 5 MB.'],
    ['a picture of 49 megapixels', () => plain('#fff', 7000, 7000), 422, 'too_many_pixels', 'The picture has more than 40 megapixels.'],
    ['a truncated picture', async () => (await noise(300)).subarray(0, 4000), 422, 'unreadable', 'This picture could not be read.'],
    ['only a header', async () => (await plain()).subarray(0, 24), 422, 'unreadable', 'This picture could not be read.']
  ]
  test.each(cases)('%s', async (_name, make, status, code, error) => {
    const { api } = await someone()
    const { avatar_url } = await send(api, await plain())
    await expect(send(api, await make())).rejects.toMatchObject({ status, body: { code, error } })
    await world.work()
    expect((await api(getProfile, {})).avatar_url).toBe(avatar_url)
    expect((await open(avatar_url)).statusCode).toBe(200)
    expect(readdirSync(world.settings.temp_dir)).toEqual([])
  })

  test('a form without a file, and a body that is not a form', async () => {
    const { api } = await someone()
    const none = { status: 422, body: { code: 'file_required', fields: { file: 'Please select a file.' } } }
    await expect(api(setAvatar, { body: new FormData() })).rejects.toMatchObject(none)
    await expect(api(setAvatar, { body: { file: 'x' } as never })).rejects.toMatchObject({ status: 400, body: { code: 'not_multipart' } })
  })

  test('the 21st upload within an hour', async () => {
    const { id, api } = await someone()
    const window = new Date(Math.floor(world.now().getTime() / 3_600_000) * 3_600_000)
    const used = { key: `accounts.avatar.user.${id}/3600`, window_start: window, used: 19 }
    await world.db
      .insertInto('platform.use_count' as never)
      .values(used as never)
      .execute()
    const { avatar_url } = await send(api, await plain())
    await expect(send(api, await plain())).rejects.toMatchObject({ status: 429, body: { code: 'too_many' } })
    expect((await api(getProfile, {})).avatar_url).toBe(avatar_url)
  })
})

test.each(['nothing.webp', '../avatars/x.webp', '..%2f..%2foriginals%2fx', '00000000-0000-4000-8000-000000000000.webp'])(
  'no avatar exists at %s',
  async (name) => expect((await open(`/avatars/${name}`)).statusCode).toBe(404)
)

describe('real photos and test suites', () => {
  test('photos are rotated upright', { timeout: 60_000 }, async () => {
    const of = async (name: string) => {
      const { api } = await someone()
      const { avatar_url } = await send(api, readFileSync(dataFile(`images/exif-orientation/${name}`)))
      const picture = (await open(avatar_url)).rawPayload
      expect((await sharp(picture).metadata()).exif).toBeUndefined()
      return sharp(picture).removeAlpha().resize(16, 16).raw().toBuffer()
    }
    const upright = await of('Landscape_1.jpg')
    for (const name of turned.map((path) => basename(path)).filter((file) => /^Landscape_[368]/.test(file))) {
      const apart = (await of(name)).reduce((sum, channel, at) => sum + Math.abs(channel - upright[at]!), 0) / upright.length
      expect({ name, apart: apart < 24 }).toEqual({ name, apart: true })
    }
  })

  test('PngSuite: every valid picture is accepted, and no damaged one causes a 500', {
    timeout: 60_000
  }, async () => {
    let sender = await someone()
    for (const [index, path] of suite.entries()) {
      // Each user may upload 20 per hour.
      if (index % 20 === 19) sender = await someone()
      const outcome = await send(sender.api, readFileSync(path)).then(
        () => 200,
        ({ status }) => status as number
      )
      const expected = basename(path).startsWith('x') ? [415, 422] : [200]
      expect({ path: basename(path), outcome, isExpected: expected.includes(outcome) }).toMatchObject({ isExpected: true })
    }
  })
})
