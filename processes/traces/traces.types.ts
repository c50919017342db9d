import type { FastifyInstance } from 'fastify'
import type { Tracer } from '#platform/server/index.ts'

/** A statement that has ended. `text` has placeholders instead of values. */
export type Statement = { text: string; ms: number; error?: unknown }

export type Traces = {
  tracer: Tracer
  statement(statement: Statement): void
  /** Records each request of an app as a span. Continues a caller's trace only where proxies are trusted. */
  watch(app: FastifyInstance, isTrusted: boolean): void
  /** Sends what has ended. */
  flush(): Promise<void>
  /** Sends what is left, for a few seconds at most. */
  close(): Promise<void>
}
