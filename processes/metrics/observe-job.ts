import { inSpan, type JobHandler, type Log, MAIL_QUEUES, withLog } from '#platform/server/index.ts'
import { tracedHandler } from '../traces/traces.ts'
import type { Metrics } from './metrics.ts'

type Observed = { log: Log; metrics: Pick<Metrics, 'mailed'> }

/** What a job logs names its queue, its spans are one trace, and emails are counted. */
export function observedHandler(handler: JobHandler, { log, metrics }: Observed): JobHandler {
  const { run, ...rest } = tracedHandler(MAIL_QUEUES.some((name) => name === handler.name) ? countedMail(handler, metrics) : handler)
  return { ...rest, run: (data, stopping) => withLog({ log: log.child({ queue: handler.name }) }, () => run(data, stopping)) }
}

const countedMail = ({ run, ...handler }: JobHandler, metrics: Observed['metrics']): JobHandler => ({
  ...handler,
  run: (data, stopping) =>
    inSpan('SMTP send', { kind: 'client' }, async () => {
      try {
        await run(data, stopping)
        metrics.mailed('sent')
      } catch (error) {
        metrics.mailed('failed')
        throw error
      }
    })
})
