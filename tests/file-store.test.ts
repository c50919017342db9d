import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { CreateBucketCommand, HeadObjectCommand, ListMultipartUploadsCommand, S3Client } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getAsset } from '#catalogue/contract.ts'
import { checkOut, linkLicenseFile } from '#licensing/contract.ts'
import { setWageRule } from '#payroll/contract.ts'
import { accelRedirect } from '#platform/server/files/accel-redirect.ts'
import { openFiles } from '#platform/server/files/file-store.ts'
import type { Files } from '#platform/server/index.ts'
import { decideAsset } from '#submissions/review.contract.ts'
import { uploadedAsset } from './support/givens/submissions.ts'
import { hasS3Server, S3_KEY, type S3Server, startS3Server } from './support/servers/s3-server.ts'
import { freshWorld } from './support/world.ts'

const MB = 1024 * 1024
const BUCKET = 'pictures'
const root = mkdtempSync(join(tmpdir(), 'easel-files-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Without Ceph, only the folder is tested here; platform/server/files/file-bucket.test.ts tests the S3 protocol. */
const withS3 = hasS3Server()

let server: S3Server
let client: S3Client
beforeAll(async () => {
  if (!withS3) return
  server = await startS3Server()
  client = new S3Client({ endpoint: server.endpoint, region: 'us-east-1', credentials: S3_KEY, forcePathStyle: true })
  await client.send(new CreateBucketCommand({ Bucket: BUCKET }))
}, 180_000)
afterAll(() => server?.stop(), 60_000)

const digestOf = async (stream: Readable): Promise<string> => {
  const hash = createHash('sha256')
  for await (const chunk of stream) hash.update(chunk)
  return hash.digest('hex')
}

/** Creates a local file of random bytes. Returns its path and hash. */
function bigFile(name: string, size: number): { path: string; digest: string } {
  const block = randomBytes(MB)
  const bytes = Buffer.concat(Array.from({ length: Math.ceil(size / MB) }, () => block)).subarray(0, size)
  writeFileSync(join(root, name), bytes)
  return { path: join(root, name), digest: createHash('sha256').update(bytes).digest('hex') }
}

type Store = { name: string; isThere: boolean; open(): Files }
const STORES: Store[] = [
  { name: 'a folder', isThere: true, open: () => openFiles(join(root, 'store')) },
  { name: 'an S3 server', isThere: withS3, open: () => openFiles(server.address(BUCKET)) }
]

test('what a killed process had not written to the end is deleted by a later write, after an hour', async () => {
  const place = join(root, 'left-over')
  const incoming = join(place, 'incoming')
  mkdirSync(incoming, { recursive: true })
  for (const name of ['old', 'young']) writeFileSync(join(incoming, name), 'half')
  const before = new Date(Date.now() - 61 * 60_000)
  utimesSync(join(incoming, 'old'), before, before)
  await openFiles(place).put('originals/ab/one.txt', Buffer.from('whole'), 'text/plain')
  expect(readdirSync(incoming)).toEqual(['young'])
})

test('a folder that was removed meanwhile is made again, and a file that cannot be copied leaves nothing behind', async () => {
  const place = join(root, 'removed')
  const files = openFiles(place)
  await files.put('originals/ab/one.txt', Buffer.from('one'), 'text/plain')
  rmSync(join(place, 'incoming'), { recursive: true })
  await files.put('originals/ab/two.txt', Buffer.from('two'), 'text/plain')
  expect((await files.bytes('originals/ab/two.txt')).toString()).toBe('two')
  rmSync(place, { recursive: true })
  await expect(files.putFile('originals/ab/three.txt', join(root, 'nowhere'), 'text/plain')).rejects.toMatchObject({ code: 'ENOENT' })
  expect(await Array.fromAsync(files.list())).toEqual([])
  expect(readdirSync(join(place, 'incoming'))).toEqual([])
})

for (const { name, isThere, open } of STORES)
  describe.skipIf(!isThere)(name, () => {
    let files: Files
    beforeAll(() => {
      files = open()
    })

    test('a file can be read whole and by range, and reports its size, until it is deleted', async () => {
      await files.put('originals/ab/one.txt', Buffer.from('0123456789'), 'text/plain')
      expect((await files.bytes('originals/ab/one.txt')).toString()).toBe('0123456789')
      expect(await text(await files.stream('originals/ab/one.txt'))).toBe('0123456789')
      expect(await text(await files.stream('originals/ab/one.txt', { start: 2, end: 4 }))).toBe('234')
      expect(await text(await files.stream('originals/ab/one.txt', { start: 9, end: 9 }))).toBe('9')
      expect(await files.size('originals/ab/one.txt')).toBe(10)
      await files.delete('originals/ab/one.txt')
      expect(await files.size('originals/ab/one.txt')).toBeUndefined()
    })

    test('the list has every file in the order of the keys, and a new version of what is replaced', async () => {
      const listed = async () => (await Array.fromAsync(files.list())).filter(({ key }) => key.startsWith('list'))
      for (const key of ['list/b', 'list-a/c', 'list/a.txt', 'list/a/1', 'list/a-1']) await files.put(key, Buffer.from(key), 'text/plain')
      const before = await listed()
      expect(before.map(({ key, size }) => [key, size])).toEqual(
        ['list-a/c', 'list/a-1', 'list/a.txt', 'list/a/1', 'list/b'].map((key) => [key, key.length])
      )
      expect(await listed()).toEqual(before)
      await files.put('list/b', Buffer.from('LIST/B'), 'text/plain')
      const after = await listed()
      expect(after.slice(0, -1)).toEqual(before.slice(0, -1))
      expect(after.at(-1)?.version).not.toBe(before.at(-1)?.version)
      for (const { key } of after) await files.delete(key)
    })

    test('a missing file has no size, cannot be read, and can be deleted', async () => {
      expect(await files.size('originals/no/thing')).toBeUndefined()
      await expect(files.bytes('originals/no/thing')).rejects.toThrow()
      await expect(files.stream('originals/no/thing')).rejects.toThrow()
      await files.delete('originals/no/thing')
    })

    test('an empty file is stored', async () => {
      await files.put('originals/empty', Buffer.alloc(0), 'text/plain')
      expect(await files.size('originals/empty')).toBe(0)
      expect((await files.bytes('originals/empty')).length).toBe(0)
    })

    test('writing again replaces the file', async () => {
      for (const word of ['first, and longer', 'second']) await files.put('originals/twice', Buffer.from(word), 'text/plain')
      expect((await files.bytes('originals/twice')).toString()).toBe('second')
    })

    test.each([0.3, 6, 130])('%d MB are uploaded as a stream and read back unchanged', { timeout: 120_000 }, async (size) => {
      const key = `originals/big-${size}`
      const { path, digest } = bigFile('big.bin', size * MB)
      await files.putFile(key, path, 'application/octet-stream')
      expect(await files.size(key)).toBe(Math.floor(size * MB))
      expect(await digestOf(await files.stream(key))).toBe(digest)
      const start = Math.floor(size * MB) - 5
      expect((await (await files.stream(key, { start, end: start + 4 })).toArray()).reduce((sum, chunk) => sum + chunk.length, 0)).toBe(5)
      await files.delete(key)
    })

    test('after simultaneous writes, the file is one of them and complete', async () => {
      const written = Array.from({ length: 8 }, (_, number) => Buffer.alloc(300_000, number))
      await Promise.all(written.map((bytes) => files.put('originals/raced', bytes, 'text/plain')))
      const found = await files.bytes('originals/raced')
      expect(written.some((bytes) => bytes.equals(found))).toBe(true)
    })

    test.each(['../outside', 'a/../../b', '/etc/passwd', 'a//b', 'a b', 'ä', 'a?b', ''])('%j is not a valid key', async (key) => {
      for (const call of [
        files.stream(key),
        files.bytes(key),
        files.size(key),
        files.delete(key),
        files.put(key, Buffer.from('x'), 'text/plain')
      ])
        await expect(call).rejects.toThrow('Not a valid key')
    })

    test('uploading a missing local file stores nothing', async () => {
      await expect(files.putFile('originals/none', join(root, 'nowhere'), 'text/plain')).rejects.toThrow()
      expect(await files.size('originals/none')).toBeUndefined()
    })
  })

describe.runIf(withS3)('on an S3 server', () => {
  test('a file keeps its content type, and a large upload leaves no parts behind', { timeout: 120_000 }, async () => {
    const files = openFiles(server.address(BUCKET))
    await files.putFile('originals/large', bigFile('large.bin', 70 * MB).path, 'image/png')
    expect((await client.send(new HeadObjectCommand({ Bucket: BUCKET, Key: 'originals/large' }))).ContentType).toBe('image/png')
    expect((await client.send(new ListMultipartUploadsCommand({ Bucket: BUCKET }))).Uploads ?? []).toEqual([])
  })

  test('the address that nginx gets delivers exactly the file, whole and by range, until it ends, and no other file', async () => {
    const files = openFiles(server.address(BUCKET))
    for (const name of ['one.png', 'two.png']) await files.put(`originals/ab/${name}`, Buffer.from(`picture ${name}`), 'image/png')
    const signed = (now: Date) =>
      accelRedirect('/stored-files/', server.address(BUCKET), () => now)('originals/ab/one.png', 'image/svg+xml')
    const visit = (location: string, headers = {}) => fetch(location.replace('/stored-files', server.endpoint), { headers })
    const location = await signed(new Date())
    const whole = await visit(location)
    expect([whole.status, whole.headers.get('content-type'), await whole.text()]).toEqual([200, 'image/svg+xml', 'picture one.png'])
    expect(await (await visit(location, { range: 'bytes=0-6' })).text()).toBe('picture')
    for (const wrong of [location.replace('one', 'two'), location.replace('svg', 'png'), await signed(new Date(Date.now() - 600_000))])
      expect((await visit(wrong)).status).toBe(403)
  })

  test('a wrong secret is reported as an error, not as a missing file', async () => {
    const stranger = openFiles(server.address(BUCKET).replace(encodeURIComponent(S3_KEY.secretAccessKey), 'wrong'))
    await expect(stranger.size('originals/large')).rejects.toThrow()
  })

  test('the product accepts uploads, shows previews, and delivers purchases', { timeout: 120_000 }, async () => {
    const world = await freshWorld({ files: openFiles(server.address(BUCKET)) })
    try {
      const { asset_id } = await uploadedAsset(world, {})
      const [admin, client] = [await world.as('admin'), await world.as('client')]
      await admin(setWageRule, { body: { category: 'icon', wage: 1, license_price: 0 } })
      await admin(decideAsset, { params: { id: asset_id }, body: { status: 'approved' } })
      const asset = await world.api(getAsset, { params: { id: asset_id } })
      const preview = await world.app.inject({ url: asset.files[0]!.preview_urls![640] })
      expect([preview.statusCode, preview.headers['content-type']]).toEqual([200, 'image/webp'])
      const { license_id } = await client(checkOut, { body: { asset_id, terms_accepted: true } })
      const { download_url } = await client(linkLicenseFile, { params: { id: license_id! }, query: {} })
      const original = await world.app.inject({ url: download_url })
      expect([original.statusCode, original.rawPayload.subarray(1, 4).toString()]).toEqual([200, 'PNG'])
      const part = await world.app.inject({ url: download_url, headers: { range: 'bytes=1-3' } })
      expect([part.statusCode, part.body]).toEqual([206, 'PNG'])
    } finally {
      await world.end()
    }
  })
})

test('a folder, given as a file: address, contains no partial files', async () => {
  const other = openFiles(pathToFileURL(join(root, 'other')).href)
  writeFileSync(join(root, 'upload.bin'), 'picture')
  await other.putFile('originals/two.bin', join(root, 'upload.bin'), 'application/octet-stream')
  expect(readdirSync(join(root, 'other/incoming'))).toEqual([])
  expect(readdirSync(join(root, 'other/originals'))).toEqual(['two.bin'])
})
