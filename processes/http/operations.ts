import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import type { Connection } from '#platform/database/connect.ts'
import { notFound, type Ports } from '#platform/server/index.ts'

type Checked = { db: Connection } & Pick<Ports, 'files' | 'disk'>

/** Serves health checks and metrics for operators. */
export function serveOperations(app: FastifyInstance, checked: Checked, { metrics_token }: { metrics_token?: string | undefined }): void {
  app.get('/health/live', async () => ({ status: 'live' }))
  app.get('/health/ready', async (request, reply) => {
    const problems = await problemsOf(checked, (err, part) => request.log.error({ err, part }, 'not ready'))
    return problems.length === 0 ? { status: 'ready' } : reply.code(503).send({ status: 'not_ready', problems })
  })
  serveMetrics(app, checked.db, metrics_token)
}

type Part = 'database' | 'files' | 'disk'

/** Returns the parts without which this process should get no traffic. */
async function problemsOf({ db, files, disk }: Checked, onError: (error: unknown, part: Part) => void): Promise<Part[]> {
  const checks: readonly (readonly [Part, () => Promise<boolean>])[] = [
    ['database', async () => (await sql`select 1`.execute(db)).rows.length === 1],
    ['files', () => files.isReachable()],
    ['disk', async () => !(await disk.isLow())]
  ]
  const answers = await Promise.all(
    checks.map(async ([part, check]) => {
      const isFine = await check().catch((error: unknown) => {
        onError(error, part)
        return false
      })
      return isFine ? [] : [part]
    })
  )
  return answers.flat()
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

function serveMetrics(app: FastifyInstance, db: Connection, token: string | undefined): void {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [register]
  })
  app.addHook('onResponse', async (request, reply) => {
    durations.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode },
      reply.elapsedTime / 1000
    )
  })
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, token)) throw notFound()
    const { totalCount, idleCount, waitingCount } = db.pool
    const pool = `# TYPE database_connections gauge\ndatabase_connections{state="open"} ${totalCount}\ndatabase_connections{state="idle"} ${idleCount}\ndatabase_connections{state="waiting"} ${waitingCount}\n`
    return reply.type('text/plain; version=0.0.4').send((await register.metrics()) + pool)
  })
}
