import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'

const MAIN = fileURLToPath(new URL('./main.ts', import.meta.url))

function start(change: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'paypal-sandbox-'))
  const env = {
    PATH: process.env['PATH'],
    NODE_ENV: 'test',
    PAYPAL_SANDBOX_PORT: '0',
    DATA_DIR: join(folder, 'data'),
    PAYPAL_CLIENT_ID: 'client',
    PAYPAL_CLIENT_SECRET: 'secret',
    PAYPAL_WEBHOOK_ID: 'WEBHOOK1',
    PAYPAL_WEBHOOK_URL: 'http://127.0.0.1:1/nobody',
    ...change
  }
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', MAIN], { env })
  const said = { out: '', err: '' }
  child.stdout.on('data', (chunk) => (said.out += chunk))
  child.stderr.on('data', (chunk) => (said.err += chunk))
  onTestFinished(() => {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  return { child, said, ended: once(child, 'close').then(([code]) => code as number | null) }
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  'the sandbox starts, responds, and stops cleanly on %s',
  async (signal) => {
    const { child, said, ended } = start({})
    await expect.poll(() => said.out, { timeout: 10_000 }).toContain('listening on http://127.0.0.1:')
    const [address = ''] = /http:\S+/.exec(said.out) ?? []
    expect((await fetch(`${address}/sandbox/health`)).status).toBe(200)
    child.kill(signal)
    expect(await ended).toBe(0)
    expect(said.err).toBe('')
  },
  20_000
)

test('the sandbox refuses to start in production', async () => {
  const { said, ended } = start({ NODE_ENV: 'production' })
  expect(await ended).toBe(1)
  expect(said.err).toMatch(/^PayPal sandbox: .*does not run in production.*\n$/)
}, 20_000)

test('a port in use, an invalid port, and a missing setting print one clear line each', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const { port } = other.address() as AddressInfo
  const cases = [
    [{ PAYPAL_SANDBOX_PORT: String(port) }, `port ${port} is in use`],
    [{ PAYPAL_SANDBOX_PORT: 'many' }, 'PAYPAL_SANDBOX_PORT must be a whole number'],
    [{ PAYPAL_CLIENT_SECRET: '' }, 'PAYPAL_CLIENT_SECRET is not set']
  ] as const
  for (const [change, message] of cases) {
    const { said, ended } = start(change)
    expect(await ended).toBe(1)
    expect(said.err).toContain(message)
    expect(said.err.trim().split('\n')).toHaveLength(1)
  }
}, 30_000)
