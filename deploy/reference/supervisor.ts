import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Owner } from '#processes/database/postgres-binaries.ts'

export type Service = {
  name: string
  command: string
  args: readonly string[]
  env?: NodeJS.ProcessEnv
  /** The user that runs it; root's own otherwise. */
  user?: Owner
  /** The signal that ends it in order. */
  stop?: NodeJS.Signals
}

const RESTART_MS = 1000
const STOP_MS = 30_000

/** Starts programs, and starts them again when they end, as systemd would on each machine. */
export class Supervisor {
  readonly #folder: string
  readonly #running = new Map<string, { service: Service; child: ChildProcess }>()
  #isStopping = false

  constructor(folder: string) {
    this.#folder = folder
  }

  start(service: Service): void {
    const { name, command, args, env = {}, user = {} } = service
    const log = openSync(join(this.#folder, 'logs', `${name}.log`), 'a')
    const child = spawn(command, [...args], { cwd: process.cwd(), env: { ...process.env, ...env }, stdio: ['ignore', log, log], ...user })
    child.on('error', (error) => console.error(`${name} cannot be started: ${error.message}`))
    child.once('exit', () => void this.#again(service))
    this.#running.set(name, { service, child })
    this.#writePids()
  }

  /** A file `hold/NAME` keeps a program that has ended from being started again: its machine is off. */
  async #again(service: Service): Promise<void> {
    do await wait(RESTART_MS)
    while (existsSync(join(this.#folder, 'hold', service.name)))
    if (!this.#isStopping) this.start(service)
  }

  #writePids(): void {
    const lines = [...this.#running].map(([name, { child }]) => `${name} ${child.pid}`)
    writeFileSync(join(this.#folder, 'processes.pid'), `supervisor ${process.pid}\n${lines.join('\n')}\n`)
  }

  /** Stops everything, the last one started first. */
  async stop(): Promise<void> {
    this.#isStopping = true
    for (const { service, child } of [...this.#running.values()].toReversed()) {
      if (child.exitCode !== null || child.signalCode !== null) continue
      const ended = once(child, 'exit')
      child.kill(service.stop ?? 'SIGTERM')
      // One that was paused hears nothing until it goes on.
      child.kill('SIGCONT')
      const force = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
      await ended
      clearTimeout(force)
    }
  }
}
