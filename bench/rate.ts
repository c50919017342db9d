import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import autocannon from 'autocannon'

export const CONNECTIONS = 32
export const SECONDS = 4
const FAILED_MAX = 0.01

export type ApiRate = { per_second: number; p99_ms: number }
type Load = { connections?: number; headers?: Readonly<Record<string, string>> }

/** Measures the paths in rotation, after a warm-up of one second. More than a few statuses other than 200 are an error. */
export async function rateOf(
  url: string,
  paths: readonly string[],
  { connections = CONNECTIONS, headers = {} }: Load = {}
): Promise<ApiRate> {
  const { status } = await fetch(url + paths[0], { headers })
  if (status !== 200) throw new Error(`${url}${paths[0]} answered ${status}`)
  return (await hasWrk()) ? byWrk(url, paths, { connections, headers }) : byAutocannon(url, paths, { connections, headers })
}

let wrk: Promise<boolean> | undefined
const hasWrk = (): Promise<boolean> => {
  wrk ??= promisify(execFile)('which', ['wrk']).then(
    () => true,
    () => false
  )
  return wrk
}

/** Costs the machine a tenth of what a load generator in JavaScript does. */
async function byWrk(url: string, paths: readonly string[], { connections, headers }: Required<Load>): Promise<ApiRate> {
  const folder = mkdtempSync(join(tmpdir(), 'easel-wrk-'))
  try {
    const file = join(folder, 'paths')
    writeFileSync(file, `${paths.join('\n')}\n`)
    const sent = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
    const run = (seconds: number) =>
      promisify(execFile)(
        'wrk',
        [`-c${connections}`, '-t1', `-d${seconds}`, '--latency', ...sent, '-s', join(import.meta.dirname, 'rotate.lua'), url],
        { env: { ...process.env, PATHS: file } }
      )
    await run(1)
    const { stdout } = await run(SECONDS)
    const [, failed = 0] = /Non-2xx or 3xx responses: (\d+)/.exec(stdout) ?? []
    requireFew(url + paths[0], Number(failed), Number(/(\d+) requests in/.exec(stdout)?.[1]))
    return { per_second: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]), p99_ms: inMs(/99%\s+([\d.]+)(us|ms|s)/.exec(stdout)) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** A process that is overloaded refuses some calls. */
function requireFew(address: string, failed: number, all: number): void {
  if (failed > all * FAILED_MAX) throw new Error(`${address}: ${failed} of ${all} responses were not 200`)
}

function inMs(found: RegExpExecArray | null): number {
  const [, figure = 'NaN', unit] = found ?? []
  return Number(figure) * (unit === 's' ? 1000 : unit === 'us' ? 0.001 : 1)
}

async function byAutocannon(url: string, paths: readonly string[], { connections, headers }: Required<Load>): Promise<ApiRate> {
  const load = { url, connections, headers, requests: paths.map((path) => ({ path })) }
  await autocannon({ ...load, duration: 1 })
  const { requests, latency, non2xx, errors } = await autocannon({ ...load, duration: SECONDS })
  requireFew(url + paths[0], non2xx + errors, requests.total)
  return { per_second: requests.average, p99_ms: latency.p99 }
}
