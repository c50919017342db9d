import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createResponseCache, toCachedResponse } from './response-cache.ts'

const responseOf = (body: string) => toCachedResponse({ headers: [], body: Buffer.from(body), made_at: 0, valid_until: 0 })

test('a full cache evicts the least recently used response', () => {
  const cache = createResponseCache(1_000_000)
  for (const key of ['a', 'b', 'c', 'd']) cache.set(key, responseOf('x'.repeat(160_000)))
  const full = cache.bytes()
  cache.get('a')
  cache.set('e', responseOf('x'.repeat(160_000)))
  expect(['a', 'b', 'c', 'd', 'e'].filter((key) => cache.get(key))).toEqual(['a', 'c', 'd', 'e'])
  expect(cache.bytes()).toBe(full)
})

test('a replaced response counts once, and a response larger than a quarter of the cache is not stored', () => {
  const cache = createResponseCache(1_000_000)
  cache.set('a', responseOf('x'.repeat(10_000)))
  const once = cache.bytes()
  cache.set('a', responseOf('y'.repeat(10_000)))
  cache.set('b', responseOf('x'.repeat(200_000)))
  expect([cache.bytes(), cache.get('b')]).toEqual([once, undefined])
  cache.clear()
  expect([cache.bytes(), cache.get('a')]).toEqual([0, undefined])
})

test('empty responses take room, too, so that a flood of them cannot fill the memory', () => {
  const cache = createResponseCache(1_000_000)
  for (let page = 0; page < 5000; page += 1) cache.set(`/assets?page=${page}`, responseOf('[]'))
  const left = Array.from({ length: 5000 }, (_, page) => cache.get(`/assets?page=${page}`)).filter(Boolean)
  expect(left.length).toBeLessThan(1000)
  expect(cache.bytes()).toBeLessThanOrEqual(1_000_000)
})

test('a cache of zero bytes stores nothing', () => {
  const cache = createResponseCache(0)
  cache.set('a', responseOf('x'))
  expect(cache.get('a')).toBeUndefined()
})

test('every encoding holds the same text and is compressed once', async () => {
  const response = responseOf('hello '.repeat(500))
  expect(brotliDecompressSync(await response.body('br')).toString()).toBe('hello '.repeat(500))
  expect(gunzipSync(await response.body('gzip')).toString()).toBe('hello '.repeat(500))
  expect(await response.body('br')).toBe(await response.body('br'))
  expect(response.hash).not.toBe(responseOf('else').hash)
})
