import pLimit from 'p-limit'
import { currentLog } from '../log/log.ts'
import { DecoderEnded, type DecoderProcess, DecoderUnavailable, type ProcessLimits, startDecoder } from './decoder-process.ts'
import type { FileBytes } from './frames.ts'

export type DecoderOptions = Partial<ProcessLimits> & {
  /** The source file whose functions run in the child process, from the root of the project. A build finds it by its name and compiles it. */
  module: `${string}-tasks.ts`
  /** How many jobs may run at the same time, each in a process of its own. More wait in order. */
  processes: number
  /** A process is replaced after this many jobs. */
  jobs_max?: number
}

/** Values as they are sent: bytes may stay on disk until then. */
type Sent<Value> = Value extends Uint8Array
  ? Value | FileBytes
  : Value extends readonly unknown[]
    ? { [Index in keyof Value]: Sent<Value[Index]> }
    : Value

type Tasks<Module> = {
  [Name in keyof Module as Module[Name] extends (...args: never[]) => Promise<unknown> ? Name : never]: Module[Name]
}
type Arguments<Task> = Task extends (...args: infer Args) => Promise<unknown> ? Sent<Args> : never
type Answer<Task> = Task extends (...args: never[]) => Promise<infer Result> ? Result : never

export type Decoder<Module> = {
  /**
   * Runs a function of the module in a child process, which is killed after `limit_ms`. Rejects with the function's Refusal, with an
   * Error of the same message, or with DecoderEnded. Nothing is tried again.
   */
  run<Name extends keyof Tasks<Module> & string>(
    name: Name,
    limit_ms: number,
    ...args: Arguments<Tasks<Module>[Name]>
  ): Promise<Answer<Tasks<Module>[Name]>>
}

const USUAL = { memory_mb: 2048, native: true, jobs_max: 200 }
/** An idle process is ended after this long, to give its memory back. */
const IDLE_MS = 60_000

/**
 * Opens the door through which foreign bytes are decoded: a few child processes that start on demand, are reused, and have limits of time
 * and memory, no network where possible, none of our environment, and no files to write. A process that crashed or was killed is replaced.
 */
export function openDecoder<Module>({ module, processes, jobs_max = USUAL.jobs_max, ...own }: DecoderOptions): Decoder<Module> {
  const limits: ProcessLimits = { ...USUAL, ...own }
  const limitConcurrency = pLimit(processes)
  const idle: { process: DecoderProcess; jobs: number; timer: NodeJS.Timeout }[] = []

  async function take(): Promise<{ process: DecoderProcess; jobs: number }> {
    for (let found = idle.pop(); found; found = idle.pop()) {
      clearTimeout(found.timer)
      if (found.process.isUsable()) return found
    }
    return { process: await startDecoder(module, limits), jobs: 0 }
  }

  function giveBack({ process, jobs }: { process: DecoderProcess; jobs: number }): void {
    if (jobs >= jobs_max || !process.isUsable()) {
      process.end()
      return
    }
    const timer = setTimeout(() => {
      idle.splice(idle.indexOf(entry), 1)
      process.end()
    }, IDLE_MS)
    timer.unref()
    const entry = { process, jobs, timer }
    idle.push(entry)
  }

  return {
    run: (name, limit_ms, ...args) =>
      limitConcurrency(async () => {
        try {
          const { process, jobs } = await take()
          try {
            return (await process.run(name, args, limit_ms)) as Answer<Tasks<Module>[typeof name]>
          } finally {
            giveBack({ process, jobs: jobs + 1 })
          }
        } catch (err) {
          logEnd(err, name)
          throw err
        }
      })
  }
}

/** What the function itself throws says something about the file, and is for the person. */
function logEnd(err: unknown, task: string): void {
  if (err instanceof DecoderEnded) currentLog().warn({ err, task }, 'a decoder ended before it answered')
  if (err instanceof DecoderUnavailable) currentLog().error({ err, task }, 'a decoder could not be started')
}
