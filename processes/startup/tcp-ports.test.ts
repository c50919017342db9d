import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort, isFree } from './tcp-ports.ts'

const RANGE = '/proc/sys/net/ipv4/ip_local_port_range'

test.skipIf(!existsSync(RANGE))('a free port is none that the system gives to a connection meanwhile', async () => {
  const lowest = Number(readFileSync(RANGE, 'utf8').split(/\s+/)[0])
  for (let tries = 0; tries < 200; tries++) expect(await freePort()).toBeLessThan(lowest)
})

test('a port that a server listens on is not free, and free again after it has closed', async () => {
  const port = await freePort()
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  expect(await isFree(port)).toBe(false)
  await new Promise((resolve) => server.close(resolve))
  expect(await isFree(port)).toBe(true)
})
