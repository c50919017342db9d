import { type Files, inSpan, type JobHandler, type Jobs, type Log, traceparent } from '#platform/server/index.ts'
import type { Traces } from './traces.types.ts'

export type { Statement, Traces } from './traces.types.ts'

/** Off unless a collector is set. The SDK is then not even loaded. */
export async function tracesOf(env: NodeJS.ProcessEnv, log: Log): Promise<Traces | undefined> {
  const collector = env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] || env['OTEL_EXPORTER_OTLP_ENDPOINT']
  if (!collector || env['OTEL_SDK_DISABLED'] === 'true' || env['OTEL_TRACES_EXPORTER'] === 'none') return undefined
  const { openTraces } = await import('./open-traces.ts')
  return openTraces(log)
}

/** Lets jobs name the request that sent them. */
export const tracedJobs = (jobs: Jobs): Jobs => ({
  ...jobs,
  send: (db, name, data, options) => {
    const cause = traceparent()
    return jobs.send(db, name, cause ? { ...data, traceparent: cause } : data, options)
  }
})

/** A job is the start of a trace, with a link to the request that sent it. */
export const tracedHandler = ({ run, ...handler }: JobHandler): JobHandler => ({
  ...handler,
  run: ({ traceparent: cause, ...own }: { traceparent?: string }, stopping) =>
    inSpan(`job ${handler.name}`, { kind: 'consumer', cause, attributes: { 'messaging.destination.name': handler.name } }, () =>
      run(own as never, stopping)
    )
})

/** For a bucket: its calls leave this machine. */
export function tracedFiles(files: Files): Files {
  const traced =
    <Given extends unknown[], Result>(name: string, call: (...given: Given) => Promise<Result>) =>
    (...given: Given): Promise<Result> =>
      inSpan(`S3 ${name}`, { kind: 'client', attributes: { 'rpc.system': 'aws-api', 'rpc.method': name } }, () => call(...given))
  return {
    put: traced('put', files.put),
    putFile: traced('putFile', files.putFile),
    bytes: traced('bytes', files.bytes),
    stream: traced('stream', files.stream),
    size: traced('size', files.size),
    delete: traced('delete', files.delete),
    list: files.list,
    isReachable: files.isReachable
  }
}
