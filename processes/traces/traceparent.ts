import { isSpanContextValid, type SpanContext } from '@opentelemetry/api'

const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

/** Reads a traceparent (W3C Trace Context, version 00). Returns undefined for anything else. */
export function parseTraceparent(text: unknown): SpanContext | undefined {
  const [, traceId = '', spanId = '', flags = ''] = (typeof text === 'string' && TRACEPARENT.exec(text)) || []
  const found: SpanContext = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true }
  return isSpanContextValid(found) ? found : undefined
}

export const showTraceparent = (span: SpanContext | undefined): string | undefined =>
  span && `00-${span.traceId}-${span.spanId}-${span.traceFlags.toString(16).padStart(2, '0')}`
