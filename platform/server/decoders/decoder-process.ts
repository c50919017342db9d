import { type ChildProcessWithoutNullStreams as Child, spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { Socket } from 'node:net'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { z } from 'zod'
import { Refusal } from '../refusal.ts'
import { bareEnvironment, confined, guarantees } from './confine.ts'
import { frameReader, writeFrame } from './frames.ts'

export type ProcessLimits = {
  /** Memory for the files that it decodes, in MB; see confine.ts. */
  memory_mb: number
  /** Set for a process that runs one job only: also bounds it if this process dies and it cannot notice. */
  cpu_seconds?: number
  /** Set for work that nobody waits for; see confine.ts. */
  is_background?: boolean
  /** Whether it may load native code such as sharp. WebAssembly needs no permission. */
  native: boolean
  /** The folder with its compiled code, from the root of the project. Default: what a build has compiled. */
  compiled?: string
}

/** The decoder ended before it answered: the job took too long, or the file crashed it or made it run out of memory. */
export class DecoderEnded extends Error {
  readonly reason: 'too_long' | 'crashed'

  constructor(reason: 'too_long' | 'crashed', detail: string) {
    super(`A decoder ${reason === 'too_long' ? 'took too long' : 'crashed'}: ${detail}`)
    this.name = 'DecoderEnded'
    this.reason = reason
  }
}

/** The decoder could not start. That is not the fault of a file: what failed may be tried again. */
export class DecoderUnavailable extends Error {
  constructor(detail: string) {
    super(`A decoder could not be started. ${detail}`)
    this.name = 'DecoderUnavailable'
  }
}

const START_MS = 60_000
const ANSWER_BYTES_MAX = 1024 * 1024 * 1024
const STDERR_MAX = 500
/** What Node itself maps before it does anything, in MB. */
const NODE_MB = 640
/** In MB. Pictures are outside the heap. */
const HEAP_MB = 512
const WASM_MB = 512
const WASM_PAGE_KB = 64
/** Code that is compiled for one set of these is of no use with another. */
const COMPILED_FOR = [`--max-old-space-size=${HEAP_MB}`, `--wasm-max-mem-pages=${(WASM_MB * 1024) / WASM_PAGE_KB}`]
/** Where a build puts the compiled code of decoders: they then start with half the processor time. */
export const COMPILED = 'build/decoders'
/** What the process may read: code. Not the data folder, which holds files and secrets. */
const READABLE = ['package.json', 'platform', 'business', 'node_modules']

const reply = z.object({
  answer: z.unknown().optional(),
  error: z.string().optional(),
  refusal: z
    .object({ code: z.string(), status: z.number(), message: z.string(), fields: z.record(z.string(), z.string()).optional() })
    .optional()
})

let running = 0

/** Returns how many decoders run in this moment, idle ones included. */
export const countDecoders = (): number => running

export type DecoderProcess = {
  pid: number | undefined
  /** Whether it may get another job. */
  isUsable(): boolean
  /** Runs one function of the module. Only one at a time. */
  run(task: string, args: readonly unknown[], limit_ms: number): Promise<unknown>
  end(): void
}

/** Starts a process that runs the functions of a module. It uses the source file, which is not part of the bundle. */
export async function startDecoder(module: string, limits: ProcessLimits): Promise<DecoderProcess> {
  const compiled = await compiledCode(limits)
  const command = nodeCommand(module, limits, compiled)
  const [program, ...args] = await confined(command, { ...limits, memory_mb: NODE_MB + limits.memory_mb, file_mb: 0 })
  const env = { ...bareEnvironment(limits), ...(compiled && { NODE_COMPILE_CACHE: compiled }) }
  const child = spawn(program, args, { env, cwd: '/', stdio: 'pipe' })
  running += 1
  child.once('close', () => {
    running -= 1
  })
  const answers = answersOf(child)
  // The exit explains why a process stopped reading early, so the broken pipe is ignored.
  child.stdin.on('error', () => {})
  await answers.next(START_MS).catch((error: Error) => {
    throw new DecoderUnavailable(error.message)
  })
  return {
    pid: child.pid,
    isUsable: answers.isOpen,
    end: () => void child.kill('SIGKILL'),
    run: (task, sent, limit_ms) => {
      const answer = answers.next(limit_ms)
      writeFrame(child.stdin, { task, args: sent }).catch(() => child.kill('SIGKILL'))
      return answer
    }
  }
}

/** Waits for the answers of a process. Every way in which it can end rejects the answer that is waited for. */
function answersOf(child: Child) {
  let waiting: { resolve(value: unknown): void; reject(error: Error): void } | undefined
  let stderr = ''
  let is_late = false
  let is_open = true

  const read = frameReader(ANSWER_BYTES_MAX, (value) => {
    const { answer, error, refusal } = reply.parse(value)
    if (refusal)
      waiting?.reject(new Refusal(refusal.code, refusal.status, refusal.message, refusal.fields ? { fields: refusal.fields } : {}))
    else if (error === undefined) waiting?.resolve(answer)
    else waiting?.reject(new Error(error))
  })
  const ended = (detail: string) => {
    is_open = false
    waiting?.reject(new DecoderEnded(is_late ? 'too_long' : 'crashed', `${detail} ${stderr.trim()}`.trim()))
  }
  child.stdout.on('data', (chunk: Buffer) => {
    try {
      read(chunk)
    } catch (error) {
      stderr += String(error)
      child.kill('SIGKILL')
    }
  })
  child.stderr.on('data', (chunk: Buffer) => {
    stderr = `${stderr}${chunk}`.slice(-STDERR_MAX)
  })
  child.on('error', (error) => ended(error.message))
  child.on('exit', (code, signal) => ended(signal ?? `exit code ${code}`))

  return {
    isOpen: () => is_open,
    next: async (limit_ms: number): Promise<unknown> => {
      const timer = setTimeout(() => {
        is_late = true
        child.kill('SIGKILL')
      }, limit_ms)
      keepAlive(child, true)
      try {
        return await new Promise((resolve, reject) => {
          waiting = { resolve, reject }
          if (!is_open) ended('it had ended already')
        })
      } finally {
        clearTimeout(timer)
        keepAlive(child, false)
      }
    }
  }
}

/** An idle process does not keep this one running. */
function keepAlive(child: Child, isBusy: boolean): void {
  const pipes = [child.stdin, child.stdout, child.stderr].filter((pipe) => pipe instanceof Socket)
  for (const one of [child, ...pipes]) isBusy ? one.ref() : one.unref()
}

/** Node reads compiled code only where its own permissions would also allow writing it, so the kernel must forbid that. */
async function compiledCode({ compiled = COMPILED }: ProcessLimits): Promise<string | undefined> {
  const folder = resolve(compiled)
  return existsSync(folder) && (await guarantees()).is_read_only ? folder : undefined
}

function nodeCommand(module: string, { native }: ProcessLimits, compiled: string | undefined): string[] {
  const root = process.cwd()
  // A folder may be a link, such as node_modules.
  const readable = READABLE.map((name) => join(root, name)).flatMap((path) => [...new Set([path, realpathSync(path)])])
  return [
    process.execPath,
    '--permission',
    ...readable.map((path) => `--allow-fs-read=${path}`),
    ...(compiled ? [`--allow-fs-read=${compiled}`, `--allow-fs-write=${compiled}`] : []),
    ...(native ? ['--allow-addons'] : []),
    '--no-warnings',
    ...COMPILED_FOR,
    join(root, 'platform/server/decoders/decoder-main.ts'),
    pathToFileURL(join(root, module)).href
  ]
}

/** Returns the arguments for Node, and the environment, that compile the modules of decoders. It is our own code, so it runs without limits. */
export const compileCommand = (modules: readonly string[], compiled = COMPILED) => ({
  args: [
    ...COMPILED_FOR,
    resolve('platform/server/decoders/compile-tasks.ts'),
    ...modules.map((module) => pathToFileURL(resolve(module)).href)
  ],
  env: { NODE_COMPILE_CACHE: resolve(compiled) }
})
