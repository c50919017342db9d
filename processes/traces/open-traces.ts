import { type Context, context, DiagLogLevel, diag, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Log, Tracer } from '#platform/server/index.ts'
import { parseTraceparent, showTraceparent } from './traceparent.ts'
import type { Statement, Traces } from './traces.types.ts'

const STATEMENT_MAX = 2000
const CLOSE_MS = 3000
/** A collector that is away for hours is one line now and then. */
const WARN_EVERY_MS = 5 * 60_000

const KINDS = { client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER } as const

/** Loads the SDK. It reads the standard OTEL_… variables: the collector's address and headers, the service's name, attributes. */
export function openTraces(log: Log): Traces {
  const warn = warnSometimes(log)
  const contexts = new AsyncLocalStorageContextManager().enable()
  context.setGlobalContextManager(contexts)
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'easel' }))
    .merge(detectResources({ detectors: [envDetector] }))
  const provider = new TracerProvider({ resource, spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter() })] })
  const otel = provider.getTracer('easel')

  const tracer: Tracer = {
    inSpan: async (name, { kind, attributes = {}, cause }, work) => {
      const link = parseTraceparent(cause)
      const options = { attributes, kind: kind ? KINDS[kind] : SpanKind.INTERNAL, links: link ? [{ context: link }] : [] }
      return otel.startActiveSpan(name, options, async (span) => {
        try {
          return await work((known) => void span.setAttributes(known))
        } catch (error) {
          failed(span, error)
          throw error
        } finally {
          span.end()
        }
      })
    },
    fields: () => {
      const active = trace.getActiveSpan()?.spanContext()
      return active ? { trace_id: active.traceId, span_id: active.spanId } : {}
    },
    traceparent: () => showTraceparent(trace.getActiveSpan()?.spanContext())
  }

  /** Statements that no request or job started, such as those of a poll, are left out. */
  function recordStatement({ text, ms, error }: Statement): void {
    if (!trace.getActiveSpan()) return
    const operation = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'SQL'
    const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': operation, 'db.query.text': text.slice(0, STATEMENT_MAX) }
    const now = Date.now()
    const span = otel.startSpan(operation, { kind: SpanKind.CLIENT, attributes, startTime: now - ms })
    if (error !== undefined) failed(span, error)
    span.end(now)
  }

  return {
    tracer,
    statement: recordStatement,
    watch: (app, isTrusted) => watchRequests(app, { start: (name, options, parent) => otel.startSpan(name, options, parent), isTrusted }),
    flush: () => provider.forceFlush().catch(warn),
    close: async () => {
      const timer = new Promise((resolve) => setTimeout(resolve, CLOSE_MS).unref())
      await Promise.race([provider.shutdown().catch(warn), timer])
      contexts.disable()
      context.disable()
    }
  }
}

/** An error's message may be personal text, so only its kind is recorded. The log has the rest, under the same trace. */
function failed(span: Span, error: unknown): void {
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
  span.setStatus({ code: SpanStatusCode.ERROR })
  span.setAttribute('error.type', code ?? (error instanceof Error ? error.name : 'unknown'))
}

/** What the SDK complains of goes to our log. */
function warnSometimes(log: Log): (reason: unknown) => void {
  let quiet_until = 0
  const warn = (reason: unknown) => {
    if (Date.now() < quiet_until) return
    quiet_until = Date.now() + WARN_EVERY_MS
    log.warn({ reason }, 'traces could not be sent')
  }
  const nothing = () => {}
  diag.setLogger(
    { error: warn, warn, info: nothing, debug: nothing, verbose: nothing },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true }
  )
  return warn
}

type Watching = {
  start(name: string, options: Parameters<ReturnType<TracerProvider['getTracer']>['startSpan']>[1], parent: Context): Span
  isTrusted: boolean
}

/** Only a proxy of ours may say that a request belongs to a trace: anyone else could put theirs into it. */
function watchRequests(app: FastifyInstance, { start, isTrusted }: Watching): void {
  const open = new WeakMap<FastifyRequest, { span: Span; inside: Context }>()
  app.addHook('onRequest', (request, _reply, done) => {
    const { method, headers, routeOptions } = request
    const remote = isTrusted ? parseTraceparent(headers['traceparent']) : undefined
    const parent = remote ? trace.setSpanContext(ROOT_CONTEXT, remote) : ROOT_CONTEXT
    const route = routeOptions.url ?? 'none'
    const attributes = { 'http.request.method': method, 'http.route': route, 'easel.request_id': request.id }
    const span = start(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent)
    const inside = trace.setSpan(parent, span)
    open.set(request, { span, inside })
    context.with(inside, done)
  })
  // Reading a body ends in the context of the connection.
  app.addHook('preHandler', (request, _reply, done) => context.with(open.get(request)?.inside ?? ROOT_CONTEXT, done))
  app.addHook('onResponse', async (request, { statusCode }) => {
    const span = open.get(request)?.span
    span?.setAttribute('http.response.status_code', statusCode)
    if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
  })
}
