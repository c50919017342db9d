import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import compress from '@fastify/compress'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildApp } from '#processes/http/app.ts'
import { freshWorld, type World } from '#tests/support/world.ts'
import { serveStaticFiles } from './static-files.ts'

const SCRIPT = 'console.log("a script of the shop");\n'.repeat(200)
let world: World
let app: Awaited<ReturnType<typeof buildApp>>
let passed = 0
const folder = mkdtempSync(join(tmpdir(), 'easel-static-'))

beforeAll(async () => {
  mkdirSync(join(folder, 'static'))
  writeFileSync(join(folder, 'static/page-1a2b.js'), SCRIPT)
  writeFileSync(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  world = await freshWorld()
  app = await buildApp({ db: world.db, now: world.now, ports: world.ports, actorOf: async () => null })
  app.addHook('onRequest', async ({ headers }) => {
    if (headers['accept-encoding'] !== 'identity') passed += 1
  })
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] })
  await serveStaticFiles(app, folder)
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await app.close()
  await world.end()
  rmSync(folder, { recursive: true, force: true })
})

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}${path}`, { headers })

test('a script is compressed once and then answered from memory, with the headers that the app sends', async () => {
  const path = '/static/page-1a2b.js'
  const first = await get(path, { 'accept-encoding': 'br' })
  await vi.waitFor(async () => {
    const before = passed
    await get(path, { 'accept-encoding': 'br' })
    expect(passed).toBe(before)
  })
  for (const encoding of ['br', 'gzip']) {
    const again = await get(path, { 'accept-encoding': encoding })
    expect(again.headers.get('content-encoding')).toBe(encoding)
    for (const name of ['etag', 'cache-control', 'content-type', 'vary', 'x-content-type-options', 'permissions-policy'])
      expect([name, again.headers.get(name)]).toEqual([name, first.headers.get(name)])
    expect(await again.text()).toBe(SCRIPT)
  }
  expect((await get(path, { 'accept-encoding': 'br', 'if-none-match': first.headers.get('etag') ?? '' })).status).toBe(304)
  const part = await get(path, { range: 'bytes=0-9', 'accept-encoding': 'identity' })
  expect([part.status, await part.text()]).toEqual([206, SCRIPT.slice(0, 10)])
  expect(await (await get(path, { 'accept-encoding': 'identity' })).text()).toBe(SCRIPT)
})

test('files without a hash in their names are cached for an hour, and unknown ones are 404', async () => {
  expect((await get('/favicon.svg')).headers.get('cache-control')).toBe('public, max-age=3600')
  expect((await get('/static/page-ffff.js')).status).toBe(404)
})
