import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyBaseLogger } from 'fastify'
import { type LoggerOptions, pino, stdTimeFunctions } from 'pino'
import type { LogLevel } from './levels.ts'
import { loggable, redact } from './redact.ts'
import { traceFields } from './trace.ts'

/** Writes lines: `log.warn({ err, payment_id }, 'a capture failed')`. `err` is the cause. Names and texts of people do not belong in a line; redact.ts removes what gets there. */
export type Log = FastifyBaseLogger

export type LogOptions = {
  level: LogLevel
  /** Lines for a person at a terminal instead of JSON. */
  readable: boolean
  /** Default: standard output. */
  write?: (line: string) => void
}

/** Opens the log of a process. Everything in a line goes through redact.ts. */
export async function openLog({ level, readable, write }: LogOptions): Promise<Log> {
  const options: LoggerOptions = {
    level,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    hooks: {
      logMethod(given, method) {
        // An error alone would bring its message along, unredacted.
        const [details, text, ...others]: unknown[] = given[0] instanceof Error ? [{ err: given[0] }, given[1] ?? given[0].name] : given
        method.call(this, loggable(details), typeof text === 'string' ? redact(text) : undefined, ...others.map((one) => loggable(one)))
      }
    },
    serializers: { err: (error: unknown) => error },
    mixin: traceFields
  }
  if (readable) return pino(options, await prettyStream(write))
  return write ? pino(options, { write }) : pino(options)
}

/** In this process: a worker thread would be one more file to find for the bundle. */
async function prettyStream(write: LogOptions['write']) {
  const [{ default: pretty }, { Writable }] = await Promise.all([import('pino-pretty'), import('node:stream')])
  const destination = write && new Writable({ write: (chunk, _encoding, done) => done(void write(String(chunk))) })
  return pretty({
    sync: true,
    colorize: destination === undefined && process.stdout.isTTY,
    translateTime: 'SYS:HH:MM:ss.l',
    ignore: 'pid,hostname',
    ...(destination && { destination })
  })
}

/** Writes nothing. */
export const silentLog: Log = pino({ level: 'silent' })

/** A request is one, and so is a job. Read at the moment of the line, so that a request's log may be replaced once the person is known. */
type Scope = { readonly log: Log }

const scopes = new AsyncLocalStorage<Scope>()
let ofProcess: Log = silentLog

/** Sets the log for code that runs for no call in particular, such as a connection that was lost. */
export function setProcessLog(log: Log): void {
  ofProcess = log
}

/** Returns the log of the request or job that this code runs for, or else of the process. Services use `ctx.log`. */
export const currentLog = (): Log => scopes.getStore()?.log ?? ofProcess

/** Runs work, and everything it starts, with the log of a request or job. */
export const withLog = <T>(scope: Scope, work: () => T): T => scopes.run(scope, work)
