import Fastify from 'fastify'
import { expect, test } from 'vitest'
import type { Settings } from '../settings/settings.ts'
import { warnOfUntrustedProxy } from './proxy-warning.ts'

async function warningsAt(trust_proxy: Settings['trust_proxy'], calls: Record<string, string>[]): Promise<string[]> {
  const app = Fastify()
  const lines: string[] = []
  warnOfUntrustedProxy(app, { trust_proxy }, (line) => lines.push(line))
  app.get('/', async () => 'ok')
  for (const headers of calls) await app.inject({ url: '/', headers })
  await app.close()
  return lines
}

test.each(['x-forwarded-for', 'forwarded', 'x-real-ip'])('the header %s from an untrusted proxy is reported once', async (name) => {
  const call = { [name]: '203.0.113.7' }
  expect(await warningsAt(false, [{}, call, call])).toEqual([expect.stringContaining(`the header ${name}, but TRUST_PROXY is 0`)])
})

test('a trusted proxy, and calls without a proxy, are not reported', async () => {
  expect(await warningsAt(1, [{ 'x-forwarded-for': '203.0.113.7' }])).toEqual([])
  expect(await warningsAt(['10.0.0.0/8'], [{ 'x-forwarded-for': '203.0.113.7' }])).toEqual([])
  expect(await warningsAt(false, [{}])).toEqual([])
})
