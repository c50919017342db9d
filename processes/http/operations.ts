import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Connection } from '#platform/database/connect.ts'
import { notFound, type Ports } from '#platform/server/index.ts'
import { createMetrics, type Metrics } from '../metrics/metrics.ts'

type Checked = { db: Connection } & Pick<Ports, 'files' | 'disk'>

type MetricsOptions = { metrics?: Metrics; metrics_token?: string | undefined }

/** Serves health checks and metrics for operators. */
export function serveOperations(
  app: FastifyInstance,
  checked: Checked,
  { metrics = createMetrics(checked), metrics_token }: MetricsOptions
): void {
  app.get('/health/live', async () => ({ status: 'live' }))
  app.get('/health/ready', async (request, reply) => {
    const problems = await problemsOf(checked, (err, part) => request.log.error({ err, part }, 'not ready'))
    return problems.length === 0 ? { status: 'ready' } : reply.code(503).send({ status: 'not_ready', problems })
  })
  serveMetrics(app, metrics, metrics_token)
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

function serveMetrics(app: FastifyInstance, { registry }: Metrics, token: string | undefined): void {
  app.get('/metrics', async (request, reply) => {
    if (!mayRead(request, token)) throw notFound()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
