import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Connection } from '#platform/database/connect.ts'
import { inTime, notFound, type Ports } from '#platform/server/index.ts'
import { createMetrics, type Metrics } from '../metrics/metrics.ts'

type Checked = { db: Connection } & Pick<Ports, 'files' | 'disk'>

/** A dependency that does not answer within this time is a problem: the load balancer must not wait for it. */
const CHECK_MS = 3000
const READY_MS = 1000

type Options = {
  metrics?: Metrics
  metrics_token?: string | undefined
  isStopping?: () => boolean
  check_ms?: number
}

/** Serves health checks and metrics for operators. */
export function serveOperations(
  app: FastifyInstance,
  checked: Checked,
  { metrics = createMetrics(checked), metrics_token, isStopping = () => false, check_ms = CHECK_MS }: Options
): void {
  const findProblems = sharedFor(READY_MS, (request: FastifyRequest) => {
    const onError = (err: unknown, part: Part) => request.log.error({ err, part }, 'not ready')
    return problemsOf(checked, { check_ms, onError })
  })
  app.get('/health/live', async () => ({ status: 'live' }))
  app.get('/health/ready', async (request, reply) => {
    const problems = isStopping() ? ['stopping'] : await findProblems(request)
    return problems.length === 0 ? { status: 'ready' } : reply.code(503).send({ status: 'not_ready', problems })
  })
  serveMetrics(app, metrics, metrics_token)
}

type Part = 'database' | 'files' | 'disk'
type Checking = { check_ms: number; onError(error: unknown, part: Part): void }

/** Returns the parts without which this process should get no traffic. */
async function problemsOf({ db, files, disk }: Checked, { check_ms, onError }: Checking): Promise<Part[]> {
  const checks: readonly (readonly [Part, () => Promise<boolean>])[] = [
    ['database', async () => (await sql`select 1`.execute(db)).rows.length === 1],
    ['files', () => files.isReachable()],
    ['disk', async () => !(await disk.isLow())]
  ]
  const answers = await Promise.all(
    checks.map(async ([part, check]) => {
      const isFine = await inTime(check(), check_ms).catch((error: unknown) => {
        onError(error, part)
        return false
      })
      return isFine ? [] : [part]
    })
  )
  return answers.flat()
}

/** However often anyone asks, the dependencies are asked once in a while. */
function sharedFor<Given, Value>(for_ms: number, read: (given: Given) => Promise<Value>): (given: Given) => Promise<Value> {
  let known: Promise<Value> | undefined
  let read_at = 0
  return (given) => {
    if (known && performance.now() - read_at < for_ms) return known
    read_at = performance.now()
    known = read(given)
    return known
  }
}

const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']
const LOOPBACK = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1'])

/** Allows the token, or a direct call from this machine. A call that a local proxy forwards comes from elsewhere, whether or not the proxy is trusted. */
function mayRead({ headers, ip }: FastifyRequest, token: string | undefined): boolean {
  if (token) return isSame(headers.authorization ?? '', `Bearer ${token}`)
  return LOOPBACK.has(ip) && !FORWARDED.some((name) => headers[name] !== undefined)
}

const isSame = (given: string, right: string): boolean => timingSafeEqual(digest(given), digest(right))
const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

function serveMetrics(app: FastifyInstance, { registry }: Metrics, token: string | undefined): void {
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, token)) throw notFound()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
