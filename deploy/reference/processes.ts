import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plan } from './plan.ts'

export const isAlive = (pid: number): boolean => existsSync(`/proc/${pid}`)

/** The processes in the pid file, by name. */
export function processesOf({ folder }: Pick<Plan, 'folder'>): Map<string, number> {
  const file = join(folder, 'processes.pid')
  if (!existsSync(file)) return new Map()
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  return new Map(lines.map((line) => line.split(' ')).map(([name = '', pid]) => [name, Number(pid)]))
}
