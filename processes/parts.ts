import type { FastifyInstance } from 'fastify'
import type { Ctx, JobHandler, Ports } from '#platform/server/index.ts'
import type { Connection } from '#platform/database/connect.ts'

/** Every part's endpoints. */
export const routes: ((app: FastifyInstance) => Promise<void>)[] = []

/** Makes the context of one job: nobody's, at the clock's now. */
export type JobContext = () => Ctx

/** Every part's jobs. */
export const jobs = (_context: JobContext): JobHandler[] => []

export function jobContext({ db, ports, now }: { db: Connection; ports: Ports; now(): Date }): JobContext {
  return () => ({
    db,
    pool: db,
    ports,
    now: now(),
    actor: null,
    caller: { ip: '127.0.0.1', user_agent: 'job', headers: {}, by_cookie: false },
    outgoing: { headers: [] },
    afterCommit: (work) => void work().catch(() => {})
  })
}
