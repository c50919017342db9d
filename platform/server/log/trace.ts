/** Values without personal text. */
type Attributes = Readonly<Record<string, string | number | undefined>>

export type SpanDetails = {
  /** `client`: a call to another system. `consumer`: a job. Default: work of our own. */
  kind?: 'client' | 'consumer'
  attributes?: Attributes
  /** A traceparent: what caused this work. */
  cause?: string | undefined
}

/** Adds what is known only later, such as a status. */
type Note = (attributes: Attributes) => void

/** Records spans. Implemented by processes/traces, which is loaded only when traces are on. */
export interface Tracer {
  inSpan<T>(name: string, details: SpanDetails, work: (note: Note) => Promise<T>): Promise<T>
  /** The ids of the current trace, for log lines. */
  fields(): { trace_id?: string; span_id?: string }
  /** Names the current span to work that it causes. */
  traceparent(): string | undefined
}

let tracer: Tracer | undefined

/** Turns traces on for this process, or off. */
export function setTracer(next: Tracer | undefined): void {
  tracer = next
}

const nothing: Note = () => {}

/** Runs work as a span of the current trace. Without traces, this is the work alone. */
export const inSpan = <T>(name: string, details: SpanDetails, work: (note: Note) => Promise<T>): Promise<T> =>
  tracer ? tracer.inSpan(name, details, work) : work(nothing)

/** Returns what a log line says about the current trace. */
export const traceFields = (): object => tracer?.fields() ?? {}

export const traceparent = (): string | undefined => tracer?.traceparent()
