import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, openSync, readFileSync } from 'node:fs'
import { createConnection } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import type { Settings } from '../settings/settings.ts'
import { StartError } from './start-error.ts'
import { isFree } from './tcp-ports.ts'

const POLL_MS = 50
const READY_MS = 15_000
const STOP_MS = 5000
/** A sandbox left behind by a killed start notices within this time that its parent is gone. */
const LEFT_OVER_MS = 3000
const RESTART_MS = 1000

export type Sandbox = { stop(): Promise<void> }

/** Starts the PayPal sandbox in its own process, and restarts it if it exits unexpectedly. */
export async function startSandbox(settings: Settings, root: string): Promise<Sandbox> {
  await requirePort(settings)
  const log = join(settings.data_dir, 'paypal-sandbox.log')
  let stopping = false
  let child = launch(settings, root, log)
  const keepUp = () => {
    child.once('exit', async () => {
      await sleep(RESTART_MS, undefined, { ref: false })
      if (stopping) return
      child = launch(settings, root, log)
      keepUp()
    })
  }
  await ready(child, settings.paypal.sandbox_port, log)
  keepUp()
  return {
    stop: async () => {
      stopping = true
      await end(child)
    }
  }
}

export async function requirePort({ paypal: { sandbox_port } }: Settings): Promise<void> {
  for (const until = Date.now() + LEFT_OVER_MS; Date.now() < until; await sleep(POLL_MS)) if (await isFree(sandbox_port)) return
  throw new StartError(
    `Port ${sandbox_port} (for the PayPal sandbox) is in use: choose another, for example PAYPAL_SANDBOX_PORT=${sandbox_port + 5} npm start,` +
      ` or PAYPAL_BASE_URL=http://127.0.0.1:${sandbox_port} to use the sandbox that is running there.`
  )
}

function launch({ data_dir, paypal, host, port }: Settings, root: string, log: string): ChildProcess {
  mkdirSync(data_dir, { recursive: true })
  const output = openSync(log, 'a')
  const local = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  return spawn(process.execPath, ['--import', preload(), join(root, 'sandbox/paypal/main.ts')], {
    cwd: root,
    // In a separate process group, so that Ctrl-C in the terminal does not stop it before the app has closed.
    detached: true,
    stdio: ['ignore', output, output, 'ipc'],
    env: {
      ...process.env,
      // The fast builds of our own libraries, not production.
      NODE_ENV: 'development',
      DATA_DIR: data_dir,
      PAYPAL_SANDBOX_PORT: String(paypal.sandbox_port),
      PAYPAL_CLIENT_ID: paypal.client_id,
      PAYPAL_CLIENT_SECRET: paypal.client_secret,
      PAYPAL_WEBHOOK_ID: paypal.webhook_id,
      PAYPAL_WEBHOOK_URL: `http://${local}:${port}/api/payments/webhooks/paypal`
    }
  })
}

const preload = (): string => pathToFileURL(join(import.meta.dirname, 'exit-with-parent.ts')).href

async function ready(child: ChildProcess, port: number, log: string): Promise<void> {
  for (const until = Date.now() + READY_MS; Date.now() < until && child.exitCode === null; await sleep(POLL_MS)) {
    if (await answers(port)) return
  }
  await end(child)
  const words = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n').slice(-5).join('\n') : ''
  throw new StartError(`The PayPal sandbox did not start. The end of its log (${log}):`, words)
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1' })
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const force = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
  await gone
  clearTimeout(force)
}
