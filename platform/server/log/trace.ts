/** The ids of the current trace, for log lines. */
type TraceFields = () => { trace_id?: string; span_id?: string }

let fields: TraceFields | undefined

/** Returns what a line says about the current trace: nothing while traces are off. */
export const traceFields: TraceFields = () => fields?.() ?? {}
