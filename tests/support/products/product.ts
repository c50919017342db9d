import { type ChildProcess, spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { embeddedCluster } from '#processes/database/embedded-postgres.ts'
import { freePort } from '#processes/startup/tcp-ports.ts'
import { temporaryFolder } from '../folders.ts'

const ROOT = join(import.meta.dirname, '../../..')
const READY_MS = 240_000

export type Product = {
  url: string
  paypalUrl: string
  databaseUrl: string
  dataDir: string
  process: ChildProcess
  /** Returns the output so far. */
  output(): string
  /** Sends the signal, waits until the process has ended and returns its exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

export type ProductOptions = {
  /** Not removed by `stop`. If omitted, a temporary folder is used. */
  dataDir?: string
  env?: NodeJS.ProcessEnv
}

/** Starts the whole product as `npm start` does, on free ports, and waits until it is ready. */
export async function startProduct({ dataDir, env = {} }: ProductOptions = {}): Promise<Product> {
  const folder = dataDir ?? freshFolder()
  const [port, paypalPort] = [await freePort(), await freePort()]
  const started = launch({ PORT: String(port), PAYPAL_SANDBOX_PORT: String(paypalPort), DATA_DIR: folder, ...env })
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (started.process.exitCode === null) started.process.kill(signal)
    const code = await started.ended
    if (!dataDir) rmSync(folder, { recursive: true, force: true })
    return code
  }
  try {
    await started.ready
  } catch (error) {
    await stop()
    throw error
  }
  return {
    url: `http://localhost:${env['PORT'] ?? port}`,
    paypalUrl: env['PAYPAL_BASE_URL'] ?? `http://127.0.0.1:${paypalPort}`,
    databaseUrl: env['DATABASE_URL'] ?? embeddedCluster(folder, console.error).url('easel'),
    dataDir: folder,
    process: started.process,
    output: started.output,
    stop
  }
}

export const freshFolder = (): string => temporaryFolder('easel-product-')

/** Runs a start that is expected to end without being stopped. */
export async function runStart(env: NodeJS.ProcessEnv): Promise<{ code: number | null; output: string }> {
  const started = launch(env)
  started.ready.catch(() => {})
  const code = await started.ended
  return { code, output: started.output() }
}

function launch(env: NodeJS.ProcessEnv) {
  const { NODE_ENV: _testing, ...inherited } = process.env
  const child = spawn(process.execPath, [join(ROOT, 'processes/start.ts')], {
    cwd: ROOT,
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc']
  })
  let output = ''
  const ended = new Promise<number | null>((resolve) => child.once('exit', (code) => resolve(code)))
  const ready = new Promise<void>((resolve, reject) => {
    const fail = (why: string) => reject(new Error(`The product did not start (${why}):\n${output}`))
    const tooLong = setTimeout(() => fail(`not ready after ${READY_MS / 1000} s`), READY_MS)
    const onOutput = (chunk: Buffer) => {
      output += chunk.toString()
      if (!output.includes('is ready: ')) return
      clearTimeout(tooLong)
      resolve()
    }
    child.stdout?.on('data', onOutput)
    child.stderr?.on('data', onOutput)
    child.once('close', (code) => {
      clearTimeout(tooLong)
      fail(`exit code ${code}`)
    })
  })
  return { process: child, ended, ready, output: () => output }
}
