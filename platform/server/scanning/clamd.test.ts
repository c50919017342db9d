import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { EICAR, startFakeClamd } from '#tests/support/servers/fake-clamd.ts'
import { scanStream } from './clamd.ts'
import { openScanner, scanNotice } from './scanner.ts'

let fake: Awaited<ReturnType<typeof startFakeClamd>>
beforeAll(async () => {
  fake = await startFakeClamd()
})
beforeEach(() => fake.behave('works'))
afterAll(() => fake.stop())

const LIMITS = { timeout_ms: 500, max_bytes: 1000 }
const scan = (...chunks: Buffer[]) => scanStream({ host: '127.0.0.1', port: Number(new URL(fake.url).port) }, Readable.from(chunks), LIMITS)

test('bytes in several chunks arrive whole, and empty chunks do not end the file early', async () => {
  expect(await scan(Buffer.from('one '), Buffer.alloc(0), Buffer.from('two'))).toBeUndefined()
  expect(fake.received.at(-1)?.toString()).toBe('one two')
})

test('what is found is named, also when it is split over chunks', async () => {
  expect(await scan(EICAR.subarray(0, 30), EICAR.subarray(30))).toBe('Eicar-Test-Signature')
})

test.each([
  ['silent', /abort/i],
  ['closes', /closed the connection|ECONNRESET|EPIPE/],
  [{ says: 'INSTREAM size limit exceeded. ERROR' }, /Set StreamMaxLength/],
  [{ says: 'UNKNOWN COMMAND' }, /could not scan/],
  [{ says: 'x'.repeat(10_000) }, /too long/]
] as const)('a scanner that answers %j is an error, never a clean file', async (behavior, message) => {
  fake.behave(behavior)
  await expect(scan(Buffer.from('a'))).rejects.toThrow(message)
})

test("files of one person that keep the scanner busy do not hold up another's", async () => {
  fake.behave('silent')
  const scanner = openScanner(fake.url, { timeout_ms: 300, onError: () => {} })
  const order: string[] = []
  const scanFor = (owner: string) => scanner.scan(() => Readable.from([Buffer.from('a')]), owner).then(() => order.push(owner))
  await Promise.all([...Array.from({ length: 12 }, () => scanFor('one')), scanFor('other')])
  expect(order.indexOf('other')).toBeLessThan(4)
})

test('a file over the size limit and a file that cannot be read are errors', async () => {
  await expect(scan(Buffer.alloc(1001))).rejects.toThrow('too large to scan')
  const broken = new Readable({ read: () => broken.destroy(new Error('the file is gone')) })
  await expect(scanStream({ host: '127.0.0.1', port: Number(new URL(fake.url).port) }, broken, LIMITS)).rejects.toThrow('the file is gone')
})

test('a scanner that is not there makes files wait, and says why once', async () => {
  const errors: unknown[] = []
  const scanner = openScanner('tcp://127.0.0.1:9', { onError: (error) => errors.push(error) })
  expect(await scanner.scan(() => Readable.from([EICAR]))).toEqual({ scan_state: 'waiting', scan_found: null })
  expect(errors).toHaveLength(1)
})

test('without a scanner, files are not read', async () => {
  const scanner = openScanner(undefined)
  expect(await scanner.scan(() => Promise.reject(new Error('read')))).toEqual({ scan_state: 'off', scan_found: null })
})

test('the name of what was found is shown without markup', async () => {
  fake.behave({ says: 'stream: <b>Bad</b>\u0007 FOUND' })
  const found = await openScanner(fake.url).scan(() => Readable.from([Buffer.from('a')]))
  expect(scanNotice(found)).toBe('Blocked: the virus scanner found bBad/b.')
})
