import { type ChildProcess, spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import type { Command } from './commands.ts'

const READY_MS = 60_000
const OUTPUT_MAX = 20_000

type Message = { ready: true } | { done: number }
type Commanded = Omit<Command, 'id'>
export type ChildSettings = { name: string; args: readonly string[]; env: NodeJS.ProcessEnv; commanded(): Commanded }

/** One process of the product, which the run may kill at any time and starts again. */
export class Child {
  readonly #settings: ChildSettings
  #process: ChildProcess | undefined
  #ended: Promise<void> = Promise.resolve()
  #killed = false
  #sent = 0
  #launched_at = new Date()
  readonly #unanswered = new Map<number, () => void>()
  #output = ''
  /** Ends that the run did not cause. */
  readonly surprises: string[] = []

  constructor(settings: ChildSettings) {
    this.#settings = settings
  }

  /** When the process that runs now was launched. */
  get launched_at(): Date {
    return this.#launched_at
  }

  get isUp(): boolean {
    return this.#process !== undefined
  }

  /** Starts the process and returns once it is ready. Tries again when it ends before, because what it needs may be away. */
  async start({ patient = true } = {}): Promise<void> {
    for (const until = Date.now() + READY_MS; ; await wait(200)) {
      if (await this.#launch()) return
      if (!patient || Date.now() > until) throw new Error(`The ${this.#settings.name} did not start:\n${this.#output.slice(-3000)}`)
    }
  }

  /** Starts a process that does one thing, and waits until it has ended. */
  async runToEnd(): Promise<void> {
    void this.#launch()
    const code = await new Promise((resolve) => this.#process?.once('exit', resolve))
    if (code !== 0) throw new Error(`The ${this.#settings.name} failed:\n${this.#output}`)
  }

  #launch(): Promise<boolean> {
    const { args, env, commanded, name } = this.#settings
    this.#launched_at = new Date()
    const child = spawn(process.execPath, [...args], {
      env: { ...env, CHAOS_COMMANDED: JSON.stringify(commanded()) },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc']
    })
    this.#killed = false
    this.#process = child
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        this.#output = (this.#output + chunk.toString()).slice(-OUTPUT_MAX)
      })
    const isReady = new Promise<boolean>((resolve) => {
      child.on('message', (message: Message) => {
        if ('ready' in message) resolve(true)
        else this.#unanswered.get(message.done)?.()
      })
      child.once('exit', () => resolve(false))
    })
    this.#ended = new Promise((resolve) => child.once('exit', () => resolve()))
    child.once('exit', (code, signal) => {
      if (this.#process === child) this.#process = undefined
      void isReady.then((was) => {
        if (was && !this.#killed) this.surprises.push(`the ${name} ended by itself (${signal ?? code}):\n${this.#output.slice(-2000)}`)
      })
    })
    return isReady
  }

  /** Ends the process at once, as a power failure would. */
  async kill(): Promise<void> {
    this.#killed = true
    this.#process?.kill('SIGKILL')
    await this.#ended
  }

  /** Tells the process the current state, and waits until it has it. A process that is starting gets it by its environment. */
  async command(): Promise<void> {
    const child = this.#process
    if (!child?.connected) return
    this.#sent += 1
    const id = this.#sent
    const done = new Promise<void>((resolve) => this.#unanswered.set(id, resolve))
    child.send({ id, ...this.#settings.commanded() }, () => {})
    await Promise.race([done, this.#ended])
    this.#unanswered.delete(id)
  }

  get output(): string {
    return this.#output
  }
}
