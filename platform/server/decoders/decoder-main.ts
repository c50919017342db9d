import { Console } from 'node:console'
import { Refusal } from '../refusal.ts'
import { frameReader, writeFrame } from './frames.ts'

/**
 * The child process of decoder-process.ts. Loads the module named by its argument, then runs one of its functions for every frame on
 * stdin and answers with a frame on stdout.
 */
type Job = { task: string; args: unknown[] }

const FRAME_BYTES_MAX = 2 ** 31

async function run(tasks: Record<string, unknown>, { task, args }: Job): Promise<object> {
  try {
    const work = tasks[task]
    if (typeof work !== 'function') throw new Error(`There is no task ${task}.`)
    return { answer: await work(...args) }
  } catch (error) {
    if (error instanceof Refusal)
      return { refusal: { code: error.code, status: error.status, message: error.message, fields: error.fields } }
    return { error: error instanceof Error ? error.message : String(error) }
  }
}

async function serve(address: string): Promise<void> {
  // stdout carries frames only.
  globalThis.console = new Console(process.stderr)
  // When the whole product is told to stop, the job may finish: its file must not look as if it had crashed the process.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
  const tasks: Record<string, unknown> = await import(address)
  const answer = async (job: Job): Promise<void> => writeFrame(process.stdout, await run(tasks, job))
  process.stdin.on(
    'data',
    frameReader(FRAME_BYTES_MAX, (job) => void answer(job as Job))
  )
  // The parent is gone. A drawing thread would delay a normal exit until it is done.
  process.stdin.on('end', () => process.kill(process.pid, 'SIGKILL'))
  await writeFrame(process.stdout, { answer: 'ready' })
}

// compile-tasks.ts only loads this file.
if (import.meta.main) await serve(process.argv[2] ?? '')
