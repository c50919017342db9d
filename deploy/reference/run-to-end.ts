import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '#processes/startup/start-error.ts'
import type { Service } from './supervisor.ts'

/** Runs a program that ends by itself. */
export async function runToEnd(folder: string, { name, command, args, env }: Service): Promise<void> {
  const log = join(folder, 'logs', `${name}.log`)
  const output = openSync(log, 'a')
  const [code] = await once(spawn(command, [...args], { env: { ...process.env, ...env }, stdio: ['ignore', output, output] }), 'exit')
  if (code !== 0) throw new StartError(`${name} failed: see ${log}`)
}
