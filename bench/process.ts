import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '#processes/startup/tcp-ports.ts'
import { type ReadyTimes, readyTimes } from './photos.ts'
import { rateOf } from './rate.ts'

/** Of the whole product as `npm start` runs it: one process for requests and jobs, with the demo. */
export type ProcessFigures = {
  second_start_s: number
  /** Resident memory of that process, and what of it is its own. */
  idle_mb: Memory
  loaded_mb: Memory
  static_per_second: number
  photo_ready_s: ReadyTimes
}
type Memory = { resident: number; own: number }

/** V8 gives back the garbage of starting in the first ten seconds or so. */
const IDLE_MS = 30_000
/** The demo's last jobs come half a minute after the first start. */
const QUIET_MS = 40_000
const JOBS_MAX_MS = 10 * 60_000
const TOKEN = 'bench'

/** Starts the product twice in a temporary folder and measures the second time, when the jobs of the demo are done. */
export async function processFigures(root: string): Promise<ProcessFigures> {
  const data_dir = mkdtempSync(join(tmpdir(), 'easel-bench-'))
  const [port, sandbox_port] = [await freePort(), await freePort()]
  const env = {
    ...process.env,
    NODE_ENV: '',
    DATA_DIR: data_dir,
    PORT: String(port),
    PAYPAL_SANDBOX_PORT: String(sandbox_port),
    RENDER_LIMIT: '0',
    METRICS_TOKEN: TOKEN
  }
  const url = `http://127.0.0.1:${port}`
  const start = async () => {
    const begun = performance.now()
    const child = spawn(process.execPath, ['start.js'], { cwd: root, env, stdio: 'ignore' })
    while (!(await isReady(url))) await wait(20)
    return { child, seconds: (performance.now() - begun) / 1000 }
  }
  try {
    const first = await start()
    await jobsAreDone(url).finally(() => end(first.child))
    const { child, seconds } = await start()
    try {
      return { second_start_s: seconds, ...(await measure(url, appOf(child))) }
    } finally {
      await end(child)
    }
  } finally {
    rmSync(data_dir, { recursive: true, force: true })
  }
}

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/health/ready`).then(
    ({ ok }) => ok,
    () => false
  )

/** Waits until no job has run or waited for a while. */
async function jobsAreDone(url: string): Promise<void> {
  const begun = performance.now()
  let quiet_since = begun
  while (performance.now() - quiet_since < QUIET_MS) {
    await wait(500)
    if ((await jobsOf(url)) > 0) quiet_since = performance.now()
    if (performance.now() - begun > JOBS_MAX_MS) throw new Error('The jobs of the demo do not end.')
  }
}

async function jobsOf(url: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })).text()
  const counts = [...metrics.matchAll(/^jobs_(?:waiting|running)\{.*\} (\d+)$/gm)].map(([, count]) => Number(count))
  if (counts.length === 0) throw new Error(`/metrics names no jobs: ${metrics.slice(0, 200)}`)
  return counts.reduce((sum, count) => sum + count, 0)
}

async function end(child: ChildProcess): Promise<void> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}

/** start.js waits for the process that does the work. */
const appOf = ({ pid }: ChildProcess): number => Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0])

async function measure(url: string, pid: number): Promise<Omit<ProcessFigures, 'second_start_s'>> {
  await wait(IDLE_MS)
  const idle_mb = memoryOf(pid)
  const home = await (await fetch(url)).text()
  const found = (pattern: RegExp): string => pattern.exec(home)?.[0] ?? ''
  const { per_second } = await rateOf(url, [found(/\/static\/[^" ]*\.js/)])
  for (const path of ['/', '/api/assets', '/api/assets?search=blue', found(/\/previews\/[^" ,]*320\.webp/)]) await rateOf(url, [path])
  return { idle_mb, loaded_mb: memoryOf(pid), static_per_second: per_second, photo_ready_s: await readyTimes(url) }
}

const megabytes = (text: string, name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1]) / 1024

const memoryOf = (pid: number): Memory => ({
  resident: megabytes(readFileSync(`/proc/${pid}/status`, 'utf8'), 'VmRSS'),
  own: megabytes(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'), 'Pss')
})

export const processReport = (figures: ProcessFigures, round: (value: number) => string): string => `## The process, with the demo
| | |
|---|---:|
| second start, until /health/ready | ${round(figures.second_start_s)} s |
| memory, idle: resident (its own part) | ${round(figures.idle_mb.resident)} MB (${round(figures.idle_mb.own)} MB) |
| memory after load: resident (its own part) | ${round(figures.loaded_mb.resident)} MB (${round(figures.loaded_mb.own)} MB) |
| a script | ${round(figures.static_per_second)}/s |
| a photo of 6 megapixels is ready after the answer to its upload: median, slowest | ${round(figures.photo_ready_s.median)}, ${round(figures.photo_ready_s.slowest)} s |
`
